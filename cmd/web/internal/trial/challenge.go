package trial

import (
	"slices"

	"fencepost/lessons"
	"fencepost/sim"
)

// Try is what came of a run that a reader handed in for a challenge.
type Try struct {
	Setting
	Start  sim.Values // where the challenge begins
	Run    sim.Run
	Solved bool

	// Why it is not solved; at most one is set, and none where it ended otherwise.
	Moved   []*sim.Param // parameters that were to stay as they are, in order
	Asks    bool         // the run waits for a choice
	TooMuch bool         // the goal is reached, and a smaller value reaches it too
}

// Decide runs what a reader handed in, and everything smaller where that
// matters.
func Decide(l *lessons.Lesson, c *lessons.Challenge, v sim.Values, tape []int) (Try, error) {
	t, start, err := look(l, c, v, tape)
	if err != nil || !t.Solved || c.Minimise == "" {
		return t, err
	}
	t.TooMuch = v.At(start.Scenario.Params.Index(c.Minimise)) > least(c, start)
	t.Solved = !t.TooMuch
	return t, nil
}

// Look runs what a reader handed in before, and leaves it at what was decided
// then.
func Look(l *lessons.Lesson, c *lessons.Challenge, v sim.Values, tape []int, solved bool) (Try, error) {
	t, _, err := look(l, c, v, tape)
	t.TooMuch = t.Solved && !solved
	t.Solved = solved
	return t, err
}

// look runs what was handed in; Solved is then whether the goal is reached.
func look(l *lessons.Lesson, c *lessons.Challenge, v sim.Values, tape []int) (t Try, start Setting, err error) {
	if start, err = Of(l, c.Run); err != nil {
		return t, start, err
	}
	t = Try{Setting: Setting{start.Scenario, v, start.Tape}, Start: start.Values}
	if tapeFree(c) {
		t.Tape = tape
		t.Run = start.Scenario.RunUntilAsked(v, tape)
	} else {
		t.Run = start.Scenario.Run(v, t.Tape)
	}
	t.Moved = moved(c, start, v)
	switch {
	case len(t.Moved) > 0:
	case t.Run.Pending != nil:
		t.Asks = true
	default:
		t.Solved = Meets(&t.Run, c.Goal)
	}
	return t, start, nil
}

func tapeFree(c *lessons.Challenge) bool {
	return slices.ContainsFunc(c.Free, func(p lessons.Phrase) bool { return p.Text == lessons.FreeTape })
}

// moved are the parameters that are not free and not as the challenge has them.
func moved(c *lessons.Challenge, start Setting, v sim.Values) []*sim.Param {
	var out []*sim.Param
	for i := range start.Scenario.Params {
		p := &start.Scenario.Params[i]
		free := slices.ContainsFunc(c.Free, func(f lessons.Phrase) bool { return f.Text == p.Name })
		if !free && v.At(i) != start.Values.At(i) {
			out = append(out, p)
		}
	}
	return out
}

// freeParams are the places of the parameters that a challenge leaves free, the
// one to be kept small first.
func freeParams(c *lessons.Challenge, s *sim.Scenario) []int {
	var out []int
	for _, f := range c.Free {
		switch i := s.Params.Index(f.Text); {
		case i < 0:
		case f.Text == c.Minimise:
			out = slices.Insert(out, 0, i)
		default:
			out = append(out, i)
		}
	}
	return out
}

// least is the smallest value of what is to be kept small with which the goal
// can be reached, by trying every run that the challenge leaves free.
func least(c *lessons.Challenge, start Setting) int64 {
	w := newSearch(start, c.Goal)
	w.tapes = tapeFree(c)
	found, _ := w.find(start.Values, freeParams(c, start.Scenario))
	return found.At(start.Scenario.Params.Index(c.Minimise))
}
