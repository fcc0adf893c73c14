package grade

import "fencepost/lessons/grade/fit"

// context is what the verdicts on the other targets add to one: a text that
// makes five points well rarely misses the sixth for want of understanding,
// and one that asserts a misconception often lacks a point. One model serves
// all points, another all misconceptions.
type context struct{ points, wrong *fit.Model }

// The features of context.
const (
	cPassage = iota // the best window's log odds
	cAlone          // the target's own log odds
	cPoints         // the other points' mean probability
	cWrong          // the other misconceptions' highest probability
	cCount
)

// contextPriors are believed before the samples are seen. While there are few
// of them the windows' model knows nothing that the author's patterns do not.
func contextPriors(samples int) []fit.Prior {
	known := float64(samples) / float64(samples+40)
	return []fit.Prior{
		{Mean: 0.3 * known, Var: 0.1}, {Mean: 1 - 0.2*known, Var: 0.1}, {Mean: 0, Var: 1}, {Mean: 0, Var: 1},
	}
}

// fitContext fits both models to the samples' held-out log odds.
func fitContext(targets []*target, c *corpus, alone, window [][]float64) *context {
	var points, wrong []fit.Example
	for k, t := range targets {
		for i := range c.samples {
			e := fit.Example{
				Features: contextOf(targets, k, column(alone, i), window[k][i]),
				Label:    t.truthOf(&c.samples[i]), Weight: t.weightOf(&c.samples[i]) / 2,
			}
			if t.wrong {
				wrong = append(wrong, e)
			} else {
				points = append(points, e)
			}
		}
	}
	none, priors := fit.Prior{Mean: 0, Var: 0.5}, contextPriors(len(c.samples))
	return &context{
		points: fit.Logistic(points, none, priors, nil),
		wrong:  fit.Logistic(wrong, none, priors, nil),
	}
}

// column is the log odds of sample i for every target.
func column(alone [][]float64, i int) []float64 {
	out := make([]float64, len(alone))
	for k := range alone {
		out[k] = alone[k][i]
	}
	return out
}

// contextOf are the features of one target, given the log odds of all.
func contextOf(targets []*target, k int, alone []float64, window float64) []fit.Feature {
	sum, n, wrong := 0.0, 0.0, 0.0
	for j, t := range targets {
		switch p := fit.Sigmoid(alone[j]); {
		case j == k:
		case t.wrong:
			wrong = max(wrong, p)
		default:
			sum, n = sum+p, n+1
		}
	}
	own := max(-8, min(8, alone[k]))
	window = max(-8, min(8, window))
	return []fit.Feature{{Index: cPassage, Value: window}, {Index: cAlone, Value: own}, {Index: cPoints, Value: sum / max(n, 1)}, {Index: cWrong, Value: wrong}}
}

// logit is a target's log odds in the light of the others'.
func (x *context) logit(targets []*target, k int, alone []float64, window float64) float64 {
	m := x.points
	if targets[k].wrong {
		m = x.wrong
	}
	return m.Logit(contextOf(targets, k, alone, window), nil)
}

// all are the log odds of every sample for target k.
func (x *context) all(targets []*target, k int, alone, window [][]float64) []float64 {
	out := make([]float64, len(alone[k]))
	for i := range out {
		out[i] = x.logit(targets, k, column(alone, i), window[k][i])
	}
	return out
}
