package trial

import (
	"fencepost/lessons"
	"fencepost/sim"
)

// MaxRuns is how many runs a challenge may leave to its reader: so many are
// tried in some twenty milliseconds.
const MaxRuns = 20_000

// search walks over the runs that some parameters allow, the first of them
// turning slowest, and over every order of events where those are free.
type search struct {
	machine *sim.Machine
	want    lessons.Outcome
	breaks  int // place of the invariant to be broken, -1 for none
	tape    []int
	tapes   bool // every tape
	left    int  // how many more runs may be made
}

func newSearch(s Setting, want lessons.Outcome) *search {
	w := &search{machine: sim.NewMachine(s.Scenario), want: want, breaks: -1, tape: s.Tape, left: MaxRuns}
	for i, inv := range s.Scenario.Invariants {
		if inv.Name == want.Breaks {
			w.breaks = i
		}
	}
	return w
}

// find is the first setting that comes to what is wanted, if there is one, over
// all values of the free parameters.
func (w *search) find(v sim.Values, free []int) (sim.Values, bool) {
	if len(free) == 0 {
		return v, w.reached(v)
	}
	schema := v.Schema()
	low, high, step := schema[free[0]].Bounds()
	for x := low; x <= high && w.left > 0; x += step {
		if found, ok := w.find(v.With(free[0], x), free[1:]); ok {
			return found, true
		}
	}
	return v, false
}

// reached says whether these values come to what is wanted, in the order of
// events that is given or, where those are free, in any.
func (w *search) reached(v sim.Values) bool {
	if !w.tapes {
		return w.run(v, w.tape)
	}
	var tape []int
	for more := true; more && w.left > 0; {
		if w.run(v, tape) {
			return true
		}
		tape, more = w.machine.NextTape(tape)
	}
	return false
}

func (w *search) run(v sim.Values, tape []int) bool {
	w.left--
	w.machine.Run(v, tape)
	switch {
	case w.machine.Cut():
		return false
	case w.want.Verdict != "":
		return w.machine.Kind() == w.want.Verdict
	case w.want.Value != "":
		return w.machine.Final() == w.want.Value
	}
	return w.breaks >= 0 && w.machine.Broke(w.breaks)
}

// near says whether a run comes to an outcome that differs from this one in at
// most two settings, or in the order of events and one setting.
func near(s Setting, want lessons.Outcome) bool {
	for i := range s.Scenario.Params {
		for k := range i {
			w := newSearch(s, want)
			if _, ok := w.find(s.Values, []int{k, i}); ok {
				return true
			}
		}
		w := newSearch(s, want)
		w.tapes = true
		if _, ok := w.find(s.Values, []int{i}); ok {
			return true
		}
	}
	return false
}
