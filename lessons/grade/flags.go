package grade

import "fencepost/lessons/grade/fit"

// A flag is decided by a small logistic regression over cues that are worth
// something before any label, and over the words by which the samples that
// were labelled with it differ.

// cueSet is what is known of a text for one flag: cue 0 is the words' log
// odds and comes last into being.
type cueSet []float64

// The priors of the cues. Shares and scores are in [0,1].
var (
	// Words of its own make no copy: the first cue has no weight.
	copiedPriors = []fit.Prior{{Mean: 0, Var: 1e-6}, {Mean: 8, Var: 4}, {Mean: 8, Var: 4}}
	gamingPriors = []fit.Prior{{Mean: 0.4, Var: 0.05}, {Mean: 4, Var: 3}, {Mean: 4, Var: 3}, {Mean: 5, Var: 3}, {Mean: 4, Var: 3}}
	vaguePriors  = []fit.Prior{{Mean: 0.6, Var: 0.1}, {Mean: -3, Var: 3}, {Mean: -3, Var: 3}, {Mean: -3, Var: 3}, {Mean: 1, Var: 3}, {Mean: 3, Var: 3}, {Mean: 3, Var: 3}, {Mean: 5, Var: 6}}
	flagBias     = fit.Prior{Mean: -4, Var: 1}
	copyBias     = fit.Prior{Mean: -4.5, Var: 0.1} // a third of the words in long runs, or half in short ones
	vagueBias    = fit.Prior{Mean: -1, Var: 2}
)

// fitFlag fits a flag's words, then its cues on words that were held out.
// Adversaries are cues of further texts that deserve the flag, of which the
// words say nothing.
func (s *Scorer) fitFlag(c *corpus, labels []bool, cues, adversaries []cueSet, bias fit.Prior, priors []fit.Prior) (words, weighed *fit.Model) {
	examples := make([]fit.Example, len(labels))
	for i := range labels {
		examples[i] = fit.Example{Ones: c.shared[i], Label: labels[i], Weight: 1}
	}
	wordPriors := s.priors()
	words = fit.Logistic(examples, biasPrior, wordPriors, nil)
	z := heldOut(examples, c, wordPriors, words)
	known := make([]fit.Example, len(labels))
	for i := range labels {
		known[i] = fit.Example{Features: cues[i].features(z[i]), Label: labels[i], Weight: 1}
	}
	for _, a := range adversaries {
		known = append(known, fit.Example{Features: a.features(biasPrior.Mean), Label: true, Weight: adversaryWeight})
	}
	return words, fit.Logistic(known, bias, priors, nil)
}

// features are the cues of one text, the words' log odds first.
func (c cueSet) features(words float64) []fit.Feature {
	out := []fit.Feature{{Index: 0, Value: max(-6, min(6, words))}}
	for i, v := range c {
		out = append(out, fit.Feature{Index: i + 1, Value: v})
	}
	return out
}

// probability is that of a flag for a text of which the words say so much, by
// flag.
func (g *gates) probability(flag int, words []float64, cues cueSet) float64 {
	return fixed(fit.Sigmoid(g.cues[flag].Logit(cues.features(words[flag]), nil)))
}
