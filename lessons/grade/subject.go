package grade

import (
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
	keep, kept := make([]bool, len(r.doc.Sents)), 0
	places := r.places(s.vocab.concepts)
	for i, span := range r.doc.Sents {
		keep[i] = s.toSubject(r, span, places)
		kept += truth(keep[i])
	}
	if kept == 0 || kept == len(keep) {
		return r.doc
	}
	return r.doc.Keep(keep)
}

// toSubject says whether a sentence is to the subject.
func (s *Scorer) toSubject(r *reading, span text.Span, places []place) bool {
	if s.subject == nil {
		return len(r.placesIn(span, places)) > 0
	}
	features := s.vocab.within(r, span, places)
	least := beside
	for i := span.Start; i < span.End; i++ {
		least += float64(strangers * float64(truth(s.index.rare(r.doc.Tokens[i].Stem))))
	}
	for _, pull := range s.subject.pull {
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
