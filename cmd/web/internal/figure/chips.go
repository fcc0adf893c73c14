package figure

import (
	"strings"

	"fencepost/views"
)

// chip is the label of a bar. Upon a patterned bar it stands on a plate.
type chip struct {
	text     string
	heavy    bool
	bare     bool      // straight upon a solid dark bar
	spare    bool      // left out where its bar has no room
	from, to views.Pct // the part of the bar that is in sight
	y, half  int       // of the bar, px
}

// thin is the half height below which a bar cannot carry text, px.
const thin = 8

// pad is the room between a chip's text and the end of its plate, px.
const pad = 6

// placeChips puts labels upon their bars. Those that find no room there are
// given back, to be placed beside.
func (c *canvas) placeChips() (placed []views.Shape, beside []label) {
	for _, ch := range c.chips {
		short := ch.shorter()
		if s, ok := c.spotUpon(ch); ok {
			placed = append(placed, ch.shapes(s)...)
		} else if s, ok := c.spotUpon(short); ok && short.text != ch.text {
			placed = append(placed, short.shapes(s)...)
		} else if !ch.spare {
			l := label{text: ch.text, class: "halo", spots: besideSpots(ch.from, ch.to, ch.y, ch.half)}
			beside = append(beside, l)
		}
	}
	return placed, beside
}

// shorter is the chip with what follows the first comma of its text, where
// there is one: "token 34" for "owner, token 34".
func (ch chip) shorter() chip {
	if _, rest, ok := strings.Cut(ch.text, ", "); ok {
		ch.text = rest
	}
	return ch
}

// spotUpon finds room for a chip upon its bar, clear of arrows, signs and
// other chips at every width, and claims it.
func (c *canvas) spotUpon(ch chip) (spot, bool) {
	if ch.half < thin {
		return spot{}, false
	}
	for _, s := range uponSpots(ch.from, ch.to, ch.y+5) {
		b := ch.plate(s)
		if ch.holds(b) && c.upon.free(b) {
			c.upon.boxes = append(c.upon.boxes, b)
			c.surface.boxes = append(c.surface.boxes, b) // it may rise above a low level
			return s, true
		}
	}
	return spot{}, false
}

// plate is the room of the chip at a spot.
func (ch chip) plate(s spot) box {
	b := label{text: ch.text, heavy: ch.heavy}.box(s)
	b.left, b.right = b.left-pad, b.right+pad
	b.top, b.bottom = ch.y-min(ch.half-1, 10), ch.y+min(ch.half-1, 10)
	return b
}

// holds says whether the bar is long enough for the box at every width.
func (ch chip) holds(b box) bool {
	for _, w := range widths {
		l, r := b.on(w)
		if l < at(ch.from, w) || r > at(ch.to, w) {
			return false
		}
	}
	return true
}

// shapes draws the chip.
func (ch chip) shapes(s spot) []views.Shape {
	l := label{text: ch.text, class: "lab", heavy: ch.heavy}
	switch {
	case ch.bare:
		l.class = "v-on"
	case ch.heavy:
		l.class = "strong"
	}
	text := l.shape(s)
	if ch.bare {
		return []views.Shape{text}
	}
	b := ch.plate(s)
	return []views.Shape{{
		Form: "chip", Class: "v-chip", X: s.x,
		DX: b.left, Y: b.top, W: b.right - b.left, H: b.bottom - b.top,
	}, text}
}

// uponSpots are places along a bar: its middle, its beginning, its end, and
// between.
func uponSpots(from, to views.Pct, y int) []spot {
	mid := (from + to) / 2
	return []spot{
		{mid, 0, y, middle},
		{from, pad + 2, y, begin},
		{to, -pad - 2, y, end},
		{(from + mid) / 2, 0, y, middle},
		{(mid + to) / 2, 0, y, middle},
	}
}

// besideSpots are places above and below a bar, from the nearest; never before
// the bar, where a label would seem to belong to what came earlier.
func besideSpots(from, to views.Pct, y, half int) []spot {
	var out []spot
	for _, base := range []int{y - half - 5, y + half + 14, y - half - 19, y + half + 28} {
		for _, dx := range []int{4, 14, 26, 40, 60} {
			out = append(out, spot{from, dx, base, begin})
		}
		out = append(out, spot{(from + to) / 2, 0, base, middle}, spot{to, -4, base, end})
	}
	return out
}
