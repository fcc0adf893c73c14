// Package trial decides predictions and challenges: it runs what a fence or a
// reader names and says what came of it. Nothing that a page claims is taken
// for true; the simulator is asked again.
package trial

import (
	"fmt"
	"maps"
	"slices"

	"fencepost/lessons"
	"fencepost/sim"
	"fencepost/sim/catalog"
)

// Setting is everything that a run follows from.
type Setting struct {
	Scenario *sim.Scenario
	Values   sim.Values
	Tape     []int
}

// Of is the run that a fence of a lesson names: what its figure first shows,
// with the fence's own settings. It fails where lint has something to say.
func Of(l *lessons.Lesson, r lessons.FigureRun) (Setting, error) {
	f := l.Figure(r.Figure)
	if f == nil {
		return Setting{}, fmt.Errorf("no figure %q", r.Figure)
	}
	s, err := shown(f)
	if err != nil {
		return s, err
	}
	if s, err = s.with(r.Set); err != nil {
		return s, err
	}
	s.Tape, err = sim.ParseTape(r.Tape)
	return s, err
}

// shown is the run that a figure first shows.
func shown(f *lessons.Figure) (Setting, error) {
	sc, err := catalog.Find(f.Scenario)
	if err != nil {
		return Setting{}, err
	}
	return Setting{Scenario: sc, Values: sc.Params.Defaults()}.with(f.Show)
}

// with is the setting with some parameters set otherwise.
func (s Setting) with(set map[string]string) (Setting, error) {
	var err error
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if s.Values, err = s.Values.Set(name, set[name]); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Run is the run, in words.
func (s Setting) Run() sim.Run { return s.Scenario.Run(s.Values, s.Tape) }

// same says whether two settings are of the same run.
func (s Setting) same(o Setting) bool {
	return s.Scenario.Name == o.Scenario.Name && s.Values.Equal(o.Values) && slices.Equal(s.Tape, o.Tape)
}

// Meets says whether a run came to an outcome.
func Meets(run *sim.Run, o lessons.Outcome) bool {
	switch {
	case run.Cut != "" || run.Pending != nil:
		return false
	case o.Verdict != "":
		return run.Verdict.Kind == o.Verdict
	case o.Value != "":
		return run.Final == o.Value
	}
	return slices.ContainsFunc(run.Findings, func(f sim.Finding) bool { return f.Name == o.Breaks && !f.Holds })
}

// Right is the place of the option that a run makes true; -1 for none.
func Right(p *lessons.Predict, run *sim.Run) int {
	return slices.IndexFunc(p.Options, func(o lessons.Prediction) bool { return Meets(run, o.Outcome) })
}

// Deciding is the entry that decided a run: its verdict's, or where that names
// none the last; -1 where nothing happened.
func Deciding(run *sim.Run) int {
	if run.Verdict.Entry >= 0 {
		return run.Verdict.Entry
	}
	return len(run.Entries) - 1
}

// Chain is how the deciding entry came about: entries by their place, each the
// cause of the next, the deciding one last; at most n of them.
func Chain(run *sim.Run, n int) []int {
	var out []int
	for i := Deciding(run); i >= 0 && len(out) < n; i = run.Entries[i].Cause {
		out = append(out, i)
	}
	slices.Reverse(out)
	return out
}
