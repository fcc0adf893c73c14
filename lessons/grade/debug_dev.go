package grade

import (
	"fencepost/lessons"
	"os"
	"strconv"
)

// DevHeldOut is for development only.
func (s *Scorer) DevHeldOut(samples []lessons.Sample) (ids []string, targets []string, prob [][]float64, low, high []float64) {
	for _, x := range trainable(samples) {
		ids = append(ids, x.ID)
	}
	for k, t := range s.targets {
		targets = append(targets, t.id)
		var p []float64
		for _, z := range s.models[k].heldOut {
			p = append(p, s.models[k].scale.Probability(z))
		}
		prob = append(prob, p)
		low, high = append(low, s.models[k].low), append(high, s.models[k].high)
	}
	return
}

// DevPatterns is for development only.
func (s *Scorer) DevPatterns(samples []lessons.Sample, f func(id, src string, kind int, sample lessons.Sample, label bool, denied bool, quote string)) {
	for _, x := range samples {
		r := s.read(x.Text)
		for k, t := range s.targets {
			for i, p := range t.patterns {
				if r.found[k].said[i] {
					a, b := r.doc.Range(r.found[k].at[i].Start, r.found[k].at[i].End)
					f(t.id, p.Source, int(p.Kind), x, t.truthOf(&x), false, x.Text[a:b])
				}
			}
		}
	}
}

func env(n string, d float64) float64 {
	if v, err := strconv.ParseFloat(os.Getenv(n), 64); err == nil {
		return v
	}
	return d
}

// DevStrong is for development only.
func (s *Scorer) DevStrong(x lessons.Sample) (strong, hint []float64) {
	r := s.read(x.Text)
	for k, t := range s.targets {
		strong = append(strong, r.found[k].count(t, 0))
		hint = append(hint, r.found[k].count(t, 1))
	}
	return
}

// DevSize is for development only.
func (s *Scorer) DevSize(samples []lessons.Sample) (int, int, int) {
	n := 0
	for _, x := range samples {
		n += len(s.vocab.features(s.skim(x.Text)))
	}
	return s.vocab.size, len(s.vocab.words), n / len(samples)
}
