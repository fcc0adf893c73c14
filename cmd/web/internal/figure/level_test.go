package figure

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/sim/backlog"
)

// A queue's bar is as high as it is full: 46 px are 12 waiting messages, 5 of
// them are 41 % of that, and an empty queue still has its line. Where a bar has
// no room for its label, the label is left out and no other lane carries it.
func TestALevelIsAsHighAsItsAmount(t *testing.T) {
	s := backlog.Scenario()
	run := s.Run(s.Params.Defaults(), nil)
	p := plot(&run, run.Horizon)
	heights := map[int]int{}
	for _, m := range p.Marks {
		if m.Class == "v-level" {
			heights[m.H]++
		}
		if m.Text == "g-at" {
			t.Errorf("an instant is marked upon a lane that shows an amount, at %d", m.X)
		}
	}
	// 0 to 10 s, then 5 to 14 s, 4 to 18, 3 to 22, 2 to 26, 1 to 30, 0. Each is two
	// bars: at 12, 16, ... 28 s one is taken and one comes.
	want := map[int]int{1: 2, 3: 2, 7: 2, 11: 2, 15: 2, 18: 2}
	if diff := cmp.Diff(want, heights); diff != "" {
		t.Errorf("heights of bars, want - got +:\n%s", diff)
	}
}
