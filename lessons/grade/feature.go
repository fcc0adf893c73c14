package grade

import (
	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/match"
)

// The dense features of a target, before its patterns and the shared ones.
const (
	fStrong     = iota // a strong pattern is said
	fStrongMore        // several are
	fHint
	fHintMore
	fAgainst
	fDenied
	fSimRight
	fSimNear
	fSimGap
	fDense // how many there are
)

// denseNames are what explain calls them.
var denseNames = [fDense]string{
	"strong pattern", "more strong patterns", "maybe pattern", "more maybe patterns", "against pattern",
	"strong pattern denied", "close to a phrasing", "close to a near miss", "closer to phrasing than near miss",
}

// densePriors are believed before any label: patterns and phrasings alone
// make a working, if cautious, scorer.
var densePriors = [fDense]fit.Prior{
	{Mean: 3.2, Var: 0.5}, {Mean: 1, Var: 0.5}, {Mean: 1.2, Var: 0.5}, {Mean: 0.8, Var: 0.5}, {Mean: -1.5, Var: 0.5},
	{Mean: -1.5, Var: 0.5}, {Mean: 1.5, Var: 1}, {Mean: -0.5, Var: 1}, {Mean: 1.5, Var: 1},
}

// bounded is n within [0,limit], scaled to [0,1].
func bounded(n, limit float64) float64 { return max(0, min(n, limit)) / limit }

// dense computes the target's dense features of a text.
func (s *Scorer) dense(k int, r *reading) [fDense]float64 {
	t, f := s.targets[k], &r.found[k]
	var v [fDense]float64
	strong, hint := f.count(t, match.Strong), f.count(t, match.Hint)
	v[fStrong] = min(strong, 1)
	v[fStrongMore] = bounded(strong-1, 2)
	v[fHint] = min(hint, 1)
	v[fHintMore] = bounded(hint-1, 2)
	v[fAgainst] = min(f.count(t, match.Against), 1)
	v[fDenied] = bounded(f.denials(t), 1)
	v[fSimRight], _ = closest(r.windows, s.phrases[k].right)
	v[fSimNear], _ = closest(r.windows, s.phrases[k].near)
	v[fSimGap] = v[fSimRight] - v[fSimNear]
	return v
}

// features are the target's features of a text, sorted: the dense ones, its
// patterns one by one, then the shared ones.
func (s *Scorer) features(k int, r *reading, shared []int) []fit.Feature {
	return s.assemble(k, r, shared, s.dense(k, r))
}

// phraseFeatures are those of a phrase of the rubric. Its similarity to itself
// would say nothing, so the similarities are left out.
func (s *Scorer) phraseFeatures(k int, p *example) []fit.Feature {
	v := s.dense(k, p.reading)
	v[fSimRight], v[fSimNear], v[fSimGap] = 0, 0, 0
	return s.assemble(k, p.reading, p.shared, v)
}

func (s *Scorer) assemble(k int, r *reading, shared []int, dense [fDense]float64) []fit.Feature {
	out := make([]fit.Feature, 0, fDense+len(shared)+8)
	for i, v := range dense {
		if v != 0 {
			out = append(out, fit.Feature{Index: i, Value: v})
		}
	}
	f := &r.found[k]
	for i, said := range f.said {
		if said {
			out = append(out, fit.Feature{Index: fDense + i, Value: trust(f.at[i])})
		}
	}
	base := fDense + len(f.said)
	for _, i := range shared {
		out = append(out, fit.Feature{Index: base + i, Value: 1})
	}
	return out
}
