// Package words knows which words are English and mends misspelt ones towards
// the words that a lesson uses.
package words

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"hash/maphash"
	"io"
	"math/bits"
	"sync"
)

// english.gz holds the words of Debian's wamerican and wbritish (SCOWL; see
// english.LICENCE), folded, sorted and front-coded: each line is one character
// for the length shared with the word before ('0' is none), then the rest.
//
//go:embed english.gz
var packed []byte

// English is the list of known English words: a hash table with open addressing
// (Knuth, The Art of Computer Programming, volume 3, 6.4, algorithm L) of where
// they stand in one text. A map of strings takes three times the memory, and a
// site holds it all the time.
type English struct {
	letters []byte   // the words, each between two newlines
	slots   []uint32 // where a word's first letter stands, 0 where none does
	seed    maphash.Seed
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
	return table(expand(text)), nil
}

// expand undoes the front coding.
func expand(text []byte) []byte {
	out := make([]byte, 1, 3*len(text))
	out[0] = '\n'
	var word []byte
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\n")
		if len(line) == 0 {
			continue
		}
		word = append(word[:int(line[0]-'0')], line[1:]...)
		out = append(append(out, word...), '\n')
	}
	return bytes.Clone(out)
}

// table files words where Has looks for them.
func table(letters []byte) *English {
	n := bytes.Count(letters, newline)
	e := &English{letters: letters, slots: make([]uint32, 1<<bits.Len(uint(n+n/2))), seed: maphash.MakeSeed()}
	for from := 1; from < len(letters); {
		end := from + bytes.IndexByte(letters[from:], '\n')
		for slot := maphash.Bytes(e.seed, letters[from:end]); ; slot++ {
			if place := &e.slots[slot&uint64(len(e.slots)-1)]; *place == 0 {
				*place = uint32(from)
				break
			}
		}
		from = end + 1
	}
	return e
}

var newline = []byte("\n")

// Has says whether a folded word is English.
func (e *English) Has(word string) bool {
	for slot := maphash.String(e.seed, word); ; slot++ {
		place := e.slots[slot&uint64(len(e.slots)-1)]
		if place == 0 {
			return false
		}
		if e.stands(word, int(place)) {
			return true
		}
	}
}

// stands says whether a word stands at a place.
func (e *English) stands(word string, place int) bool {
	end := place + len(word)
	return end < len(e.letters) && e.letters[end] == '\n' && string(e.letters[place:end]) == word
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
