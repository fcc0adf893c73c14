package figure

import (
	"slices"

	"fencepost/sim"
	"fencepost/views"
)

// The plot from top to bottom, px.
const (
	plotTop   = 32 // below the cursor's flag
	laneFirst = 68 // middle of the first lane
	lanePitch = 72
	readings  = 16 // more, where instruments are shown between the lanes
	axisBelow = 50 // from the middle of the last lane to the axis
	stepBelow = 38 // from the axis to the middle of the posts
	foot      = 50 // from the axis to the bottom
)

// look is how an actor of one shape is drawn.
type look struct {
	tone  string // suffix of the classes of its colour
	glyph string // symbol before its name
}

// looks are the shapes that scenarios name. Every colour is doubled by one.
var looks = map[string]look{
	"a":       {"a", "s-a"},
	"b":       {"b", "s-b"},
	"c":       {"c", "s-c"},
	"lease":   {"l", "s-l"},
	"queue":   {"l", "s-q"},
	"storage": {"s", "s-s"},
}

// lane is one actor's row of the plot.
type lane struct {
	look
	y int // middle
}

// canvas is the plot while a run is being laid out.
type canvas struct {
	run     *sim.Run
	horizon sim.Millis
	lanes   map[string]lane
	axis    int

	under   []views.Shape   // bars
	over    []views.Shape   // arrows and signs
	signs   map[int][]place // along a lane, by its middle
	surface surface
	upon    surface // the same for labels upon bars, which bars do not hinder
	chips   []chip  // labels of bars
	fates   []label // how messages ended
	late    []label // labels of arrows and instants
}

// plot lays a run out over the time from 0 to horizon.
func plot(run *sim.Run, horizon sim.Millis) views.Plot {
	c := newCanvas(run, horizon)
	c.bars()
	c.arrows()
	c.instants()
	p := views.Plot{
		Height: c.axis + foot,
		Axis:   c.axis,
		Frame:  c.frame(),
	}
	p.Steps, p.Dense = c.steps()
	for _, a := range run.Actors {
		l := c.lanes[a.ID]
		p.Lanes = append(p.Lanes, views.Lane{Name: wrap(a.Name), Glyph: l.glyph, Y: l.y})
	}
	chips, beside := c.placeChips()
	labels := c.surface.place(slices.Concat(c.fates, beside, c.late))
	p.Marks = slices.Concat(c.under, chips, c.over, labels)
	return p
}

func newCanvas(run *sim.Run, horizon sim.Millis) *canvas {
	c := &canvas{run: onward(run, horizon), horizon: max(horizon, 1), lanes: map[string]lane{}, signs: map[int][]place{}}
	y, pitch := laneFirst, lanePitch
	if slices.ContainsFunc(run.Entries, func(e sim.Entry) bool { return e.Reading != "" }) {
		pitch += readings
	}
	for _, a := range run.Actors {
		l, ok := looks[a.Shape]
		if !ok {
			l = look{"s", "s-s"}
		}
		c.lanes[a.ID] = lane{look: l, y: y}
		y += pitch
	}
	c.axis = y - pitch + axisBelow
	c.surface.top, c.surface.bottom = plotTop, c.axis-1
	c.upon.bottom = c.axis
	for _, l := range c.lanes {
		c.surface.boxes = append(c.surface.boxes, box{x2: full, top: l.y, bottom: l.y})
	}
	return c
}

// onward is the run with what still lasted at the end of its own time lasting
// to the end of the time that is shown.
func onward(run *sim.Run, horizon sim.Millis) *sim.Run {
	longer := *run
	longer.Spans = slices.Clone(run.Spans)
	end := max(run.Horizon, horizon)
	if run.Pending != nil { // what comes then is open
		end = run.End + horizon/20
	}
	for i, s := range longer.Spans {
		if s.To >= run.Horizon {
			longer.Spans[i].To = end
		}
	}
	return &longer
}

// x is where a time lies.
func (c *canvas) x(t sim.Millis) views.Pct {
	t = min(max(t, 0), c.horizon)
	return views.Pct((int64(t)*int64(full) + int64(c.horizon)/2) / int64(c.horizon))
}

// nameRoom is how wide a lane's name may stand beside the plot on a phone, px.
const nameRoom = 75

// wrap breaks a lane's name into at most two lines: where it is too wide for one,
// at the space that makes the wider of the two narrowest.
func wrap(name string) []string {
	best := []string{name}
	if width(name, true) <= nameRoom {
		return best
	}
	least := width(name, true)
	for i, r := range name {
		if r != ' ' || i == 0 {
			continue
		}
		if w := max(width(name[:i], true), width(name[i+1:], true)); w < least {
			least, best = w, []string{name[:i], name[i+1:]}
		}
	}
	return best
}
