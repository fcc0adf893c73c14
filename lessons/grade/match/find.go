package match

import (
	"strings"

	"fencepost/lessons/grade/text"
)

// Hit is one place where a concept is said: tokens Start to End, End included.
type Hit struct {
	Start, End int
	Neg        bool // under a negation
	Attr       bool // someone's opinion, or a wish
}

// maxHits bounds how many hits of one concept are kept.
const maxHits = 200

// Hits are the places of every concept, by its index.
type Hits struct {
	Doc *text.Doc
	By  [][]Hit
}

// Find looks for every concept in d.
func (l *Lexicon) Find(d *text.Doc) *Hits {
	h := &Hits{Doc: d, By: make([][]Hit, len(l.names))}
	for i := range d.Tokens {
		t := &d.Tokens[i]
		h.try(l.byStem[t.Stem], i)
		h.try(l.byNorm[t.Norm], i)
		if len(t.Norm) >= prefixKey {
			h.try(l.byPrefix[t.Norm[:prefixKey]], i)
		}
		if t.Kind == text.Number {
			h.try(l.numbers, i)
		}
	}
	return h
}

// try adds the hits of those terms that match from token i.
func (h *Hits) try(terms []*term, i int) {
	for _, t := range terms {
		tok := &h.Doc.Tokens[i]
		if t.flip && !tok.Neg || len(h.By[t.concept]) >= maxHits {
			continue
		}
		if end, ok := t.match(h.Doc, i); ok {
			h.add(t.concept, Hit{i, end, tok.Neg != t.flip, tok.Attr})
		}
	}
}

// add keeps one hit of each polarity per start, the longest, in text order.
func (h *Hits) add(concept int, hit Hit) {
	list := h.By[concept]
	for k := len(list) - 1; k >= 0 && list[k].Start == hit.Start; k-- {
		if list[k].Neg == hit.Neg {
			list[k].End = max(list[k].End, hit.End)
			return
		}
	}
	h.By[concept] = append(list, hit)
}

// match says whether the term is said from token i on, and where it ends.
func (t *term) match(d *text.Doc, i int) (end int, ok bool) {
	if !t.elems[0].is(&d.Tokens[i]) {
		return 0, false
	}
	for _, e := range t.elems[1:] {
		i = e.after(d, i)
		if i < 0 {
			return 0, false
		}
	}
	return i, true
}

// after is the first token after i that the element is, or -1: the next one,
// fillers apart, or one of the next few where the element is wide.
func (e element) after(d *text.Doc, i int) int {
	skip := 0
	for j := i + 1; j < len(d.Tokens) && d.Tokens[j].Sent == d.Tokens[i].Sent; j++ {
		if e.is(&d.Tokens[j]) {
			return j
		}
		skip++
		if e.wide && skip <= wideGap || skip <= 2 && fillers[d.Tokens[j].Norm] {
			continue
		}
		break
	}
	return -1
}

func (e element) is(t *text.Token) bool {
	switch e.kind {
	case byStem:
		return t.Stem == e.word
	case byNorm:
		return t.Norm == e.word
	case byPrefix:
		return strings.HasPrefix(t.Norm, e.word)
	}
	return t.Kind == text.Number || numberWords[t.Norm]
}

// fillers may stand between the words of a term.
var fillers = wordSet("a an the its his her their your my our this that these those it them him any some " +
	"already just still also really simply actually even then very quite so own first now already basically kind")

var numberWords = wordSet("one two three four five six seven eight nine ten")

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
