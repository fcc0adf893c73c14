package figure

import (
	"fencepost/sim"
	"fencepost/views"
)

// Arrows of one instant are drawn one after the other, in the order in which
// the messages were sent, each leaning a little to the right as one that took
// time would: px.
const (
	leanStart = 2
	lean      = 8
	fanOut    = 13
	fanWide   = 5 * fanOut // of all arrows of an instant, however many
)

// arrows draws the messages.
func (c *canvas) arrows() {
	fan, of := map[sim.Millis]int{}, map[sim.Millis]int{}
	for _, m := range c.run.Messages {
		of[m.Sent]++
	}
	for _, m := range c.run.Messages {
		from, known := c.lanes[m.From]
		to, known2 := c.lanes[m.To]
		if !known || !known2 || m.From == m.To || m.Sent > c.horizon {
			continue
		}
		c.arrow(m, from, to, fan[m.Sent]*min(fanOut, fanWide/of[m.Sent]))
		fan[m.Sent]++
	}
}

// arrow draws one message, so many px aside of its time, its sign and its label.
func (c *canvas) arrow(m sim.Message, from, to lane, aside int) {
	s := segment{x1: c.x(m.Sent), x2: c.x(m.Came)}
	s.dx1 = leanStart + aside
	s.dx2 = s.dx1 + lean
	if m.Came > m.Sent {
		s.dx2 = s.dx1
	}
	if s.x2 > full*97/100 { // no room to the right
		s.dx1, s.dx2 = -s.dx2, -s.dx1
	}
	down := to.y > from.y
	s.y1 = away(from.y, c.reach(m.From, m.Sent), down)
	s.y2 = away(to.y, c.stop(m), !down)
	if r := signHalf(m.Fate); r > 0 && m.Fate != sim.Lost {
		s.dx2 = c.apart(to.y, s.x2, s.dx2, r)
		if s.x1 != s.x2 { // a line between two times has one shift
			s.dx1 = s.dx2
		}
	}
	class := "v-arrow to-" + from.tone
	switch m.Fate {
	case sim.Refused:
		class = "v-arrow to-no"
	case sim.Lost:
		class = "v-arrow lost to-" + from.tone
		s.y2 = (s.y1 + 2*s.y2) / 3
	}
	c.over = append(c.over, line(class, s))
	c.surface.segments = append(c.surface.segments, s)
	c.upon.segments = append(c.upon.segments, s)
	c.sign(m, s, to, down)
}

// line is an arrow's shaft; its head comes with the class.
func line(class string, s segment) views.Shape {
	if s.x1 == s.x2 {
		return views.Shape{Form: "slant", Class: class, X: s.x1, DX: s.dx1, Y: s.y1, W: s.dx2, H: s.y2}
	}
	return views.Shape{Form: "rule", Class: class, X: s.x1, X2: s.x2, DX: s.dx1, Y: s.y1, H: s.y2}
}

// signHalf is half the size of the sign of a fate, px.
func signHalf(f sim.Fate) int {
	switch f {
	case sim.Accepted:
		return 10
	case sim.Refused:
		return 12
	case sim.Lost:
		return 8
	}
	return 0
}

// place is where a sign stands: dx px from x, r px about it.
type place struct {
	x     views.Pct
	dx, r int
}

// apart moves a sign along its lane, to the right, off the one before it.
func (c *canvas) apart(y int, x views.Pct, dx, r int) int {
	narrow := widths[0]
	for _, p := range c.signs[y] {
		mine, its := at(x, narrow)+dx, at(p.x, narrow)+p.dx
		if room := r + p.r + 1; mine > its-room && mine < its+room && mine >= its-p.r {
			dx += its + room - mine
		}
	}
	c.signs[y] = append(c.signs[y], place{x, dx, r})
	return dx
}

// away is y moved by d, down or up.
func away(y, d int, down bool) int {
	if down {
		return y + d
	}
	return y - d
}

// reach is how far the actor's bar at that time reaches from its middle, px.
func (c *canvas) reach(actor string, t sim.Millis) int {
	r := 2
	for _, s := range c.run.Spans {
		if s.Actor == actor && s.From <= t && t <= s.To {
			r = max(r, c.half(s))
		}
	}
	return r + 1
}

// stop is how far from the middle of the lane the message's arrow ends, px.
func (c *canvas) stop(m sim.Message) int {
	switch m.Fate {
	case sim.Accepted:
		return 11
	case sim.Refused:
		return 16
	default:
		return c.reach(m.To, m.Came) + 1
	}
}

// sign marks how the message ended, says so, and says what it was, each where
// there is room.
func (c *canvas) sign(m sim.Message, s segment, to lane, down bool) {
	switch m.Fate {
	case sim.Accepted:
		c.symbol("g-ok", s, to.y, signHalf(m.Fate))
		c.fate(label{text: "accepted", class: "t-ok halo", heavy: true, spots: signSpots(s, to.y)})
	case sim.Refused:
		bar := away(to.y, 15, !down)
		c.over = append(c.over, views.Shape{Form: "slant", Class: "v-bar", X: s.x2, DX: s.dx2 - 15, Y: bar, W: s.dx2 + 15, H: bar})
		c.symbol("g-no", s, to.y, signHalf(m.Fate))
		c.fate(label{text: "refused", class: "t-no halo", heavy: true, spots: signSpots(s, to.y)})
	case sim.Lost:
		c.symbol("g-lost", s, s.y2, signHalf(m.Fate))
		c.fate(label{text: "lost", class: "t-no halo", heavy: true, spots: signSpots(s, s.y2)})
	}
	if m.Label != "" {
		c.late = append(c.late, label{text: m.Label, class: "halo", spots: alongSpots(s)})
	}
}

// fate says how a message ended: of all labels the first to be placed.
func (c *canvas) fate(l label) { c.fates = append(c.fates, l) }

// symbol draws a sign about the end of an arrow, r px about (x2, y).
func (c *canvas) symbol(id string, s segment, y, r int) {
	c.over = append(c.over, views.Shape{Form: "sign", Text: id, X: s.x2, DX: s.dx2 - r, Y: y - r, W: 2 * r})
	b := box{x1: s.x2, x2: s.x2, left: s.dx2 - r, right: s.dx2 + r, top: y - r, bottom: y + r}
	c.surface.boxes = append(c.surface.boxes, b)
	c.upon.boxes = append(c.upon.boxes, b)
}

// signSpots are places for the word that goes with a sign.
func signSpots(s segment, y int) []spot {
	var out []spot
	for _, base := range []int{y + 28, y - 20, y + 40, y - 33} {
		out = append(
			out,
			spot{s.x2, s.dx2 - 10, base, begin}, spot{s.x2, s.dx2, base, middle},
			spot{s.x2, s.dx2 + 10, base, end}, spot{s.x2, s.dx2 + 20, base, begin},
			spot{s.x2, s.dx2 - 20, base, end}, spot{s.x2, s.dx2 + 40, base, begin},
		)
	}
	return out
}

// alongSpots are places for the word of an arrow: beside its shaft, from its
// middle outwards.
func alongSpots(s segment) []spot {
	var out []spot
	for _, share := range []int{50, 35, 65, 22, 78} {
		x := s.x1 + (s.x2-s.x1)*views.Pct(share)/100
		dx := s.dx1 + (s.dx2-s.dx1)*share/100
		y := s.y1 + (s.y2-s.y1)*share/100 + 4
		out = append(out, spot{x, dx + 7, y, begin}, spot{x, dx - 7, y, end}, spot{x, dx + 18, y, begin})
	}
	return out
}
