package grade

import (
	"slices"

	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/text"
)

// subject knows how strongly words speak for any point or misconception.
// Sentences that hardly do are left out before anything else looks at a text:
// what is beside the point then neither earns a point nor loses one.
type subject struct {
	// pull is the weight of each shared feature for each target, nothing where
	// it speaks against it: a denial is no less to the subject.
	pull [][]float64
}

const (
	// beside is the pull, in log odds, below which a sentence is beside the
	// point; strangers is what each word more adds to it that hardly any sample
	// uses. Of the sentences of explanations one in twelve is.
	beside    = 0.5
	strangers = 0.15
	// fewSamples is how many samples are too few to learn what is: then a
	// sentence is to the subject that holds any concept.
	fewSamples = 40
)

// learnSubject fits first models of whole texts and keeps what pulls.
func (s *Scorer) learnSubject(c *corpus) {
	if len(c.samples) < fewSamples {
		return
	}
	s.subject = &subject{}
	for k := range s.targets {
		m := fit.Logistic(s.wordExamples(c, k), c.bias(), s.priors(), nil)
		settle(m)
		s.subject.pull = append(s.subject.pull, s.vocab.pull(m))
	}
}

// pull is what words and ideas add to a model's log odds; runs of letters may
// be those of any word.
func (v *vocabulary) pull(m *fit.Model) []float64 {
	out := make([]float64, fDense+v.size)
	for i := fDense; i < len(out)-len(v.grams); i++ {
		out[i] = max(m.Weights[i], 0)
	}
	return out
}

// trim is a text without the sentences that are beside the point, or the text
// itself where all are.
func (s *Scorer) trim(r *reading) *text.Doc {
	keep := s.toSubject(r)
	if !slices.Contains(keep, true) || !slices.Contains(keep, false) {
		return r.doc
	}
	return r.doc.Keep(keep)
}

// toSubject says which sentences are to the subject.
func (s *Scorer) toSubject(r *reading) []bool {
	keep := make([]bool, len(r.doc.Sents))
	if s.subject == nil {
		for c := range s.vocab.concepts {
			for _, h := range r.hits.Of(c) {
				keep[r.doc.Tokens[h.Start].Sent] = true
			}
		}
		return keep
	}
	var features []int32
	for i, span := range r.doc.Sents {
		features = s.vocab.marksOf(r).within(span, features[:0])
		keep[i] = s.subject.pulls(features, s.asked(r.doc, span))
	}
	return keep
}

// asked is the pull, in log odds, that a sentence needs to be to the subject.
func (s *Scorer) asked(d *text.Doc, span text.Span) float64 {
	least := beside
	for i := span.Start; i < span.End; i++ {
		least += float64(strangers * float64(truth(s.index.rare(d.Tokens[i].Stem))))
	}
	return least
}

// pulls says whether features pull towards any target with the least log odds
// asked.
func (s *subject) pulls(features []int32, least float64) bool {
	for _, pull := range s.pull {
		sum := 0.0
		for _, i := range features {
			sum += pull[i]
		}
		if sum >= least {
			return true
		}
	}
	return false
}
