package grade

import (
	"fencepost/lessons/grade/match"
	"fencepost/lessons/grade/text"
)

// reading is a text that was read and searched: what every classifier starts
// from.
type reading struct {
	doc  *text.Doc
	hits *match.Hits
	// full is the whole text; doc and hits are of what is to the subject.
	full    *text.Doc
	windows []window
	near    []closeness     // by target
	found   []foundPatterns // by target
	like    []like          // the samples most like it
	marks   *marks          // of doc
	places  []place         // of the rubric's concepts in doc
	// passages are the windows' features.
	passages passages
	said     [][]float64 // log odds by target, by window
}

// read reads a text and searches what of it is to the subject for every target.
func (s *Scorer) read(src string) *reading {
	r := s.pare(s.skim(src))
	s.search(r)
	r.passages = s.vocab.passages(r)
	r.said = s.windows.windowed(r.passages)
	r.like = s.neighbours.closest(s.index.whole(r), noSample)
	return r
}

// skim reads a text and finds its concepts.
func (s *Scorer) skim(src string) *reading {
	doc := s.reader.Read(src)
	return &reading{doc: doc, full: doc, hits: s.lexicon.Find(doc)}
}

// pare leaves out what is beside the point.
func (s *Scorer) pare(r *reading) *reading {
	doc := s.trim(r)
	if doc == r.doc {
		return r
	}
	return &reading{doc: doc, full: r.full, hits: s.lexicon.Find(doc)}
}

// search compares a text with every target's phrases and patterns.
func (s *Scorer) search(r *reading) {
	r.windows = s.index.windows(r)
	r.near = s.phrases.closest(r.windows)
	r.found = make([]foundPatterns, len(s.targets))
	for i, t := range s.targets {
		r.found[i] = search(t, r.hits)
	}
}

// foundPatterns are a target's patterns as a text matches them.
type foundPatterns []foundPattern

// foundPattern is a pattern that a text says, or says with its verbs denied, or
// neither.
type foundPattern struct {
	said, denied bool
	at           match.Match
}

func search(t *target, h *match.Hits) foundPatterns {
	out := make(foundPatterns, len(t.patterns))
	for i, p := range t.patterns {
		f := &out[i]
		if f.at, f.said = p.Find(h); !f.said {
			f.at, f.denied = p.FindDenied(h)
		}
	}
	return out
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
