package lint

import (
	"maps"
	"slices"

	"fencepost/lessons"
)

// runs checks the predictions and challenges of a lesson, and the checks about
// lines of a run.
func (c *checker) runs(l *lessons.Lesson) {
	if c.Simulate == nil {
		return
	}
	for _, p := range l.Predicts() {
		before := len(c.list)
		f := c.settings(l, p.Run.Figure, p.Run.Set, p.Run.SetPos)
		c.settings(l, p.Run.Figure, p.Meanwhile, p.MeanwhilePos)
		c.try(l, f, p, before)
	}
	for _, q := range l.Checks() {
		if k, ok := q.Body.(*lessons.Spotting); ok && k.Code == nil {
			before := len(c.list)
			c.try(l, c.settings(l, k.Run.Figure, k.Run.Set, k.Run.SetPos), q, before)
		}
	}
	for _, p := range l.Challenges() {
		before := len(c.list)
		f := c.settings(l, p.Run.Figure, p.Run.Set, p.Run.SetPos)
		if f != nil {
			c.free(f, p)
		}
		c.try(l, f, p, before)
	}
}

// settings checks parameters of a figure; nil where there is none that runs,
// which is reported elsewhere.
func (c *checker) settings(l *lessons.Lesson, figure string, set map[string]string, pos map[string]lessons.Pos) *lessons.Figure {
	f := l.Figure(figure)
	if f == nil || c.Simulate(f.Scenario, nil) != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		c.set(f.Scenario, name, set[name], pos[name])
	}
	return f
}

// free checks that what a challenge leaves to its reader are parameters.
func (c *checker) free(f *lessons.Figure, p *lessons.Challenge) {
	for _, name := range p.Free {
		if name.Text == lessons.FreeTape {
			continue
		}
		err := c.Simulate(f.Scenario, map[string]string{name.Text: ""})
		if fault, ok := err.(*Fault); ok && fault.Part == Parameter {
			c.fault(name.Pos, err)
		}
	}
}

// try lets what is right so far be run.
func (c *checker) try(l *lessons.Lesson, f *lessons.Figure, b lessons.Block, before int) {
	if f != nil && c.Try != nil && len(c.list) == before && c.shown(f) {
		c.list = append(c.list, c.Try(l, b)...)
	}
}

// shown says whether what a figure first shows can be run.
func (c *checker) shown(f *lessons.Figure) bool { return c.Simulate(f.Scenario, f.Show) == nil }
