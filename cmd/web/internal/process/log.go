package process

import (
	"bytes"
	"strings"
	"sync"
)

// Log collects what a program says, from several goroutines.
type Log struct {
	Without string // lines with this text are dropped; "" keeps all

	mu  sync.Mutex
	buf bytes.Buffer
}

// Write takes what the program says; it never fails.
func (l *Log) Write(p []byte) (int, error) {
	if l.Without != "" && bytes.Contains(p, []byte(l.Without)) {
		return len(p), nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

// String is all that was said.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// Tail is the last lines of what was said, at most so many.
func (l *Log) Tail(most int) string {
	lines := strings.SplitAfter(strings.TrimRight(l.String(), "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-most):], "")
}
