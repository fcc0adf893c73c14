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

// foundPatterns are the patterns of one target that a text matches.
type foundPatterns struct {
	at     []match.Match // by pattern; meaningful where said is true
	said   []bool
	denied []bool // said with its verbs denied
	where  []match.Match
}

func search(t *target, h *match.Hits) foundPatterns {
	n := len(t.patterns)
	f := foundPatterns{
		at: make([]match.Match, n), said: make([]bool, n),
		denied: make([]bool, n), where: make([]match.Match, n),
	}
	for i, p := range t.patterns {
		f.at[i], f.said[i] = p.Find(h)
		if !f.said[i] {
			f.where[i], f.denied[i] = p.FindDenied(h)
		}
	}
	return f
}

// hearsay is what patterns count for that the text says only as somebody's
// opinion or as a wish: something for a point, but a misconception that is
// handed to somebody else is on its way to be refuted.
const (
	hearsay = 0.3
	refuted = -0.5
)

// count is how many patterns of a kind the text says.
func (f *foundPatterns) count(t *target, kind match.Kind) float64 {
	n, heard := 0.0, false
	for i, p := range t.patterns {
		switch {
		case p.Kind != kind || !f.said[i]:
		case f.at[i].Attr:
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
func (f *foundPatterns) denials(t *target) float64 {
	n := 0.0
	for i, p := range t.patterns {
		if p.Kind == match.Strong && f.denied[i] {
			n++
		}
	}
	return n
}
