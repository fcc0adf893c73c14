package figure

import (
	"slices"

	"fencepost/sim"
	"fencepost/views"
)

// style is how a bar of one kind is drawn.
type style int

const (
	solid    style = iota // has it: full, in the holder's colour
	dashed                // believes to have it: outline only
	hatched               // does nothing: taller, over all else
	register              // remembers a value: outlined, in ink
	level                 // holds an amount: as high as that is
)

// styles are the states that are not drawn solid, by the models' words.
var styles = map[string]style{
	"believes": dashed, "waiting": dashed, "waits": dashed, "invisible": dashed, "in_flight": dashed,
	"backing_off": dashed,
	"frozen":      hatched, "stalled": hatched, "crashed": hatched, "down": hatched,
	"register": register, "value": register, "remembers": register, "stored": register, "row": register, "queued": register,
	"level": level, "overloaded": level,
}

// spare are the states whose labels are left out where their bars have no room:
// there are many, and the list of events says the same.
var spare = map[string]bool{"level": true, "working": true, "backing_off": true}

// levelHigh is how high a full level is, px.
const levelHigh = 46

// half is half of a bar's height, px.
func (c *canvas) half(s sim.Span) int {
	switch st := styles[s.State]; {
	case st == hatched:
		return 16
	case st == register:
		return 9
	case st == level:
		return levelHigh / 2
	case s.Holder != "" && s.Holder != s.Actor:
		return 5
	default:
		return 11
	}
}

// tone is the colour that a span takes.
func (c *canvas) tone(s sim.Span) string {
	if l, ok := c.lanes[s.Holder]; ok {
		return l.tone
	}
	return c.lanes[s.Actor].tone
}

// bars draws every span: outlines below, then what is held, then what is
// hatched, with a thin stripe of what lies beneath it.
func (c *canvas) bars() {
	spans := slices.Clone(c.run.Spans)
	rank := func(s sim.Span) int { return [...]int{1, 0, 2, 1, 1}[styles[s.State]] }
	slices.SortStableFunc(spans, func(a, b sim.Span) int { return rank(a) - rank(b) })
	for _, s := range spans {
		if _, known := c.lanes[s.Actor]; known && s.To > s.From && s.From < c.horizon {
			c.bar(s)
		}
	}
}

func (c *canvas) bar(s sim.Span) {
	half, y := c.half(s), c.lanes[s.Actor].y
	x1, x2 := c.x(s.From), c.x(s.To)
	top := y - half
	if styles[s.State] == level {
		top = y + half - max(s.Level*levelHigh/100, 1)
	}
	c.surface.boxes = append(c.surface.boxes, box{x1: x1, x2: x2, top: top, bottom: y + half})
	draw := func(class string, from, to views.Pct, y, h int) {
		c.under = append(c.under, views.Shape{Form: "bar", Class: class, X: from, X2: to - from, Y: y, H: h})
	}
	switch styles[s.State] {
	case solid:
		draw("v-"+c.tone(s), x1, x2, y-half, 2*half)
	case dashed:
		draw("v-belief "+c.tone(s), x1, x2, y-half, 2*half)
	case register:
		class := "v-reg"
		if tone := c.tone(s); tone != "s" {
			class = "v-reg " + tone
		}
		draw(class, x1, x2, y-half, 2*half)
	case level:
		class := "v-level"
		if s.State == "overloaded" {
			class = "v-level over"
		}
		draw(class, x1, x2, top, y+half-top)
	case hatched:
		draw("v-chip", x1, x2, y-half, 2*half)
		draw("v-frozen", x1, x2, y-half, 2*half)
		c.stripes(s, draw)
	}
	c.barLabel(s)
}

// stripes shows beneath a hatched span what its actor still had or believed.
func (c *canvas) stripes(s sim.Span, draw func(string, views.Pct, views.Pct, int, int)) {
	y := c.lanes[s.Actor].y
	for _, o := range c.run.Spans {
		from, to := max(o.From, s.From), min(o.To, s.To)
		if o.Actor != s.Actor || from >= to {
			continue
		}
		switch styles[o.State] {
		case solid:
			draw("v-"+c.tone(o), c.x(from), c.x(to), y+11, 5)
		case dashed:
			draw("v-belief "+c.tone(o), c.x(from), c.x(to), y+11, 5)
		}
	}
}

// barLabel asks for a span's label: upon its bar where that has room, else
// beside it.
func (c *canvas) barLabel(s sim.Span) {
	if s.Label == "" {
		return
	}
	from, to := c.open(s)
	b := chip{text: s.Label, from: c.x(from), to: c.x(to), y: c.lanes[s.Actor].y, half: c.half(s)}
	st := styles[s.State]
	b.heavy = st == hatched || st == solid
	b.spare = spare[s.State]
	b.bare = st == solid && c.tone(s) == "a"
	c.chips = append(c.chips, b)
}

// open is the longest part of a span that no hatched span of its actor covers.
func (c *canvas) open(s sim.Span) (from, to sim.Millis) {
	from, to = s.From, min(s.To, c.horizon)
	if styles[s.State] == hatched {
		return from, to
	}
	for _, o := range c.run.Spans {
		if o.Actor != s.Actor || styles[o.State] != hatched || o.To <= from || o.From >= to {
			continue
		}
		if o.From-from >= to-o.To {
			to = o.From
		} else {
			from = o.To
		}
	}
	return from, to
}
