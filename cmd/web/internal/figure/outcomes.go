package figure

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/sim"
	"fencepost/views"
)

// axes are the parameters of the map of outcomes: across, down, and the switch
// that has a panel for each side. -1 is none; without two sides there is no
// map.
type axes struct{ x, y, panels int }

// chooseAxes takes the first range in sight, the first range out of sight and
// the first switch in sight.
func chooseAxes(schema sim.Schema, main, more []int) axes {
	a := axes{-1, -1, -1}
	for _, i := range main {
		switch t := schema[i].Type; {
		case ranged(t) && a.x < 0:
			a.x = i
		case ranged(t) && a.y < 0:
			a.y = i
		case t == sim.Bool && a.panels < 0:
			a.panels = i
		}
	}
	for _, i := range more {
		if ranged(schema[i].Type) && a.y < 0 {
			a.y = i
		}
	}
	return a
}

func ranged(t sim.Type) bool { return t == sim.Duration || t == sim.Integer }

func (a axes) none() bool { return a.x < 0 || a.y < 0 }

// The map's drawing: px down, and where its cells begin across.
const (
	cellTop   = 4
	cellPitch = 21
	cellHigh  = 18
	mapFoot   = 44 // below the last row: scale and names
	maxCols   = 16
	maxRows   = 8

	cellsFrom views.Pct = 1_200
)

// grid is the side of a map: evenly spaced values of a parameter.
type grid struct {
	low, step int64
	n         int
}

// coarse are at most n values of p from its least, at steps that are easy to
// read.
func coarse(p *sim.Param, n int) grid {
	low, high, step := p.Bounds()
	for _, k := range []int64{1, 2, 4, 5, 8, 10, 20, 40, 50, 100, 200, 400, 500, 1000} {
		if (high-low)/(step*k)+1 <= int64(n) {
			return grid{low, step * k, int((high-low)/(step*k)) + 1}
		}
	}
	return grid{low, (high - low) / int64(n-1), n}
}

func (g grid) value(i int) int64 { return g.low + int64(i)*g.step }

// outcomes is the map of every pair of values on its sides, with the ring
// about the run that was asked for.
func (s *Stage) outcomes(a asked) *views.OutcomeMap {
	if s.axes.none() || s.orders {
		return s.schedules(a)
	}
	m := s.ground
	if m == nil || len(a.kept) > 0 || !s.grounded(a.values) {
		m = s.survey(a)
	}
	d, ringed := s.drawing(a), *m
	ringed.Panels = slices.Clone(m.Panels)
	for i, side := range s.sides() {
		if side < 0 || side == a.values.At(s.axes.panels) {
			ringed.Panels[i].Ring, ringed.Panels[i].Here = d.ring(), d.nearest()
		}
	}
	return &ringed
}

// grounded says whether the map of these values is that of the run first
// shown: the parameters that it does not show are the same.
func (s *Stage) grounded(v sim.Values) bool {
	for i := range s.scenario.Params {
		if i != s.axes.x && i != s.axes.y && i != s.axes.panels && v.At(i) != s.show.At(i) {
			return false
		}
	}
	return true
}

// survey runs the protocol for every pair of values.
func (s *Stage) survey(a asked) *views.OutcomeMap {
	x, y := &s.scenario.Params[s.axes.x], &s.scenario.Params[s.axes.y]
	m := &views.OutcomeMap{
		Title: "Every run at once",
		Intro: "Each cell is a run. Across: " + lowerFirst(x.Label) + ". Upwards: " + lowerFirst(y.Label) + ". The ring marks the present one.",
	}
	d := s.drawing(a)
	d.machine = sim.NewMachine(s.scenario)
	m.Height = cellTop + d.rows.n*cellPitch + mapFoot
	for _, side := range s.sides() {
		m.Panels = append(m.Panels, d.panel(side))
	}
	m.Legend = s.legend(d.counts, len(m.Panels)*d.cols.n*d.rows.n)
	return m
}

// sides are the values of the panels' switch, on first, or the present value
// of no parameter.
func (s *Stage) sides() []int64 {
	if s.axes.panels < 0 {
		return []int64{-1}
	}
	return []int64{1, 0}
}

// drawing is a map under way.
type drawing struct {
	stage      *Stage
	asked      asked
	cols, rows grid
	machine    *sim.Machine
	counts     map[string]int
}

func (s *Stage) drawing(a asked) *drawing {
	x, y := &s.scenario.Params[s.axes.x], &s.scenario.Params[s.axes.y]
	return &drawing{stage: s, asked: a, cols: coarse(x, maxCols), rows: coarse(y, maxRows), counts: map[string]int{}}
}

