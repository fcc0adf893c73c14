package figure

import (
	"strings"
	"testing"

	"fencepost/sim"
	"fencepost/sim/catalog"
)

// planned is a run of a scenario with some parameters set.
func planned(t *testing.T, scenario string, set ...string) sim.Run {
	t.Helper()
	sc, err := catalog.Find(scenario)
	if err != nil {
		t.Fatal(err)
	}
	v := sc.Params.Defaults()
	for _, s := range set {
		name, text, _ := strings.Cut(s, "=")
		if v, err = v.Set(name, text); err != nil {
			t.Fatal(err)
		}
	}
	return sc.Run(v, nil)
}

// Eight nodes hand keys to nine in one instant: some sixty arrows, none of which
// may be drawn as though it set out or arrived much later than it did.
func TestManyArrowsOfAnInstantStayNearIt(t *testing.T) {
	run := planned(t, "partitioning", "method=modulo", "nodes=8", "keys=240")
	if len(run.Messages) < 40 {
		t.Fatalf("%d messages: too few to show anything", len(run.Messages))
	}
	for _, s := range plot(&run, run.Horizon).Marks {
		if strings.HasPrefix(s.Class, "v-arrow") && (s.DX < 0 || s.DX > leanStart+fanWide) {
			t.Errorf("an arrow is %d px from its time, at most %d wanted", s.DX, leanStart+fanWide)
		}
	}
}

// A node that is asked for more than it can serve looks so, and a reading stands
// at most of the events it belongs to.
func TestLevelsAndReadingsAreDrawn(t *testing.T) {
	run := planned(t, "partitioning", "method=ring", "change=die", "points=16")
	over := 0
	for _, s := range plot(&run, run.Horizon).Marks {
		if s.Class == "v-level over" {
			over++
		}
	}
	if over != 1 { // n4, from 3 s on
		t.Errorf("%d bars beyond what their node can serve, want 1", over)
	}
	run = planned(t, "ordering")
	drawn := map[string]bool{}
	for _, s := range plot(&run, run.Horizon).Marks {
		drawn[s.Text] = true
	}
	for _, want := range []string{"1 [1 0 0]", "2 [1 1 0]", "4 [2 2 0]", "4 [1 2 1]", "5 [1 2 2]"} {
		if !drawn[want] {
			t.Errorf("the reading %q is nowhere", want)
		}
	}
}

func TestALabelWithinASentence(t *testing.T) {
	for label, want := range map[string]string{
		"Length of the lease":   "length of the lease",
		"A is frozen for":       "A is frozen for",
		"B's clock is ahead by": "B's clock is ahead by",
	} {
		if got := lowerFirst(label); got != want {
			t.Errorf("%q became %q, want %q", label, got, want)
		}
	}
}
