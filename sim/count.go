package sim

import (
	"fmt"
	"strings"
)

// Text is the exploration as a person reads it: how many runs, how many of
// each verdict, and what breaks each invariant.
func (e *Exploration) Text() string {
	var b strings.Builder
	word := "all"
	if !e.Complete {
		word = "the first"
	}
	fmt.Fprintf(&b, "%s %d runs\n%s", word, e.Runs, countsText(e.Counts))
	for _, c := range e.Broken {
		fmt.Fprintf(&b, "  %s broken by %d, first by tape %q at entry %d\n", c.Invariant, c.N, FormatTape(c.Tape), c.Entry+1)
	}
	return b.String()
}

func countsText(counts []Count) string {
	var b strings.Builder
	for _, c := range counts {
		fmt.Fprintf(&b, "  %-10s %d\n", c.Kind, c.N)
	}
	return b.String()
}

// Text is the grid as a person reads it: a row for each value of Y, in each
// row the spans of X with one verdict, and the counts.
func (g *Grid) Text() string {
	var b strings.Builder
	for y := range g.YS {
		if g.Y != nil {
			fmt.Fprintf(&b, "%s=%s\n", g.Y.Name, g.Y.Text(g.YS[y]))
		}
		for from := 0; from < len(g.XS); {
			to := from
			for to+1 < len(g.XS) && g.At(to+1, y) == g.At(from, y) {
				to++
			}
			fmt.Fprintf(&b, "  %s=%s to %s: %s\n", g.X.Name, g.X.Text(g.XS[from]), g.X.Text(g.XS[to]), g.At(from, y))
			from = to + 1
		}
	}
	return b.String() + g.CountsText()
}

// CountsText is how many runs there were and how many ended in each verdict.
func (g *Grid) CountsText() string {
	return fmt.Sprintf("%d runs\n%s", len(g.Cells), countsText(g.Counts))
}
