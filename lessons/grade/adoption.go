package grade

import "fencepost/lessons"

// Unseen is what is said of the samples that a scorer was trained on, each by
// models that were fitted without it: findings by sample id, then by item. They
// come from the probabilities alone, with neither gates nor quotes. The samples
// must be those of Train.
func (s *Scorer) Unseen(samples []lessons.Sample) map[string]map[string]Finding {
	out := map[string]map[string]Finding{}
	for i, sample := range trainable(samples) {
		said := map[string]Finding{}
		for k, t := range s.targets {
			said[t.id] = s.models[k].unseen(t, i)
		}
		out[sample.ID] = said
	}
	return out
}

// unseen is what a target's model, fitted without the i-th sample, says of it.
func (m *model) unseen(t *target, i int) Finding {
	p := m.scale.Probability(m.heldOut[i])
	f := Finding{ID: t.id, Probability: fixed(p), Verdict: Missing}
	switch {
	case p > m.low && p < m.high:
		f.Verdict = Unsure
	case p >= 0.5 && t.wrong:
		f.Verdict = Present
	case p >= 0.5:
		f.Verdict = Covered
	}
	return f
}

// Says is whether a finding, unsure ones by their probability against one
// half, takes the text to say the point or to hold the misconception.
func (f *Finding) Says() bool {
	if f.Verdict == Unsure {
		return f.Probability >= 0.5
	}
	return f.Verdict == Covered || f.Verdict == Present
}

// Way is where a changed verdict moves: 1 in the student's favour (towards
// covered, or a misconception towards missing), -1 against it, 0 neither.
func Way(before, after Verdict) int {
	switch b, a := favour(before), favour(after); {
	case a > b:
		return 1
	case a < b:
		return -1
	}
	return 0
}

// WayOfMisconception is Way for a misconception.
func WayOfMisconception(before, after Verdict) int {
	said := map[Verdict]Verdict{Present: Missing, Unsure: Unsure, Missing: Covered}
	return Way(said[before], said[after])
}

// favour orders verdicts on a point by what they grant.
func favour(v Verdict) int {
	switch v {
	case Covered:
		return 2
	case Unsure:
		return 1
	}
	return 0
}

// Table counts two binary raters: first what the one says, then the other.
type Table [2][2]int

// Add counts one case.
func (t *Table) Add(first, second bool) { t[truth(first)][truth(second)]++ }

// N is how many cases were counted.
func (t *Table) N() int { return t[0][0] + t[0][1] + t[1][0] + t[1][1] }

// Same is the share of the cases on which both agree, NaN of none.
func (t *Table) Same() float64 { return float64(t[0][0]+t[1][1]) / float64(t.N()) }

// Kappa is Cohen's kappa (1960); NaN of no cases.
func (t *Table) Kappa() float64 {
	var f [2][2]float64
	for i := range t {
		for j := range t[i] {
			f[i][j] = float64(t[i][j])
		}
	}
	return kappa(f)
}

// Rubric is what the scorer was made from. It is not to be changed.
func (s *Scorer) Rubric() *lessons.Rubric { return s.rubric }
