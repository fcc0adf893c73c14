package grade

import (
	"hash/fnv"
	"slices"

	"fencepost/lessons/grade/fit"
)

// folds is into how many parts the samples are cut to calibrate.
const folds = 8

// fold is the part that a sample belongs to, by its id alone.
func fold(id string) int {
	h := fnv.New32a()
	h.Write([]byte(id))
	return int(h.Sum32() % folds)
}

// fitAll fits every target's model.
func (s *Scorer) fitAll(c *corpus) []*model {
	out := make([]*model, len(s.targets))
	for k := range s.targets {
		out[k] = s.fitOne(c, k)
	}
	return out
}

// fitOne fits a target to all samples, and calibrates it on held-out parts.
func (s *Scorer) fitOne(c *corpus, k int) *model {
	examples := s.examples(c, k)
	priors := s.priors(k)
	z := heldOut(examples, len(c.samples), c, priors)
	labels := make([]bool, len(z))
	for i := range z {
		labels[i] = examples[i].Label
	}
	m := &model{labels: len(c.samples), scale: fit.Calibrate(z, labels)}
	m.logistic = fit.Logistic(examples, biasPrior, priors)
	m.low, m.high = band(m.scale, z, labels)
	return m
}

// examples are a target's examples: the samples first, then phrases.
func (s *Scorer) examples(c *corpus, k int) []fit.Example {
	var out []fit.Example
	for i := range c.samples {
		out = append(out, fit.Example{
			Features: s.features(k, c.readings[i], c.shared[i]),
			Label:    s.targets[k].truthOf(&c.samples[i]), Weight: 1,
		})
	}
	for i := range c.phrases[k] {
		p := &c.phrases[k][i]
		out = append(out, fit.Example{Features: s.phraseFeatures(k, p), Label: p.label, Weight: p.weight})
	}
	return out
}

// heldOut are the log odds of each of the first n examples by a model that
// was fitted without its part.
func heldOut(examples []fit.Example, n int, c *corpus, priors []fit.Prior) []float64 {
	z := make([]float64, n)
	for f := range folds {
		part := func(i int) bool { return i < n && fold(c.samples[i].ID) == f }
		var rest []fit.Example
		for i, e := range examples {
			if !part(i) {
				rest = append(rest, e)
			}
		}
		if len(rest) == len(examples) {
			continue
		}
		m := fit.Logistic(rest, biasPrior, priors)
		for i := range n {
			if part(i) {
				z[i] = m.Logit(examples[i].Features)
			}
		}
	}
	return z
}

// trusted is the accuracy that decided verdicts must reach, and sure the
// normal quantile of the confidence asked for it (one-sided 75 %).
const (
	trusted = 0.9
	sure    = 0.6745
	// mostUnsure is the largest share of the samples that may be left unsure:
	// beyond it a target's doubt says more about the target than the text.
	mostUnsure = 0.2
)

// band is the narrowest unsure band around one half outside of which held-out
// verdicts are trusted, on each side apart.
func band(p fit.Platt, z []float64, labels []bool) (low, high float64) {
	var said, missing []verdict
	for i := range z {
		prob := p.Probability(z[i])
		if prob >= 0.5 {
			said = append(said, verdict{prob - 0.5, labels[i]})
		} else {
			missing = append(missing, verdict{0.5 - prob, !labels[i]})
		}
	}
	most := int(mostUnsure * float64(len(z)))
	return 0.5 - margin(missing, most), 0.5 + margin(said, most)
}

// verdict is a held-out verdict: its distance from one half and its truth.
type verdict struct {
	margin float64
	right  bool
}

// margin is the least distance from one half from which on verdicts are
// trusted, giving up at most the given number of them.
func margin(list []verdict, most int) float64 {
	slices.SortFunc(list, func(a, b verdict) int {
		switch {
		case a.margin < b.margin:
			return -1
		case a.margin > b.margin:
			return 1
		}
		return 0
	})
	right := 0
	for _, v := range list {
		right += truth(v.right)
	}
	for i, v := range list {
		if i >= most || fit.WilsonLow(float64(right), float64(len(list)-i), sure) >= trusted {
			if i == 0 {
				return 0.02
			}
			return v.margin
		}
		right -= truth(v.right)
	}
	return 0.25
}