func (d *drawing) panel(side int64) views.MapPanel {
	s, v := d.stage, d.asked.values
	if side >= 0 {
		v = v.With(s.axes.panels, side)
	}
	x, y := &s.scenario.Params[s.axes.x], &s.scenario.Params[s.axes.y]
	p := views.MapPanel{Title: s.panelTitle(side), XName: axisName(x), YName: axisName(y)}
	p.Label = fmt.Sprintf("%s: outcome for each value of %s and %s", p.Title, p.XName, p.YName)
	for i := range d.cols.n {
		at, w := d.column(i)
		p.Cols = append(p.Cols, views.MapScale{Label: plain(x, d.cols.value(i)), At: at + w/2, Shown: i%2 == 0 || d.cols.n <= 8})
	}
	for r := d.rows.n - 1; r >= 0; r-- {
		yy := d.row(r)
		p.Rows = append(p.Rows, views.MapScale{Label: plain(y, d.rows.value(r)), Y: yy + 13})
		for i := range d.cols.n {
			p.Cells = append(p.Cells, d.cell(v.With(s.axes.x, d.cols.value(i)).With(s.axes.y, d.rows.value(r)), i, yy))
		}
	}
	return p
}

// column is where a column of cells lies.
func (d *drawing) column(i int) (at, width views.Pct) {
	pitch := (full - cellsFrom) / views.Pct(d.cols.n)
	return cellsFrom + views.Pct(i)*pitch, pitch * 91 / 100
}

// row is where a row of cells lies; the least value is lowest.
func (d *drawing) row(r int) int { return cellTop + (d.rows.n-1-r)*cellPitch }

func (d *drawing) cell(v sim.Values, col, y int) views.MapCell {
	d.machine.Run(v, nil)
	kind := d.machine.Kind()
	d.counts[kind]++
	s := d.stage
	px, py := &s.scenario.Params[s.axes.x], &s.scenario.Params[s.axes.y]
	c := views.MapCell{Y: y, H: cellHigh}
	c.Word, c.Swatch = s.verdictOf(kind)
	c.X, c.W = d.column(col)
	c.Label = fmt.Sprintf("%s, %s: %s", px.Spoken(v.At(s.axes.x)), py.Spoken(v.At(s.axes.y)), c.Word)
	c.Href = s.address(v, 1, d.asked.kept)
	return c
}

// ring is where this run lies upon the map, between cells where it is between.
func (d *drawing) ring() *views.MapRing {
	s, v := d.stage, d.asked.values
	pitch := (full - cellsFrom) / views.Pct(d.cols.n)
	_, w := d.column(0)
	x := cellsFrom + views.Pct((v.At(s.axes.x)-d.cols.low)*int64(pitch)/d.cols.step)
	y := d.row(0) - int((v.At(s.axes.y)-d.rows.low)*cellPitch/d.rows.step)
	return &views.MapRing{X: min(x, full-w), W: w, Y: max(y, 0), H: cellHigh}
}

// nearest is the index of the cell nearest to this run.
func (d *drawing) nearest() int {
	s, v := d.stage, d.asked.values
	round := func(g grid, v int64) int {
		return min(max(int((v-g.low+g.step/2)/g.step), 0), g.n-1)
	}
	return (d.rows.n-1-round(d.rows, v.At(s.axes.y)))*d.cols.n + round(d.cols, v.At(s.axes.x))
}

func (s *Stage) panelTitle(side int64) string {
	if side < 0 {
		return s.scenario.Title
	}
	return s.scenario.Params[s.axes.panels].Label + ": " + s.scenario.Params[s.axes.panels].Text(side)
}

func axisName(p *sim.Param) string {
	switch {
	case p.Type == sim.Duration:
		return lowerFirst(p.Label) + ", seconds"
	case p.Unit != "":
		return lowerFirst(p.Label) + ", " + p.Unit
	}
	return lowerFirst(p.Label)
}

// verdictOf is the word and the swatch of a verdict's kind.
func (s *Stage) verdictOf(kind string) (word, swatch string) {
	for _, w := range s.scenario.Verdicts {
		if w.Kind == kind {
			return w.Word, swatchOf(w)
		}
	}
	return "Cut off", faceOf("cut").swatch
}

// swatchOf is the swatch of a verdict: that of its look, or else of its kind.
func swatchOf(w sim.VerdictWord) string {
	if w.Look == "" {
		return faceOf(w.Kind).swatch
	}
	return faceOf(w.Look).swatch
}

// legend lists every verdict of the scenario with how many cells have it.
func (s *Stage) legend(counts map[string]int, of int) []views.MapKind {
	var out []views.MapKind
	for _, w := range s.scenario.Verdicts {
		out = append(out, views.MapKind{
			Swatch: swatchOf(w), Word: w.Word, Means: w.Meaning,
			Count: fmt.Sprintf("%d of %d", counts[w.Kind], of),
		})
	}
	return out
}

// lowerFirst makes a label part of a sentence: its first letter small, unless
// it stands alone or with an ending, as the name of an actor does.
func lowerFirst(label string) string {
	if len(label) < 2 || label[1] == ' ' || label[1] == '\'' {
		return label
	}
	return strings.ToLower(label[:1]) + label[1:]
}
