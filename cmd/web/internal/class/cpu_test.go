//go:build linux

package class

import (
	"time"

	"fencepost/cmd/web/internal/process"
)

// part is a piece of what serves a class, whose processor time is told apart.
type part struct {
	name string
	pids []int
}

// meter measures the processor time of parts.
type meter struct {
	parts []part
	begun []time.Duration
}

func newMeter(parts ...part) *meter {
	m := &meter{parts: parts}
	for _, p := range parts {
		m.begun = append(m.begun, process.CPU(p.pids...))
	}
	return m
}

// used is what each part took since, and what it is called.
func (m *meter) used() (list []time.Duration) {
	for i, p := range m.parts {
		list = append(list, process.CPU(p.pids...)-m.begun[i])
	}
	return list
}
