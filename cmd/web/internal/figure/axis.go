package figure

import (
	"strings"

	"fencepost/sim"
	"fencepost/views"
)

// scales are the distances that rules and their labels may have.
var scales = []struct{ minor, major sim.Millis }{
	{1, 5},
	{2, 10},
	{5, 25},
	{10, 50},
	{20, 100},
	{50, 250},
	{100, 500},
	{200, 1000},
	{500, 2500},
	{1000, 5000},
	{2000, 10_000},
	{5000, 30_000},
	{10_000, 60_000},
	{30_000, 120_000},
	{60_000, 300_000},
	{300_000, 1_800_000},
	{600_000, 3_600_000},
	{3_600_000, 21_600_000},
}

// scale picks the finest distances that give at most 45 rules over a time.
func scale(horizon sim.Millis) (minor, major sim.Millis) {
	for _, s := range scales {
		if horizon/s.minor <= 45 {
			return s.minor, s.major
		}
	}
	return max(horizon/40, 1), max(horizon/8, 1)
}

// frame is the ruled ground: lines of time, lines of lanes, and the axis with
// its posts.
func (c *canvas) frame() []views.Shape {
	minor, major := scale(c.horizon)
	ticks := int(c.horizon/minor) + 1
	rules := make([]views.Shape, 0, 3*ticks+len(c.run.Actors)+1) // the posts, too
	posts := make([]views.Shape, 0, 2*ticks)
	for t := sim.Millis(0); t <= c.horizon; t += minor {
		whole := t%major == 0
		if t > 0 {
			rules = append(rules, c.timeRule(t, whole))
		}
		posts = c.post(posts, t, whole)
	}
	for _, a := range c.run.Actors {
		y := c.lanes[a.ID].y
		rules = append(rules, views.Shape{Form: "rule", Class: "v-lane", X2: full, Y: y, H: y})
	}
	axis := views.Shape{Form: "rule", Class: "v-axis", X2: full, Y: c.axis, H: c.axis}
	return append(append(rules, axis), posts...)
}

func (c *canvas) timeRule(t sim.Millis, major bool) views.Shape {
	class := "v-grid"
	if major {
		class = "v-grid major"
	}
	return views.Shape{Form: "rule", Class: class, X: c.x(t), X2: c.x(t), Y: plotTop, H: c.axis}
}

// post appends one post of the axis; the longer ones say what time it is, the
// first and the last with the unit.
func (c *canvas) post(out []views.Shape, t sim.Millis, major bool) []views.Shape {
	x, reach := c.x(t), 4
	if major {
		reach = 8
	}
	out = append(out, views.Shape{Form: "rule", Class: "v-axis", X: x, X2: x, Y: c.axis - reach, H: c.axis + reach})
	if !major {
		return out
	}
	l := views.Shape{Form: "text", Class: "sub mid", Text: t.String(), X: x, Y: c.axis + 22}
	_, far := scale(c.horizon)
	switch {
	case t == 0:
		l.Class = "sub"
	case t+far > c.horizon && x > full*96/100:
		l.Class = "sub tail"
	case t+far > c.horizon:
	default:
		l.Text = strings.TrimSuffix(l.Text, sim.NoBreak+"s")
	}
	return append(out, l)
}
