package lab

import (
	"context"
	"maps"
	"slices"
	"sync"

	"fencepost/lessons"
)

// kept is how many results a Memo holds: those that people look at right now,
// step by step.
const kept = 64

// Memo runs labs on a bench and keeps the newest results, since a run that is
// looked at is asked for again with every step. Mistakes are not kept.
type Memo struct {
	bench *Bench

	mu      sync.Mutex
	results map[string]*Result
	order   []string
}

// NewMemo makes an empty one with a bench of its own.
func NewMemo() *Memo { return &Memo{bench: NewBench(), results: map[string]*Result{}} }

// Run is the result of Bench.Run, from before where the same texts ran in the
// same version of the lesson.
func (m *Memo) Run(ctx context.Context, version string, l *lessons.Lab, texts map[string]string) (*Result, error) {
	key := version + "\x00" + l.ID
	for _, slot := range slices.Sorted(maps.Keys(texts)) {
		key += "\x00" + slot + "\x00" + texts[slot]
	}
	if r := m.find(key); r != nil {
		return r, nil
	}
	r, err := m.bench.Run(ctx, l, texts)
	if err == nil {
		m.keep(key, r)
	}
	return r, err
}

func (m *Memo) find(key string) *Result {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.results[key]
}

func (m *Memo) keep(key string, r *Result) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.results[key] == nil {
		m.order = append(m.order, key)
	}
	m.results[key] = r
	if len(m.order) > kept {
		delete(m.results, m.order[0])
		m.order = m.order[1:]
	}
}
