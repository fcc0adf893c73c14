package grade

import (
	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/match"
)

// The similarity features of a target. The shared features follow them.
const (
	fSimRight = iota
	fSimNear
	fSimGap
	fDense // how many there are
)

// denseNames are what explain calls them.
var denseNames = [fDense]string{
	"close to a phrasing", "close to a near miss", "closer to a phrasing than to a near miss",
}

// densePriors are believed before any label.
var densePriors = [fDense]fit.Prior{{Mean: 1.5, Var: 1}, {Mean: -0.5, Var: 1}, {Mean: 1.5, Var: 1}}

// similar are the similarity features of a text for a target.
func (c *closeness) similar() [fDense]fit.Feature {
	return [fDense]fit.Feature{
		{Index: fSimRight, Value: c.right},
		{Index: fSimNear, Value: c.wrong},
		{Index: fSimGap, Value: c.right - c.wrong},
	}
}

// What an author's patterns add to the log odds while there are no labels. A
// second and third pattern of a kind add less than the first.
var (
	strongWeight  = [2]float64{3, 1}
	hintWeight    = [2]float64{1.2, 0.8}
	againstWeight = -1.5
	deniedWeight  = -1.5
)

// evidence is what the author's patterns add to the log odds of a target.
func (s *Scorer) evidence(k int, r *reading) float64 {
	t, f := s.targets[k], r.found[k]
	return graded(f.count(t, match.Strong), strongWeight) +
		graded(f.count(t, match.Hint), hintWeight) +
		float64(againstWeight*min(f.count(t, match.Against), 1)) +
		float64(deniedWeight*min(f.denials(t), 1))
}

// graded weighs the first of n patterns by w[0], the next two by w[1] together.
func graded(n float64, w [2]float64) float64 {
	return float64(w[0]*min(n, 1)) + float64(w[1]*max(0, min(n-1, 2))/2)
}

// authorLabels is how many labels of the rarer kind an author's patterns are
// believed like. Patterns are written by someone who has seen the samples, so
// what the samples say of the patterns is flattery: their weight is not
// fitted, it shrinks as labels come.
const authorLabels = 30

// leastBelief is what patterns are never believed less than: measured on
// samples that their author had not read, more or less was worse.
const leastBelief = 0.35

// belief is what the patterns' evidence is multiplied by where so many samples
// say the target.
func belief(positive int) float64 {
	return max(authorLabels/(authorLabels+float64(positive)), leastBelief)
}
