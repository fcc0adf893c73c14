// Package words knows which words are English and mends misspelt ones towards
// the words that a lesson uses.
package words

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"sync"
)

// english.gz holds the words of Debian's wamerican and wbritish (SCOWL; see
// english.LICENCE), folded, sorted and front-coded: each line is one character
// for the length shared with the word before ('0' is none), then the rest.
//
//go:embed english.gz
var packed []byte

// English is the list of known English words.
type English struct {
	known map[string]struct{}
}

// load unpacks the list once for the process: it is never changed.
var load = sync.OnceValues(unpack)

// Load returns the English words. It fails only on a damaged build.
func Load() (*English, error) { return load() }

func unpack() (*English, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("unpack the English words: %w", err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("unpack the English words: %w", err)
	}
	return &English{known: expand(text)}, nil
}

// expand undoes the front coding.
func expand(text []byte) map[string]struct{} {
	known := make(map[string]struct{}, 80_000)
	var word []byte
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\n")
		if len(line) == 0 {
			continue
		}
		word = append(word[:int(line[0]-'0')], line[1:]...)
		known[string(word)] = struct{}{}
	}
	return known
}

// Has says whether a folded word is English.
func (e *English) Has(word string) bool {
	_, ok := e.known[word]
	return ok
}

// inflections are the endings by which a vocabulary is widened.
var inflections = []string{"s", "es", "d", "ed", "ing", "er"}

// Inflected returns the words with those of their regular forms that are
// English, each once.
func (e *English) Inflected(words []string) []string {
	seen := map[string]bool{}
	var out []string
	add := func(w string) {
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	for _, w := range words {
		add(w)
		for _, end := range inflections {
			if len(w) > 3 && e.Has(w+end) {
				add(w + end)
			}
		}
	}
	return out
}
