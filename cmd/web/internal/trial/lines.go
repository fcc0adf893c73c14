package trial

import (
	"fmt"

	"fencepost/lessons"
)

// Entries are the entries of a run that a fence of a lesson names; none where
// lint has something to say.
func Entries(l *lessons.Lesson, r lessons.FigureRun) []lessons.Entry {
	s, err := Of(l, r)
	if err != nil {
		return nil
	}
	return s.entries()
}

func (s Setting) entries() []lessons.Entry {
	var out []lessons.Entry
	for _, e := range s.Run().Entries {
		out = append(out, lessons.Entry{Time: e.At.String(), Actor: e.Actor, Text: e.Text})
	}
	return out
}

// lines reports options of a check about a run's lines that name no line of it,
// or several.
func (e *examiner) lines(c *lessons.Check, s Setting) {
	var lines []string
	for _, entry := range s.entries() {
		lines = append(lines, entry.Text)
	}
	for _, o := range c.Options {
		if _, n := lessons.FindLine(lines, o.Line); n != 1 {
			e.add(o.Pos, "write words of one entry; web sim prints the run", "%q stands in %s of the run", o.Line, entries(n))
		}
	}
}

func entries(n int) string {
	if n == 0 {
		return "no entry"
	}
	return fmt.Sprintf("%d entries", n)
}
