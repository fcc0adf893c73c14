package figure

import (
	"fencepost/views"
)

// full is the whole width of a plot.
const full views.Pct = 10_000

// widths are those of the plot, px, at which nothing may touch: from the
// narrowest that the style sheet allows (35rem) to the widest column.
var widths = [...]int{560, 600, 640, 680, 720, 780, 840}

// at is where a share of the plot's width lies when it is w px wide.
func at(x views.Pct, w int) int { return int(x) * w / int(full) }

// box is a rectangle that keeps its height but moves with the plot's width:
// its sides are px from two places on the time axis.
type box struct {
	x1, x2      views.Pct
	left, right int // px from x1 and from x2
	top, bottom int // px
}

// on is the box on a plot w px wide.
func (b box) on(w int) (left, right int) { return at(b.x1, w) + b.left, at(b.x2, w) + b.right }

// segment is an arrow's line.
type segment struct {
	x1, x2   views.Pct
	dx1, dx2 int
	y1, y2   int
}

// gap is how near a label may come to a line or to another label, px.
const gap = 2

// meets says whether two boxes come within gap of each other at any width.
func (b box) meets(o box) bool {
	if b.top >= o.bottom+gap || o.top >= b.bottom+gap {
		return false
	}
	for _, w := range widths {
		bl, br := b.on(w)
		ol, or := o.on(w)
		if bl < or+gap && ol < br+gap {
			return true
		}
	}
	return false
}

// crossed says whether the segment comes within gap of the box at any width.
func (b box) crossed(s segment) bool {
	for _, w := range widths {
		l, r := b.on(w)
		if crosses(s, w, l-gap, r+gap, b.top-gap, b.bottom+gap) {
			return true
		}
	}
	return false
}

// crosses clips the segment to the band between top and bottom and asks
// whether what is left of it reaches between left and right.
func crosses(s segment, w, left, right, top, bottom int) bool {
	xa, xb := at(s.x1, w)+s.dx1, at(s.x2, w)+s.dx2
	ya, yb := s.y1, s.y2
	if ya > yb {
		xa, xb, ya, yb = xb, xa, yb, ya
	}
	if yb < top || ya > bottom {
		return false
	}
	x := func(y int) int {
		if yb == ya {
			return xa
		}
		return xa + (xb-xa)*(y-ya)/(yb-ya)
	}
	from, to := x(max(ya, top)), x(min(yb, bottom))
	if yb == ya {
		to = xb
	}
	return min(from, to) <= right && max(from, to) >= left
}

// within says whether the box stays on the plot at every width.
func (b box) within() bool {
	for _, w := range widths {
		if l, r := b.on(w); l < 0 || r > w {
			return false
		}
	}
	return true
}

// anchor is which part of a label its place names.
type anchor int

const (
	begin anchor = iota
	middle
	end
)

// spot is one place where a label could stand: dx px from x, baseline at y.
type spot struct {
	x  views.Pct
	dx int
	y  int
	by anchor
}

// label is a text that looks for its place.
type label struct {
	text  string
	class string
	heavy bool
	spots []spot // best first
}

// ascent and descent are how far text reaches from its baseline, px.
const (
	ascent  = 11
	descent = 3
)

// box is the room that the label takes at a spot.
func (l label) box(s spot) box {
	w := width(l.text, l.heavy)
	left := s.dx
	switch s.by {
	case middle:
		left -= w / 2
	case end:
		left -= w
	}
	return box{x1: s.x, x2: s.x, left: left, right: left + w, top: s.y - ascent, bottom: s.y + descent}
}

// surface is what labels must keep clear of, between its top and its bottom.
type surface struct {
	top, bottom int
	boxes       []box
	segments    []segment
}

// free says whether nothing touches the box.
func (f *surface) free(b box) bool {
	if b.top < f.top || b.bottom > f.bottom || !b.within() {
		return false
	}
	for _, o := range f.boxes {
		if b.meets(o) {
			return false
		}
	}
	for _, s := range f.segments {
		if b.crossed(s) {
			return false
		}
	}
	return true
}

// place puts each label at its first free spot, in order, and claims the room
// for it. A label without a free spot is left out: the list of events says in
// words what it would have said.
func (f *surface) place(labels []label) []views.Shape {
	var out []views.Shape
	for _, l := range labels {
		for _, s := range l.spots {
			b := l.box(s)
			if !f.free(b) {
				continue
			}
			f.boxes = append(f.boxes, b)
			out = append(out, l.shape(s))
			break
		}
	}
	return out
}

// shape is the label as it is drawn.
func (l label) shape(s spot) views.Shape {
	class := l.class
	switch s.by {
	case middle:
		class += " mid"
	case end:
		class += " tail"
	}
	return views.Shape{Form: "text", Class: class, Text: l.text, X: s.x, DX: s.dx, Y: s.y}
}
