package figure

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"

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
	w.ground(s, s.draw(&first, s.horizon))
	for i := range runs {
		f := s.draw(&runs[i], s.horizon)
		f.Events = events(&runs[i])
		w.run(f, s.ringDoc(reach[i]))
	}
	w.doc.Controls = s.controlDocs()
	body, err := w.bytes()
	if err != nil {
		return err
	}
	sum := sha256.Sum256(append([]byte(s.scenario.Name+s.page), body...))
	s.version = hex.EncodeToString(sum[:6])
	if len(reach) > 0 {
		s.runs = body
	}
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

// one is the run that a query asks for, with the map that surrounds it.
func (s *Stage) one(query url.Values) ([]byte, error) {
	var a asked
	var notes []sim.Note
	a.values, notes = sim.FromQuery(s.show, query)
	run := s.scenario.Run(a.values, nil)
	f := s.draw(&run, s.span(&run))
	f.Events = events(&run)
	w := newWriter()
	w.ground(s, f)
	w.run(f, s.ringDoc(a.values))
	for _, n := range notes {
		w.doc.Notes = append(w.doc.Notes, n.Text)
	}
	if m := s.outcomes(a); m != nil {
		if err := w.maps(m); err != nil {
			return nil, err
		}
	}
	return w.bytes()
}

// maps adds the map as the page has it.
func (w *writer) maps(m *views.OutcomeMap) error {
	var html, legend bytes.Buffer
	if err := views.OutcomeMapView(m).Render(context.Background(), &html); err != nil {
		return fmt.Errorf("draw the map: %w", err)
	}
	if err := views.MapLegend(m).Render(context.Background(), &legend); err != nil {
		return fmt.Errorf("draw the map's legend: %w", err)
	}
	w.doc.Map, w.doc.Legend = html.String(), legend.String()
	return nil
}
