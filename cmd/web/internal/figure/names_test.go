package figure

import (
	"strings"
	"testing"

	"fencepost/content"
	"fencepost/lessons"
	"fencepost/sim/catalog"
)

// Every lane of every simulator and lab has room for its name on a phone.
func TestNamesOfLanesFit(t *testing.T) {
	lib, problems := lessons.Load(content.FS)
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	fits := func(where, name string) {
		lines := wrap(name)
		if strings.Join(lines, " ") != name {
			t.Errorf("%s: %q became %q", where, name, lines)
		}
		for _, line := range lines {
			if w := width(line, true); w > nameRoom {
				t.Errorf("%s: %q is %d px wide, and there are %d", where, line, w, nameRoom)
			}
		}
	}
	for _, l := range lib.Lessons() {
		for _, lab := range l.Labs() {
			for _, a := range lab.Actors {
				fits(lab.ID, a.Name)
			}
		}
		for _, f := range l.Figures() {
			sc, err := catalog.Find(f.Scenario)
			if err != nil {
				t.Fatal(err)
			}
			run := sc.Run(sc.Params.Defaults(), nil)
			for _, a := range run.Actors {
				fits(f.Scenario, a.Name)
			}
		}
	}
}

// Two lines are as even as the words allow.
func TestWrap(t *testing.T) {
	for name, want := range map[string]string{
		"Worker A":            "Worker A",
		"Lease service":       "Lease|service",
		"Database and broker": "Database|and broker",
		"Rebalancer":          "Rebalancer",
	} {
		if got := strings.Join(wrap(name), "|"); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
