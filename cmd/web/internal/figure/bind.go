package figure

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"fencepost/sim"
	"fencepost/views"
)

// maxRuns is how many runs a page's main controls may reach before the page
// asks for each alone.
const maxRuns = 400

// turning are the main controls in the order in which runs are listed: the
// finest last, for it varies fastest and its neighbours are most alike.
func (s *Stage) turning() []int {
	out := slices.Clone(s.main)
	slices.SortStableFunc(out, func(a, b int) int {
		return s.scenario.Params[a].Count() - s.scenario.Params[b].Count()
	})
	return out
}

// reach is every combination of the main controls' values, nil where those are
// too many.
func (s *Stage) reach() []sim.Values {
	n := 1
	for _, i := range s.main {
		if n *= s.scenario.Params[i].Count(); n > maxRuns {
			return nil
		}
	}
	out := []sim.Values{s.show}
	for _, i := range s.turning() {
		var next []sim.Values
		low, high, step := s.scenario.Params[i].Bounds()
		for _, v := range out {
			for x := low; x <= high; x += step {
				next = append(next, v.With(i, x))
			}
		}
		out = next
	}
	return out
}

// bind runs whatever the main controls reach, and names the outcome.
func (s *Stage) bind() error {
	if !s.axes.none() && !s.orders {
		s.ground = s.survey(asked{values: s.show})
	}
	reach := s.reach()
	m := sim.NewMachine(s.scenario)
	runs := make([]sim.Run, len(reach))
	for i, v := range reach {
		m.Run(v, nil)
		runs[i] = m.Report()
		s.horizon = max(s.horizon, runs[i].Horizon)
	}
	first := s.scenario.Run(s.show, nil)
	s.horizon = max(s.horizon, first.Horizon)
	w := newWriter()
	w.common(s, s.draw(&first, s.horizon))
	for i := range runs {
		f := s.draw(&runs[i], s.horizon)
		s.schedule(f, &runs[i], asked{values: reach[i]})
		if err := w.run(f, s.ringDoc(reach[i])); err != nil {
			return err
		}
	}
	w.doc.Controls = s.controlDocs()
	body, err := w.bytes()
	if err != nil {
		return err
	}
	sum := sha256.Sum256(append([]byte(s.scenario.Name+s.page), body...))
	s.version = hex.EncodeToString(sum[:6])
	if len(reach) == 0 {
		return nil
	}
	s.runs = bytes.Clone(body)
	s.packed = pack(s.runs)
	return nil
}

func (s *Stage) controlDocs() []controlDoc {
	var out []controlDoc
	for _, i := range s.turning() {
		p := &s.scenario.Params[i]
		d := controlDoc{Key: p.Name}
		if low, high, step := p.Bounds(); p.Count() <= maxRuns {
			for x := low; x <= high; x += step {
				d.Values = append(d.Values, p.Text(x))
			}
		}
		out = append(out, d)
	}
	return out
}

// Answer is the JSON body for GET page/figures/ID?query: one run for the
// parameters given, under their own names, or all runs of the main controls
// where all=1 asks for them. Immutable says that the query's v names this very
// content, so that the body may be cached for ever.
func (s *Stage) Answer(query url.Values) (body []byte, immutable bool, err error) {
	immutable = query.Get("v") == s.version
	if query.Get("all") != "" && s.runs != nil {
		return s.runs, immutable, nil
	}
	body, err = s.one(query)
	return body, immutable, err
}

// one is the run that a query asks for, with what surrounds it on the page.
func (s *Stage) one(query url.Values) ([]byte, error) {
	var a asked
	var notes []sim.Note
	a.values, notes = sim.FromQuery(s.show, query)
	a.readTape(query.Get(tapeKey))
	for _, n := range notes {
		a.notes = append(a.notes, n.Text)
	}
	run := s.perform(a)
	f := s.draw(&run, s.span(&run))
	s.schedule(f, &run, a)
	w := newWriter()
	w.common(s, f)
	w.doc.Notes = a.notes
	if err := w.run(f, s.ringDoc(a.values)); err != nil {
		return nil, err
	}
	if err := w.surroundings(f, s.outcomes(a)); err != nil {
		return nil, err
	}
	return w.bytes()
}

// surroundings adds what the page has about a run, as the page has it.
func (w *writer) surroundings(f *views.Figure, m *views.OutcomeMap) error {
	var err error
	if f.Scheduler != nil {
		if w.doc.Scheduler, err = html(views.SchedulerView(f.Scheduler)); err != nil {
			return err
		}
	}
	if m == nil {
		return nil
	}
	if w.doc.Map, err = html(views.OutcomeMapView(m)); err != nil {
		return err
	}
	w.doc.Legend, err = html(views.MapLegend(m))
	return err
}

// html is a component as the page has it.
func html(c templ.Component) (string, error) {
	var b bytes.Buffer
	if err := c.Render(context.Background(), &b); err != nil {
		return "", fmt.Errorf("draw what surrounds a run: %w", err)
	}
	return b.String(), nil
}
