package figure

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fencepost/sim"
	"fencepost/sim/catalog"
	"fencepost/views"
)

func TestBoxesMeetWhereverThePlotIsNarrowEnough(t *testing.T) {
	// 50 px at the very left, and 50 px from a tenth of the width: at 560 px the
	// second begins at 56.
	a := box{x1: 0, x2: 0, left: 0, right: 50, top: 0, bottom: 14}
	for _, c := range []struct {
		name string
		b    box
		want bool
	}{
		{"six px between them", box{x1: 1000, x2: 1000, left: 0, right: 50, top: 0, bottom: 14}, false},
		{"five px nearer: within the gap", box{x1: 1000, x2: 1000, left: -5, right: 45, top: 0, bottom: 14}, true},
		{"below", box{x1: 0, x2: 0, left: 0, right: 50, top: 16, bottom: 30}, false},
		{"apart when narrow, and over each other when wide", box{x1: 0, x2: 0, left: 60, right: 110, top: 0, bottom: 14}, false},
	} {
		if got := a.meets(c.b); got != c.want || c.b.meets(a) != c.want {
			t.Errorf("%s: meets = %v, want %v", c.name, got, c.want)
		}
	}
	// A bar over half the plot grows with it: at 560 px it ends at 280, at 840 px at 420.
	bar := box{x1: 0, x2: 5000, top: 0, bottom: 14}
	far := box{x1: 0, x2: 0, left: 400, right: 430, top: 0, bottom: 14}
	if !bar.meets(far) {
		t.Error("at 840 px the bar reaches the box")
	}
}

func TestASegmentCrossesABox(t *testing.T) {
	b := box{x1: 0, x2: 0, left: 100, right: 140, top: 40, bottom: 54}
	for _, c := range []struct {
		name string
		s    segment
		want bool
	}{
		{"straight through", segment{dx1: 120, dx2: 120, y1: 0, y2: 100}, true},
		{"upwards through", segment{dx1: 120, dx2: 120, y1: 100, y2: 0}, true},
		{"beside", segment{dx1: 90, dx2: 90, y1: 0, y2: 100}, false},
		{"leaning past its corner", segment{dx1: 150, dx2: 144, y1: 0, y2: 100}, false},
		{"leaning into it", segment{dx1: 60, dx2: 160, y1: 0, y2: 100}, true},
		{"ending above", segment{dx1: 120, dx2: 120, y1: 0, y2: 30}, false},
	} {
		if got := b.crossed(c.s); got != c.want {
			t.Errorf("%s: crossed = %v, want %v", c.name, got, c.want)
		}
	}
}

func TestALabelTakesItsFirstFreeSpotOrNone(t *testing.T) {
	f := surface{bottom: 100, boxes: []box{{x1: 0, x2: 0, left: 0, right: 100, top: 0, bottom: 20}}}
	got := f.place([]label{
		{text: "here", class: "halo", spots: []spot{{0, 50, 15, begin}, {0, 110, 15, begin}}},
		{text: "nowhere", class: "halo", spots: []spot{{0, 50, 15, begin}, {0, 112, 15, begin}, {0, 5, 5, begin}}},
	})
	want := []views.Shape{{Form: "text", Class: "halo", Text: "here", DX: 110, Y: 15}}
	if !slices.Equal(got, want) {
		t.Errorf("placed %v, want %v", got, want)
	}
}

