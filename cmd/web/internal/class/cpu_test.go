//go:build linux

package class

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of processor time in /proc, which is the same on every Linux
// of today.
const tick = 10 * time.Millisecond

// processorTime is what processes, and all children of each, have used so far.
func processorTime(pids ...int) (used time.Duration) {
	for _, pid := range pids {
		used += own(pid)
		for _, child := range children(pid) {
			used += own(child)
		}
	}
	return used
}

// own is a process's time with that of its children that ended.
func own(pid int) (used time.Duration) {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, rest, _ := strings.Cut(string(text), ") ") // behind the name, which may hold anything
	words := strings.Fields(rest)
	for i := 11; i < min(15, len(words)); i++ { // utime, stime, cutime, cstime
		n, _ := strconv.ParseInt(words[i], 10, 64)
		used += time.Duration(n) * tick
	}
	return used
}

func children(pid int) (list []int) {
	name := strconv.Itoa(pid)
	text, _ := os.ReadFile("/proc/" + name + "/task/" + name + "/children")
	for word := range strings.FieldsSeq(string(text)) {
		if n, err := strconv.Atoi(word); err == nil {
			list = append(list, n)
		}
	}
	return list
}

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
		m.begun = append(m.begun, processorTime(p.pids...))
	}
	return m
}

// used is what each part took since, and what it is called.
func (m *meter) used() (list []time.Duration) {
	for i, p := range m.parts {
		list = append(list, processorTime(p.pids...)-m.begun[i])
	}
	return list
}
