package site

import (
	"strings"
	"testing"

	"fencepost/lessons"
)

// What the options of a check say would give its answer away.
func TestOptionsCannotBeSearchedFor(t *testing.T) {
	l := &lessons.Lesson{Title: "Leases", Steps: []lessons.Step{{ID: "one", Title: "One", Blocks: []lessons.Block{
		&lessons.Prose{Text: "Owners crash."},
		&lessons.Check{AskText: "Who refuses?", Options: []lessons.Option{{Text: "the warehouse", Right: true}}},
	}}}}
	for _, s := range l.Sections() {
		if strings.Contains(s.Text, "warehouse") {
			t.Errorf("section %q says %q", s.ID, s.Text)
		}
	}
	if got, want := l.Sections()[1].Text, "Owners crash.\nWho refuses?"; got != want {
		t.Errorf("the step says %q, want %q", got, want)
	}
}
