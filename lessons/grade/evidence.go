package grade

import (
	"cmp"
	"slices"

	"fencepost/lessons/grade/match"
)

// maxQuotes is how many places of a text are quoted for one finding.
const maxQuotes = 3

// quote is where the text says a target: the clauses of its strong
// patterns, else of its weaker ones, else the window most like a phrasing.
func (s *Scorer) quote(k int, r *reading) []Range {
	for _, kind := range []match.Kind{match.Strong, match.Hint} {
		if out := s.quotes(k, r, kind); len(out) > 0 {
			return out
		}
	}
	best := r.near[k].right
	if best.value < 0.2 {
		return nil
	}
	w := r.windows[best.at].span
	start, end := r.doc.Range(w.Start, w.End-1)
	return []Range{{start, end}}
}

// quotes are the places of a target's patterns of one kind, shortest first
// chosen, in text order.
func (s *Scorer) quotes(k int, r *reading, kind match.Kind) []Range {
	var found []match.Match
	for i, p := range s.targets[k].patterns {
		if p.Kind == kind && r.found[k].said[i] {
			found = append(found, r.found[k].at[i])
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
