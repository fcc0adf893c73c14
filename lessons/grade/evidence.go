package grade

import (
	"cmp"
	"math"
	"slices"

	"fencepost/lessons/grade/match"
)

// maxQuotes is how many places of a text are quoted for one finding.
const maxQuotes = 3

// quoteSlack is by how much, in log odds, a place that is quoted may say a
// target less than the window that says it best.
const quoteSlack = 2.5

// quote is where the text says a target: the clauses of its strong patterns,
// else of its weaker ones, but only where the window around them says it about
// as well as any other does; else the best window.
func (s *Scorer) quote(k int, r *reading) []Range {
	if len(r.windows) == 0 {
		return nil
	}
	said := r.said.of(k)
	best := greatest(said)
	for _, kind := range []match.Kind{match.Strong, match.Hint} {
		if out := s.quotes(k, r, kind, said, said[best]-quoteSlack); len(out) > 0 {
			return out
		}
	}
	w := r.windows[narrowest(r.windows, said, best)].span
	start, end := r.doc.Range(w.Start, w.End-1)
	return []Range{{start, end}}
}

// greatest is the first of the greatest figures.
func greatest(list []float64) int {
	best := 0
	for i, v := range list {
		if v > list[best] {
			best = i
		}
	}
	return best
}

// narrowest is the window within the best one that says nearly as much alone.
func narrowest(windows []window, said []float64, best int) int {
	span, out := windows[best].span, best
	for i, w := range windows {
		inside := w.span.Start >= span.Start && w.span.End <= span.End
		if inside && said[i] >= said[best]-1 && w.span.End-w.span.Start < windows[out].span.End-windows[out].span.Start {
			out = i
		}
	}
	return out
}

// quotes are the places of a target's patterns of one kind, shortest first
// chosen, in text order, where the text says it with the least log odds asked.
func (s *Scorer) quotes(k int, r *reading, kind match.Kind, said []float64, least float64) []Range {
	var found []match.Match
	for i, p := range s.targets[k].patterns {
		if f := &r.found[k][i]; p.Kind == kind && f.said && around(r.windows, said, f.at) >= least {
			found = append(found, f.at)
		}
	}
	slices.SortStableFunc(found, func(a, b match.Match) int {
		return cmp.Compare(r.hits.Width(a), r.hits.Width(b))
	})
	var out []Range
	for _, m := range found[:min(len(found), maxQuotes)] {
		out = append(out, r.quote(m))
	}
	return merge(out)
}

// around is the greatest log odds of a window that reaches into a match.
func around(windows []window, said []float64, m match.Match) float64 {
	most := math.Inf(-1)
	for i, w := range windows {
		if w.span.Start <= m.End && m.Start < w.span.End {
			most = max(most, said[i])
		}
	}
	return most
}

// quote is the range of the clauses of a match.
func (r *reading) quote(m match.Match) Range {
	start, end := r.doc.ClauseRange(m.Start, m.End)
	return Range{start, end}
}

// merge sorts ranges and joins those that touch.
func merge(list []Range) []Range {
	slices.SortFunc(list, func(a, b Range) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	var out []Range
	for _, r := range list {
		if n := len(out); n > 0 && r.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, r.End)
			continue
		}
		out = append(out, r)
	}
	return out
}
