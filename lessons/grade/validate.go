package grade

import (
	"cmp"
	"math"
	"slices"

	"fencepost/lessons"
)

// Report says how well a rubric's scorer agrees with the labels of its
// samples, each judged by a model that was fitted without it.
type Report struct {
	Samples int // trained on and judged
	Points  []Agreement
	Wrong   []Agreement // misconceptions
}

// Agreement is how well one key point or misconception is recognised.
type Agreement struct {
	ID       string
	Positive int // samples that say it
	// Precision, Recall and Kappa (Cohen's) count an unsure verdict by its
	// probability against one half. They are NaN where nothing was said.
	Precision, Recall, Kappa float64
	Same                     float64 // share of the samples judged as people did, unsure counted likewise
	Unsure                   float64 // share of the samples left unsure
	Worst                    []Miss  // the worst misjudged samples, worst first
}

// Miss is a sample on which the scorer and the label differ.
type Miss struct {
	Sample      lessons.Sample
	Probability float64
	Label       bool
}

// worst is how many misses a report quotes.
const worst = 3

// Validate trains a scorer on a rubric and its samples and reports how well it
// does on those that each of its folds kept out.
func Validate(r *lessons.Rubric, samples []lessons.Sample, page string) (*Report, error) {
	s, err := Train(r, samples, page)
	if err != nil {
		return nil, err
	}
	return s.report(trainable(samples)), nil
}

// Report is Validate for a scorer that is trained already, on these samples.
func (s *Scorer) Report(samples []lessons.Sample) *Report { return s.report(trainable(samples)) }

// brief is a report without the misses that it quotes.
func (r *Report) brief() Report {
	out := Report{Samples: r.Samples, Points: slices.Clone(r.Points), Wrong: slices.Clone(r.Wrong)}
	for _, list := range [][]Agreement{out.Points, out.Wrong} {
		for i := range list {
			list[i].Worst = nil
		}
	}
	return out
}

func (s *Scorer) report(samples []lessons.Sample) *Report {
	out := &Report{Samples: len(samples)}
	for k, t := range s.targets {
		a := s.agreement(k, samples)
		if t.wrong {
			out.Wrong = append(out.Wrong, a)
		} else {
			out.Points = append(out.Points, a)
		}
	}
	return out
}

// agreement counts one target's held-out verdicts.
func (s *Scorer) agreement(k int, samples []lessons.Sample) Agreement {
	t, m := s.targets[k], s.models[k]
	a := Agreement{ID: t.id}
	var table [2][2]float64 // label, then what was said
	unsure := 0.0
	for i := range samples {
		if t.weightOf(&samples[i]) == 0 {
			continue
		}
		p, label := m.scale.Probability(m.heldOut[i]), t.truthOf(&samples[i])
		table[truth(label)][truth(p >= 0.5)]++
		unsure += float64(truth(p > m.low && p < m.high))
		a.Positive += truth(label)
		if label != (p >= 0.5) {
			a.Worst = append(a.Worst, Miss{samples[i], fixed(p), label})
		}
	}
	a.count(table, unsure)
	a.keepWorst()
	return a
}

func (a *Agreement) count(table [2][2]float64, unsure float64) {
	n := table[0][0] + table[0][1] + table[1][0] + table[1][1]
	a.Precision = table[1][1] / (table[1][1] + table[0][1])
	a.Recall = table[1][1] / (table[1][1] + table[1][0])
	a.Kappa = kappa(table)
	a.Same = (table[0][0] + table[1][1]) / n
	a.Unsure = unsure / n
}

// kappa is Cohen's kappa of two binary raters (Cohen 1960).
func kappa(t [2][2]float64) float64 {
	n := t[0][0] + t[0][1] + t[1][0] + t[1][1]
	agree := (t[0][0] + t[1][1]) / n
	first, second := (t[1][0]+t[1][1])/n, (t[0][1]+t[1][1])/n
	chance := float64(first*second) + float64((1-first)*(1-second))
	if chance == 1 {
		return 1
	}
	return (agree - chance) / (1 - chance)
}

// keepWorst keeps the misses furthest from their labels.
func (a *Agreement) keepWorst() {
	slices.SortStableFunc(a.Worst, func(x, y Miss) int {
		return cmp.Compare(math.Abs(y.Probability-0.5), math.Abs(x.Probability-0.5))
	})
	a.Worst = a.Worst[:min(len(a.Worst), worst)]
}
