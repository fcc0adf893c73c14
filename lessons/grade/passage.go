package grade

import (
	"slices"

	"fencepost/lessons/grade/fit"
)

// passages are the features of a text's windows: a long answer is judged by the
// one or two sentences that say a point best as well as by its whole.
type passages [][]int32

// findPassages lists the shared features of each window.
func (r *reading) findPassages() {
	r.passages, r.flat = r.passages[:0], r.flat[:0]
	for i := range r.windows {
		from := len(r.flat)
		r.flat = r.marks.within(r.windows[i].span, r.flat)
		r.passages = append(r.passages, r.flat[from:len(r.flat):len(r.flat)])
	}
}

// best is the highest log odds of any window, and which it is.
func best(m *fit.Model, p passages) (z float64, at int) {
	for i, ones := range p {
		if w := m.Logit(nil, ones); i == 0 || w > z {
			z, at = w, i
		}
	}
	if len(p) == 0 {
		return m.Bias, 0
	}
	return z, at
}

const (
	// rounds is how often the windows that say a target are chosen anew.
	rounds = 2
	// windowsWeigh is what all windows of a sample that does not say the target
	// count for together.
	windowsWeigh = 3
	// asWindow is what a phrase counts for as a window beside what it counts
	// for as a text: a sentence is what a window is.
	asWindow = 4
)

// fitPassages fits a model of single windows: of each sample that says the
// target it takes the window that says it best, of the others every window. It
// returns the best window's log odds of each sample by a model that did not see
// its part. from is where the search starts.
func (s *Scorer) fitPassages(c *corpus, k int, from *fit.Model) (*fit.Model, []float64) {
	priors, m := s.priors(), from
	var examples []owned
	for range rounds {
		examples = s.passageExamples(c, k, m)
		m = fit.Logistic(apart(examples, c, -1), c.bias(), priors, m)
	}
	z := make([]float64, len(c.samples))
	for f := range folds {
		held := fit.Logistic(apart(examples, c, f), c.bias(), priors, m)
		for i := range c.samples {
			if fold(c.samples[i].ID) == f {
				z[i] = pooled(logits(held, c.readings[i].passages), held.Bias)
			}
		}
	}
	return m, z
}

// denied are the features that window at of a text would have if it said the
// opposite: an adversary, as a denied right sentence has all words of one.
func (s *Scorer) denied(r *reading, at int) []int32 {
	return s.vocab.denied(r, r.windows[at].span)
}

// owned is a window as an example, and the number of its sample; a phrase of
// the rubric has none.
type owned struct {
	fit.Example
	sample int
}

const noSample = -1

// pooled is the log odds that some window says a target: the log of the sum of
// all windows' odds. A window more never lowers it. Without windows it is none.
func pooled(said []float64, none float64) float64 {
	if len(said) == 0 {
		return none
	}
	most, sum := slices.Max(said), 0.0
	for _, z := range said {
		sum += fit.Exp(z - most)
	}
	return most + fit.Log(sum)
}

// logits are a model's log odds for each window.
func logits(m *fit.Model, p passages) []float64 {
	out := make([]float64, len(p))
	for i, ones := range p {
		out[i] = m.Logit(nil, ones)
	}
	return out
}

// apart are the examples but for those of one part; a part of -1 leaves none
// out.
func apart(examples []owned, c *corpus, part int) []fit.Example {
	out := make([]fit.Example, 0, len(examples))
	for _, e := range examples {
		if part < 0 || e.sample == noSample || fold(c.samples[e.sample].ID) != part {
			out = append(out, e.Example)
		}
	}
	return out
}

// passageExamples are the windows that m is fitted to next.
func (s *Scorer) passageExamples(c *corpus, k int, m *fit.Model) []owned {
	var out []owned
	t := s.targets[k]
	for i := range c.samples {
		w, p := t.weightOf(&c.samples[i]), c.readings[i].passages
		switch {
		case len(p) == 0:
		case t.truthOf(&c.samples[i]):
			_, at := best(m, p)
			out = append(out, owned{fit.Example{Ones: p[at], Label: true, Weight: w}, i})
			denied := s.denied(c.readings[i], at)
			out = append(out, owned{fit.Example{Ones: denied, Weight: float64(adversaryWeight * w)}, i})
		default:
			for _, ones := range p {
				share := float64(windowsWeigh*w) / float64(len(p))
				out = append(out, owned{fit.Example{Ones: ones, Weight: share}, i})
			}
		}
	}
	for _, e := range c.phraseExamples(k, asWindow) {
		out = append(out, owned{e, noSample})
	}
	return out
}
