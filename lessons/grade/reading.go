package grade

import (
	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/match"
	"fencepost/lessons/grade/text"
)

// reading is a text that was read and searched: what every classifier starts
// from. It owns the memory of all that is found in the text, and the next text
// takes it where a reading is used again.
type reading struct {
	full *text.Doc // the whole text
	doc  *text.Doc // what of it is to the subject; all below is of that
	hits match.Hits
	lore []lore // by form

	places []place // of the rubric's concepts
	terms  marks   // the index's terms
	marks  marks   // the vocabulary's features

	windows  []window
	passages passages        // the windows' features
	features []int32         // of all of doc
	said     table           // log odds by target, by window
	near     []closeness     // by target
	found    []foundPatterns // by target
	like     []like          // the samples most like it

	room
}

// room is memory that what a reading holds lies in, or that is needed only while
// it comes about.
type room struct {
	docs     [2]text.Doc // whole and pared
	keep     []bool      // by sentence
	roots    map[string]int32
	vecs     termVecs
	flat     []int32 // the windows' features
	within   []int32 // a sentence's
	sums     []float64
	patterns []foundPattern
	facts    []fit.Feature
	clues    clues
}

// read reads a text and searches what of it is to the subject for every target.
func (s *Scorer) read(r *reading, src string) {
	s.skim(r, src)
	s.mark(r)
	s.pare(r)
	s.search(r)
	s.windows.windowed(r.passages, &r.said)
	s.neighbours.closest(r, s.index.vector(r, r.whole()), noSample)
}

// skim reads a text and finds its concepts.
func (s *Scorer) skim(r *reading, src string) {
	r.full = &r.docs[0]
	s.reader.ReadInto(r.full, src)
	s.find(r, r.full)
}

// find finds the concepts of a text or of what of it is to the subject.
func (s *Scorer) find(r *reading, doc *text.Doc) {
	r.doc = doc
	s.lexicon.FindInto(&r.hits, doc)
	r.findPlaces(len(s.rubric.Concepts))
}

// mark looks a text's words up and notes its terms and features.
func (s *Scorer) mark(r *reading) {
	s.learn(r)
	s.note(r)
}

// note notes the terms and features of what is to the subject.
func (s *Scorer) note(r *reading) {
	s.index.mark(&r.terms, r)
	s.vocab.mark(&r.marks, r.doc.Tokens, r.lore, r.places)
	r.vecs.clear()
}

// pare leaves out what is beside the point.
func (s *Scorer) pare(r *reading) {
	if !s.beside(r) {
		return
	}
	r.full.KeepInto(&r.docs[1], r.keep)
	s.find(r, &r.docs[1])
	s.note(r)
}

// search compares a text with every target's phrases and patterns.
func (s *Scorer) search(r *reading) {
	s.index.windows(r)
	s.phrases.closest(r)
	r.found, r.patterns = sized(r.found, len(s.targets)), r.patterns[:0]
	for i, t := range s.targets {
		r.found[i] = t.search(r)
	}
	r.features = r.marks.within(r.whole(), r.features[:0])
	r.findPassages()
}

// whole is the span of what is to the subject.
func (r *reading) whole() text.Span { return text.Span{End: len(r.doc.Tokens)} }

// foundPatterns are a target's patterns as a text matches them.
type foundPatterns []foundPattern

// foundPattern is a pattern that a text says, or says with its verbs denied, or
// neither.
type foundPattern struct {
	said, denied bool
	at           match.Match
}

func (t *target) search(r *reading) foundPatterns {
	from := len(r.patterns)
	for _, p := range t.patterns {
		var f foundPattern
		if f.at, f.said = p.Find(&r.hits); !f.said {
			f.at, f.denied = p.FindDenied(&r.hits)
		}
		r.patterns = append(r.patterns, f)
	}
	return r.patterns[from:len(r.patterns):len(r.patterns)]
}

// hearsay is what patterns count for that the text says only as somebody's
// opinion or as a wish: something for a point, but a misconception that is
// handed to somebody else is on its way to be refuted.
const (
	hearsay = 0.3
	refuted = -0.5
)

// count is how many patterns of a kind the text says.
func (found foundPatterns) count(t *target, kind match.Kind) float64 {
	n, heard := 0.0, false
	for i, p := range t.patterns {
		switch f := &found[i]; {
		case p.Kind != kind || !f.said:
		case f.at.Attr:
			heard = true
		default:
			n++
		}
	}
	switch {
	case n > 0 || !heard:
		return n
	case t.wrong:
		return refuted
	}
	return hearsay
}

// denials is how many strong patterns are said with their verbs denied.
func (found foundPatterns) denials(t *target) float64 {
	n := 0.0
	for i, p := range t.patterns {
		if p.Kind == match.Strong && found[i].denied {
			n++
		}
	}
	return n
}
