package text

import (
	"strings"
	"sync"
)

// Memo remembers what was found out of words: people write the same few thousand
// words again and again, and to look one up is much quicker than to work it out.
// It is safe for concurrent use. Its zero value is empty.
type Memo[T any] struct {
	mu    sync.RWMutex
	known map[string]T
}

const (
	// mostKept is how many words are remembered. Then the memory starts afresh: a
	// hostile text cannot fill it for good.
	mostKept = 1 << 12
	// longestKept is the longest word that is remembered, in bytes.
	longestKept = 32
)

// Of is what is remembered of a word, or else what find makes of it.
func (m *Memo[T]) Of(word string, find func() T) T {
	m.mu.RLock()
	v, known := m.known[word]
	m.mu.RUnlock()
	if known {
		return v
	}
	v = find()
	if len(word) <= longestKept {
		m.keep(strings.Clone(word), v) // a word must not keep the text that it is cut from
	}
	return v
}

func (m *Memo[T]) keep(word string, v T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || len(m.known) == mostKept {
		m.known = map[string]T{}
	}
	m.known[word] = v
}
