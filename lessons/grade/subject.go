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
	// pull is the weight of each word and idea for each target, nothing where it
	// speaks against it: a denial is no less to the subject.
	pull *panel
	// runs is the first feature that is a run of letters, which may be one of
	// any word: from here on nothing pulls.
	runs int
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
	var pulls []*fit.Model
	for k := range s.targets {
		m := fit.Logistic(s.wordExamples(c, k), c.bias(), s.priors(), nil)
		settle(m)
		pulls = append(pulls, s.vocab.pull(m))
	}
	s.subject = s.vocab.subject(pulls)
}

// pull is what words and ideas add to a model's log odds.
func (v *vocabulary) pull(m *fit.Model) *fit.Model {
	out := &fit.Model{Weights: make([]float64, v.runs())}
	for i := fDense; i < len(out.Weights); i++ {
		out.Weights[i] = max(m.Weights[i], 0)
	}
	return out
}

// subject is made of each target's pull.
func (v *vocabulary) subject(pulls []*fit.Model) *subject {
	return &subject{pull: newPanel(pulls), runs: v.runs()}
}

// beside says whether some sentences of a text, but not all, are beside the
// point, and notes which to keep.
func (s *Scorer) beside(r *reading) bool {
	r.keep = sized(r.keep, len(r.doc.Sents))
	clear(r.keep)
	s.toSubject(r)
	return slices.Contains(r.keep, true) && slices.Contains(r.keep, false)
}

// toSubject notes which sentences are to the subject.
func (s *Scorer) toSubject(r *reading) {
	if s.subject == nil {
		for c := range s.vocab.concepts {
			for _, h := range r.hits.Of(c) {
				r.keep[r.doc.Tokens[h.Start].Sent] = true
			}
		}
		return
	}
	for i, span := range r.doc.Sents {
		r.within = r.marks.within(span, r.within[:0])
		r.keep[i] = s.subject.pulls(r, r.within, asked(r, span))
	}
}

// asked is the pull, in log odds, that a sentence needs to be to the subject.
func asked(r *reading, span text.Span) float64 {
	least := beside
	for i := span.Start; i < span.End; i++ {
		least += float64(strangers * float64(truth(r.lore[r.doc.Tokens[i].Form].rare)))
	}
	return least
}

// pulls says whether features, ascending, pull towards any target with the
// least log odds asked.
func (s *subject) pulls(r *reading, features []int32, least float64) bool {
	end, _ := slices.BinarySearch(features, int32(s.runs))
	r.sums = sized(r.sums, len(s.pull.bias))
	clear(r.sums)
	s.pull.add(features[:end], r.sums)
	return slices.ContainsFunc(r.sums, func(sum float64) bool { return sum >= least })
}
