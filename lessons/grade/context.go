package grade

import "fencepost/lessons/grade/fit"

// context weighs what is known of one target against the rest: what its own
// words, its best window and the samples like the text say, and what the other
// targets add. A text that makes five points well rarely misses the sixth for
// want of understanding, and one that asserts a misconception often lacks a
// point.
type context []*fit.Model // by target

// The features of context; the other targets' log odds follow.
const (
	cPassage = iota // the log odds that some window says it
	cAlone          // the target's own log odds
	cLike           // the vote of the samples like the text
	cPoints         // the other points' mean probability
	cWrong          // the other misconceptions' highest probability
	cCount
)

// contextPriors are believed before the samples are seen. While there are few
// of them the windows and the samples like a text know nothing that the
// author's patterns do not.
func contextPriors(samples int) []fit.Prior {
	known := float64(samples) / float64(samples+40)
	return []fit.Prior{
		{Mean: 0.3 * known, Var: 0.1},
		{Mean: 1 - float64(0.3*known), Var: 0.1},
		{Mean: 0.3 * known, Var: 0.1},
		{Mean: 0, Var: 1},
		{Mean: 0, Var: 1},
	}
}

// How far a target's weights may go from those that all targets share, and
// those of the other targets' log odds from nothing.
const (
	ownVar   = 0.03
	otherVar = 0.005
)

// fitContext fits the samples' held-out log odds: first a model for all points
// and one for all misconceptions, then each target's own near it.
func fitContext(targets []*target, c *corpus, list []clues) context {
	shared := [2]*fit.Model{}
	for wrong := range shared {
		var all []fit.Example
		for k, t := range targets {
			if truth(t.wrong) == wrong {
				all = append(all, contextExamples(targets, c, list, k, cCount)...)
			}
		}
		for i := range all {
			all[i].Weight /= 2 // the points of one text are not independent
		}
		shared[wrong] = fit.Logistic(all, fit.Prior{Mean: 0, Var: 0.5}, contextPriors(len(c.samples)), nil)
	}
	var out context
	for k, t := range targets {
		m := shared[truth(t.wrong)]
		examples := contextExamples(targets, c, list, k, cCount+len(targets))
		out = append(out, fit.Logistic(examples, fit.Prior{Mean: m.Bias, Var: 0.3}, nearShared(m, len(targets)), nil))
	}
	return out
}

// nearShared are the priors of one target's weights.
func nearShared(m *fit.Model, targets int) []fit.Prior {
	var out []fit.Prior
	for _, w := range m.Weights {
		out = append(out, fit.Prior{Mean: w, Var: ownVar})
	}
	for range targets {
		out = append(out, fit.Prior{Var: otherVar})
	}
	return out
}

// contextExamples are the samples as examples of one target, with the first so
// many features.
func contextExamples(targets []*target, c *corpus, list []clues, k, features int) []fit.Example {
	var out []fit.Example
	for i := range c.samples {
		out = append(out, fit.Example{
			Features: list[i].features(nil, targets, k)[:features],
			Label:    targets[k].truthOf(&c.samples[i]), Weight: targets[k].weightOf(&c.samples[i]),
		})
	}
	return out
}

// clues are what is known of one text, each by target.
type clues struct {
	alone, window, like []float64
	chance              []float64 // what alone comes to as a probability
}

// add appends what is known of the next target.
func (c *clues) add(alone, window, like float64) {
	c.alone, c.window, c.like = append(c.alone, alone), append(c.window, window), append(c.like, like)
	c.chance = append(c.chance, fit.Sigmoid(alone))
}

// clear forgets what is known.
func (c *clues) clear() {
	c.alone, c.window, c.like, c.chance = c.alone[:0], c.window[:0], c.like[:0], c.chance[:0]
}

// features appends the features of target k to out.
func (c *clues) features(out []fit.Feature, targets []*target, k int) []fit.Feature {
	sum, n, wrong := 0.0, 0.0, 0.0
	for j, t := range targets {
		switch p := c.chance[j]; {
		case j == k:
		case t.wrong:
			wrong = max(wrong, p)
		default:
			sum, n = sum+p, n+1
		}
	}
	out = append(out,
		fit.Feature{Index: cPassage, Value: within8(c.window[k])},
		fit.Feature{Index: cAlone, Value: within8(c.alone[k])},
		fit.Feature{Index: cLike, Value: c.like[k]},
		fit.Feature{Index: cPoints, Value: sum / max(n, 1)},
		fit.Feature{Index: cWrong, Value: wrong},
	)
	for j := range targets {
		other := within8(c.alone[j])
		if j == k {
			other = 0
		}
		out = append(out, fit.Feature{Index: cCount + j, Value: other})
	}
	return out
}

func within8(z float64) float64 { return max(-8, min(8, z)) }

// logit is a target's log odds in the light of the others'.
func (x context) logit(targets []*target, k int, c *clues) float64 {
	return x[k].Logit(c.features(nil, targets, k), nil)
}