func TestSpreadMovesPostsAsLittleAsItTakes(t *testing.T) {
	for _, c := range []struct {
		name        string
		homes, want []int
	}{
		{"apart already", []int{20, 60, 100}, []int{20, 60, 100}},
		{"two at one place share the way", []int{50, 50}, []int{41, 59}},
		{"three at one place", []int{100, 100, 100}, []int{82, 100, 118}},
		{"pushed off the left end", []int{0, 0}, []int{9, 27}},
		{"pushed off the right end", []int{551, 551}, []int{533, 551}},
		{"a crowd meets its neighbour", []int{50, 50, 65}, []int{37, 55, 73}},
	} {
		if got := spread(c.homes, 18, 9, 551); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// everyRun calls f with runs of every scenario: any two parameters at some of
// their values, the ends among them, the others as they come.
func everyRun(t *testing.T, f func(name string, run *sim.Run)) {
	t.Helper()
	for _, s := range catalog.All() {
		m := sim.NewMachine(s)
		try := func(v sim.Values) {
			m.Run(v, nil)
			r := m.Report()
			f(s.Name+" "+v.String(), &r)
		}
		for i := range s.Params {
			for k := range i {
				for _, a := range some(&s.Params[i], 6) {
					for _, b := range some(&s.Params[k], 6) {
						try(s.Params.Defaults().With(i, a).With(k, b))
					}
				}
			}
		}
	}
}

// some are at most n values of a parameter, its ends among them.
func some(p *sim.Param, n int64) []int64 {
	low, high, step := p.Bounds()
	by := max((high-low)/step/(n-1), 1) * step
	var out []int64
	for v := low; v <= high; v += by {
		out = append(out, v)
	}
	return out
}

// TestLabelsTouchNothing measures every label of many runs of every scenario
// at several widths of the plot.
func TestLabelsTouchNothing(t *testing.T) {
	drawn := 0
	everyRun(t, func(name string, run *sim.Run) {
		p := plot(run, run.Horizon)
		texts := textBoxes(p)
		drawn += len(texts)
		for i, a := range texts {
			for _, b := range texts[:i] {
				if fault := overlap(a.box, b.box); fault != "" {
					t.Errorf("%s: %q and %q %s", name, a.text, b.text, fault)
				}
			}
			for _, w := range widths {
				if l, r := a.on(w); l < 0 || r > w {
					t.Errorf("%s: %q reaches from %d to %d on a plot of %d px", name, a.text, l, r, w)
				}
			}
		}
		if t.Failed() {
			t.FailNow()
		}
	})
	if drawn < 10_000 {
		t.Errorf("only %d labels were looked at", drawn)
	}
}

type textBox struct {
	box
	text string
}

// textBoxes are the rooms that the labels of a plot take.
func textBoxes(p views.Plot) []textBox {
	var out []textBox
	for _, s := range p.Marks {
		if s.Form != "text" {
			continue
		}
		l := label{text: s.Text, heavy: slices.Contains([]string{"strong", "v-on", "t-ok halo", "t-no halo"}, trimAnchor(s.Class))}
		at := spot{s.X, s.DX, s.Y, begin}
		switch {
		case strings.HasSuffix(s.Class, " mid"):
			at.by = middle
		case strings.HasSuffix(s.Class, " tail"):
			at.by = end
		}
		out = append(out, textBox{l.box(at), s.Text})
	}
	return out
}

func trimAnchor(class string) string {
	return strings.TrimSuffix(strings.TrimSuffix(class, " mid"), " tail")
}

// overlap says at which width two boxes lie over each other, "" for none.
func overlap(a, b box) string {
	if a.top >= b.bottom || b.top >= a.bottom {
		return ""
	}
	for _, w := range widths {
		al, ar := a.on(w)
		bl, br := b.on(w)
		if al < br && bl < ar {
			return fmt.Sprintf("overlap on a plot of %d px", w)
		}
	}
	return ""
}

// TestPostsOfStepsStandApart holds the numbered posts of many runs against
// each other and against the ends of the plot.
func TestPostsOfStepsStandApart(t *testing.T) {
	everyRun(t, func(name string, run *sim.Run) {
		p := plot(run, run.Horizon)
		if len(p.Steps) != len(run.Entries) {
			t.Fatalf("%s: %d posts for %d entries", name, len(p.Steps), len(run.Entries))
		}
		for _, w := range widths {
			last := -100
			for i, k := range p.Steps {
				x := at(k.X, w) + k.DX
				if x < 8 || x > w-8 {
					t.Fatalf("%s: post %d at %d on a plot of %d px", name, i+1, x, w)
				}
				if apart := x - last; !p.Dense && apart < postGap-1 {
					t.Fatalf("%s: posts %d and %d are %d px apart on a plot of %d px", name, i, i+1, apart, w)
				}
				last = x
			}
		}
	})
}
