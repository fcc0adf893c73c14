// Package figure stages simulators: it turns a lesson's sim fence and the
// address of a page into a run, lays the run out and makes the view model that
// templates print, and the same as data for the page's script, so that there
// is one layout.
package figure

import (
	"fmt"
	"slices"

	"fencepost/lessons"
	"fencepost/sim"
	"fencepost/sim/catalog"
	"fencepost/views"
)

// Stage is one simulator of one lesson, made ready. It is safe for concurrent
// use: nothing in it changes after Prepare.
type Stage struct {
	id      string
	n       int // "Figure 1."
	caption string
	page    string   // address of the lesson's page
	prefix  string   // of its keys in the page's query
	keys    []string // every key that it reads there: parameters in order, then the step
	others  []string // the keys that other figures of the page read

	scenario *sim.Scenario
	show     sim.Values // the run first shown
	main     []int      // parameters whose controls are always in sight
	more     []int      // the others
	axes     axes
	ground   *views.OutcomeMap // the map about the run first shown, without a ring
	orders   bool              // what its runs come to rests on the order of events
	riddle   bool              // a challenge asks for an order of events, so none is shown
	quotable bool              // runs can be taken along to the lesson's explanation
	horizon  sim.Millis        // of every run that the main controls reach
	runs     []byte            // those runs as JSON; nil where they are too many
	packed   []packed          // the same, compressed
	version  string
}

// Prepare stages the simulators of a lesson, in reading order. Page is the
// address of the lesson's page, base path included and without query. It fails
// where a fence names a scenario or a parameter that does not exist.
func Prepare(l *lessons.Lesson, page string) ([]*Stage, error) {
	var out []*Stage
	for i, f := range l.Figures() {
		s, err := stage(f, page, i)
		if err != nil {
			return nil, fmt.Errorf("figure %s of %s: %w", f.ID, l.Slug, err)
		}
		out = append(out, s)
	}
	for _, s := range out {
		for _, o := range out {
			if o != s {
				s.others = append(s.others, o.keys...)
			}
		}
		s.quotable, s.riddle = l.Rubric != nil, riddle(l, s.id)
		if err := s.bind(); err != nil {
			return nil, fmt.Errorf("figure %s of %s: %w", s.id, l.Slug, err)
		}
	}
	return out, nil
}

// riddle says whether a challenge asks readers for an order of events that a
// figure would otherwise show.
func riddle(l *lessons.Lesson, figure string) bool {
	return slices.ContainsFunc(l.Challenges(), func(c *lessons.Challenge) bool {
		return c.Run.Figure == figure && slices.ContainsFunc(c.Free, func(f lessons.Phrase) bool { return f.Text == lessons.FreeTape })
	})
}

// stage reads one fence. The first figure of a page has its parameters in the
// query under their own names, later ones under "id.name".
func stage(f *lessons.Figure, page string, i int) (*Stage, error) {
	sc, err := catalog.Find(f.Scenario)
	if err != nil {
		return nil, err
	}
	s := &Stage{id: f.ID, n: i + 1, caption: f.Caption, page: page, scenario: sc, show: sc.Params.Defaults()}
	if i > 0 {
		s.prefix = f.ID + "."
	}
	for name, text := range f.Show {
		if s.show, err = s.show.Set(name, text); err != nil {
			return nil, err
		}
	}
	if s.main, s.more, err = split(sc.Params, f.Controls); err != nil {
		return nil, err
	}
	for _, p := range sc.Params {
		s.keys = append(s.keys, s.prefix+p.Name)
	}
	s.keys = append(s.keys, s.prefix+tapeKey, s.prefix+"step")
	s.axes = chooseAxes(sc.Params, s.main, s.more)
	first := sc.Run(s.show, nil)
	s.orders = len(first.Choices) > 0
	return s, nil
}

// split divides the parameters into those that the fence or else the scenario
// puts in sight, in that order, and the others.
func split(schema sim.Schema, controls []string) (main, more []int, err error) {
	for _, name := range controls {
		i := schema.Index(name)
		if i < 0 {
			return nil, nil, fmt.Errorf("no parameter %q", name)
		}
		main = append(main, i)
	}
	for i, p := range schema {
		switch {
		case slices.Contains(main, i):
		case len(controls) == 0 && p.Main:
			main = append(main, i)
		default:
			more = append(more, i)
		}
	}
	return main, more, nil
}

// ID is the fence's id: which Stage belongs to which lessons.Figure, and the
// last part of the address that Answer serves, page + "/figures/" + ID.
func (s *Stage) ID() string { return s.id }
