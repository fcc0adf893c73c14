package figure

import (
	"slices"

	"fencepost/sim"
	"fencepost/views"
)

// said is what a plot says at an instant, by the models' words for it. What
// has an arrow or a bar of its own needs no word here.
var said = map[string]string{
	"expire": "expires",
	"resume": "wakes",
	"wake":   "wakes",
	"crash":  "crashes",
	"stop":   "stops",
	"dead":   "dead letter",
}

// instants marks what happens on a lane that decides, and says in a word what
// has no arrow.
func (c *canvas) instants() {
	marked := map[string]map[views.Pct]bool{}
	for _, e := range c.run.Entries {
		l, known := c.lanes[e.Actor]
		if !known {
			continue
		}
		x := c.x(e.At)
		if l.tone == "l" && !c.levelled(e.Actor) {
			if marked[e.Actor] == nil {
				marked[e.Actor] = map[views.Pct]bool{}
			}
			if !marked[e.Actor][x] {
				c.diamond(x, l.y)
			}
			marked[e.Actor][x] = true
		}
		if e.Reading != "" {
			c.late = append(c.late, label{text: e.Reading, class: "sub halo", spots: readingSpots(x, l.y, c.reach(e.Actor, e.At))})
		}
		if word := said[e.Kind]; word != "" {
			c.late = append(c.late, label{text: word, class: "halo", spots: instantSpots(x, l.y, c.reach(e.Actor, e.At))})
		}
	}
}

// levelled says whether a lane shows an amount, whose steps mark its instants.
func (c *canvas) levelled(actor string) bool {
	return slices.ContainsFunc(c.run.Spans, func(s sim.Span) bool { return s.Actor == actor && styles[s.State] == level })
}

// diamond marks an instant upon a lane that decides.
func (c *canvas) diamond(x views.Pct, y int) {
	const r = 9
	if c.signed(x, y, r) {
		return
	}
	dx := -r
	switch {
	case x < full*2/100:
		dx = -2
	case x > full*98/100:
		dx = 2 - 2*r
	}
	c.over = append(c.over, views.Shape{Form: "sign", Text: "g-at", X: x, DX: dx, Y: y - r, W: 2 * r})
	b := box{x1: x, x2: x, left: dx, right: dx + 2*r, top: y - r, bottom: y + r}
	c.surface.boxes = append(c.surface.boxes, b)
	c.upon.boxes = append(c.upon.boxes, b)
}

// signed says whether a sign stands within r px of a point of a lane.
func (c *canvas) signed(x views.Pct, y, r int) bool {
	narrow := widths[0]
	for _, p := range c.signs[y] {
		if d := at(p.x, narrow) + p.dx - at(x, narrow); d < r+p.r && -d < r+p.r {
			return true
		}
	}
	return false
}

// instantSpots are places about a point of a lane.
func instantSpots(x views.Pct, y, half int) []spot {
	above, below := y-half-6, y+half+15
	return []spot{
		{x, -12, above, end},
		{x, 12, above, begin},
		{x, -12, below, end},
		{x, 12, below, begin},
		{x, 30, above, begin},
		{x, 30, below, begin},
		{x, -26, above, end},
		{x, 12, above - 14, begin},
		{x, -12, above - 14, end},
	}
}

// readingSpots are places about a point of a lane for what its actor's
// instruments show: beneath it, where the next moment begins, before above it.
func readingSpots(x views.Pct, y, half int) []spot {
	var out []spot
	for _, base := range []int{y + half + 14, y - half - 5, y + half + 28, y - half - 19} {
		out = append(out, spot{x, 2, base, begin}, spot{x, -2, base, end}, spot{x, 0, base, middle}, spot{x, 12, base, begin}, spot{x, -12, base, end})
	}
	return out
}

// sayRun tells the run in one sentence a lane, for those who do not see it.
func sayRun(run *sim.Run) string {
	var out string
	for _, a := range run.Actors {
		said := ""
		for _, s := range run.Spans {
			if s.Actor != a.ID {
				continue
			}
			if said != "" {
				said += ", "
			}
			said += spanWords(s, run)
		}
		if said != "" {
			out += a.Name + ": " + said + ". "
		}
	}
	return out + verdictWords(run.Verdict.Word, run.Verdict.Sentence)
}

// verdictWords end what is said of a run.
func verdictWords(word, sentence string) string { return word + ": " + sentence }

// spanWords is one bar in words: "frozen from 2 s to 14 s".
func spanWords(s sim.Span, run *sim.Run) string {
	what := s.State
	if s.Label != "" {
		what = s.Label
	} else if s.Holder != "" && s.Holder != s.Actor {
		for _, a := range run.Actors {
			if a.ID == s.Holder {
				what += " of " + a.Name
			}
		}
	}
	return what + " from " + s.From.String() + " to " + min(s.To, run.Horizon).String()
}
