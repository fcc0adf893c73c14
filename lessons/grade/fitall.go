package grade

import (
	"hash/fnv"

	"fencepost/lessons/grade/fit"
)

// folds is into how many parts the samples are cut to calibrate.
const folds = 5

// fold is the part that a sample belongs to, by its id alone.
func fold(id string) int {
	h := fnv.New32a()
	h.Write([]byte(id))
	return int(h.Sum32() % folds)
}

// fitAll fits every target's models: first the words of each for itself, then
// what the others' verdicts add, then the calibration of each. It returns what
// models that did not see a sample know of it.
func (s *Scorer) fitAll(c *corpus) []clues {
	list := make([]clues, len(c.samples))
	words, windows := make([]*fit.Model, len(s.targets)), make([]*fit.Model, len(s.targets))
	for k := range s.targets {
		var alone, window []float64
		words[k], alone = s.fitWords(c, k)
		windows[k], window = s.fitPassages(c, k, words[k])
		for i := range list {
			list[i].add(alone[i], window[i], s.neighbours.vote(k, c.readings[i].like))
		}
	}
	settle(words...)
	settle(windows...)
	s.words, s.windows = newPanel(words), newPanel(windows)
	s.context = fitContext(s.targets, c, list)
	for k := range s.models {
		s.calibrate(c, k, list)
	}
	return list
}

// calibrate says how far one target's verdicts can be trusted.
func (s *Scorer) calibrate(c *corpus, k int, list []clues) {
	m := s.models[k]
	m.heldOut = make([]float64, len(list))
	for i := range list {
		m.heldOut[i] = s.context.logit(s.targets, k, &list[i])
	}
	judged := c.judged(s.targets[k], m.heldOut)
	m.scale = fit.Calibrate(judged)
	m.scale.Shift += unseen
	if !s.targets[k].wrong {
		m.low, m.high = band(m.scale, judged, trusted)
		return
	}
	m.low, m.high = band(m.scale, judged, trustedWrong)
	m.low = max(m.low, suspected)
}

// suspected is the least probability at which a text is held up as perhaps
// asserting a misconception: most texts assert none, and being asked about one
// that is not there costs a student more than an overlooked one.
const suspected = 0.35

// unseen is added to calibrated log odds. Folds keep a sample from the fit, but
// not from the author, whose patterns find more in the samples than in answers
// that nobody had read: those get less evidence than they deserve. Measured on
// samples that were kept from author and fit alike.
const unseen = 0.3

// judged are the samples that have a label for a target, with the log odds
// that a model which did not see them gave them.
func (c *corpus) judged(t *target, z []float64) []fit.Judged {
	var out []fit.Judged
	for i := range c.samples {
		if w := t.weightOf(&c.samples[i]); w > 0 {
			out = append(out, fit.Judged{Logit: z[i], Label: t.truthOf(&c.samples[i]), Weight: w})
		}
	}
	return out
}

// fitWords fits a target's learned features to all samples and returns the log
// odds of each sample by a model that did not see its part.
func (s *Scorer) fitWords(c *corpus, k int) (*fit.Model, []float64) {
	examples, positive := s.examples(c, k), 0
	for i := range c.samples {
		positive += truth(s.targets[k].truthOf(&c.samples[i]))
	}
	priors := s.priors()
	words := fit.Logistic(examples, c.bias(), priors, nil)
	s.models[k] = &model{belief: belief(positive)}
	z := heldOut(examples, c, priors, words)
	for i := range z {
		z[i] += float64(s.models[k].belief * s.evidence(k, c.readings[i]))
	}
	return words, z
}

// examples are a target's examples: the samples first, then phrases.
func (s *Scorer) examples(c *corpus, k int) []fit.Example {
	out := s.wordExamples(c, k)
	for i := range c.samples {
		similar := c.readings[i].near[k].similar()
		out[i].Features = similar[:]
	}
	return out
}

// wordExamples are examples without their likeness to phrases.
func (s *Scorer) wordExamples(c *corpus, k int) []fit.Example {
	var out []fit.Example
	for i := range c.samples {
		out = append(out, fit.Example{
			Ones: c.shared[i], Label: s.targets[k].truthOf(&c.samples[i]), Weight: s.targets[k].weightOf(&c.samples[i]),
		})
	}
	return append(out, c.phraseExamples(k, 1)...)
}

// otherWeight is what a phrasing of another target counts for against a target
// while there are no samples, and otherLabels how many halve it.
const (
	otherWeight = 0.4
	otherLabels = 20
)

// phraseExamples are the phrases as examples of target k, weighed by as much: a
// phrase's similarity to itself would say nothing and is left out. What says
// another target hardly ever says this one: before there are samples that is
// all that is known of texts that do not.
func (c *corpus) phraseExamples(k int, by float64) []fit.Example {
	var out []fit.Example
	for _, p := range c.phrases[k] {
		out = append(out, fit.Example{Ones: p.shared, Label: p.label, Weight: float64(by * p.weight)})
	}
	other := float64(by * otherWeight * otherLabels / float64(otherLabels+len(c.samples)))
	for j, list := range c.phrases {
		for _, p := range list {
			if j != k && p.label && len(c.samples) < wordySamples {
				out = append(out, fit.Example{Ones: p.shared, Weight: other})
			}
		}
	}
	return out
}

// heldOut are the log odds of each sample by a model that was fitted without
// its part. Fitting starts from the model of the whole.
func heldOut(examples []fit.Example, c *corpus, priors []fit.Prior, whole *fit.Model) []float64 {
	z := make([]float64, len(c.samples))
	for f := range folds {
		part := func(i int) bool { return i < len(z) && fold(c.samples[i].ID) == f }
		var rest []fit.Example
		for i, e := range examples {
			if !part(i) {
				rest = append(rest, e)
			}
		}
		if len(rest) == len(examples) {
			continue
		}
		m := fit.Logistic(rest, c.bias(), priors, whole)
		for i := range z {
			if part(i) {
				z[i] = m.Logit(examples[i].Features, examples[i].Ones)
			}
		}
	}
	return z
}
