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

// Hits are the places of every concept.
type Hits struct {
	Doc  *text.Doc
	all  []Hit // of one concept after the other
	ends []int32
}

// Of lists the hits of a concept, by its index, in text order.
func (h *Hits) Of(concept int) []Hit {
	from, to := h.ends[concept], h.ends[concept+1]
	return h.all[from:to:to]
}

// Find looks for every concept in d.
func (l *Lexicon) Find(d *text.Doc) *Hits {
	f := newFinder(d, len(l.names), len(l.words))
	l.spell(f)
	for i := range f.spelt {
		w := &f.spelt[i]
		if w.stem >= 0 {
			f.try(l.byStem[w.stem], i)
		}
		if w.norm >= 0 {
			f.try(l.byNorm[w.norm], i)
		}
		if norm := d.Tokens[i].Norm; len(norm) >= prefixKey {
			f.try(l.byPrefix[norm[:prefixKey]], i)
		}
		if d.Tokens[i].Kind == text.Number {
			f.try(l.numbers, i)
		}
	}
	return f.hits()
}

// spelling is a token as terms see it: looked up once, it is compared with
// every term by numbers.
type spelling struct {
	stem, norm int32 // the lexicon's numbers; -1 where no term has the word
	filler     bool
	number     bool
}

// spell looks the tokens of a text up.
func (l *Lexicon) spell(f *finder) {
	for i := range f.spelt {
		t := &f.doc.Tokens[i]
		f.spelt[i] = spelling{
			stem: f.present(l.words, t.Stem), norm: f.present(l.words, t.Norm),
			filler: fillers[t.Norm], number: t.Kind == text.Number || numberWords[t.Norm],
		}
	}
}

// present is the number of a word, which it notes as there, or -1.
func (f *finder) present(numbers map[string]int32, word string) int32 {
	n, ok := numbers[word]
	if !ok {
		return -1
	}
	f.there[n] = true
	return n
}

// finder is a search for all concepts that is under way.
type finder struct {
	doc   *text.Doc
	spelt []spelling
	there []bool // by number: the text has the word
	found []found
	last  []int32 // by concept: its last hit in found, or -1
	count []int32 // by concept: its hits
}

// found is a hit of a concept, and where the one before it stands, or -1.
type found struct {
	Hit
	concept, before int32
}

func newFinder(d *text.Doc, concepts, words int) *finder {
	f := &finder{
		doc: d, spelt: make([]spelling, len(d.Tokens)), there: make([]bool, words),
		found: make([]found, 0, 2*len(d.Tokens)),
		last:  make([]int32, concepts), count: make([]int32, concepts),
	}
	for c := range f.last {
		f.last[c] = -1
	}
	return f
}

// hits puts what was found in order of concepts.
func (f *finder) hits() *Hits {
	h := &Hits{Doc: f.doc, all: make([]Hit, len(f.found)), ends: make([]int32, len(f.count)+1)}
	for c, n := range f.count {
		h.ends[c+1] = h.ends[c] + n
	}
	for i := len(f.found) - 1; i >= 0; i-- {
		x := &f.found[i]
		f.count[x.concept]--
		h.all[h.ends[x.concept]+f.count[x.concept]] = x.Hit
	}
	return h
}

// try adds the hits of those terms that match from token i.
func (f *finder) try(terms []start, i int) {
	tok := &f.doc.Tokens[i]
	for _, s := range terms {
		if s.next >= 0 && !f.there[s.next] {
			continue
		}
		t := s.term
		if t.flip && !tok.Neg || f.count[t.concept] >= maxHits {
			continue
		}
		if end, ok := f.match(t, i); ok {
			f.add(t.concept, Hit{i, end, tok.Neg != t.flip, tok.Attr})
		}
	}
}

// add keeps one hit of each polarity per start, the longest, in text order.
func (f *finder) add(concept int, hit Hit) {
	last := f.last[concept]
	for k := last; k >= 0 && f.found[k].Start == hit.Start; k = f.found[k].before {
		if f.found[k].Neg == hit.Neg {
			f.found[k].End = max(f.found[k].End, hit.End)
			return
		}
	}
	f.last[concept] = int32(len(f.found))
	f.count[concept]++
	f.found = append(f.found, found{hit, int32(concept), last})
}

// match says whether the term is said from token i on, and where it ends.
func (f *finder) match(t *term, i int) (end int, ok bool) {
	if !f.is(&t.elems[0], i) {
		return 0, false
	}
	for k := range t.elems[1:] {
		i = f.after(&t.elems[k+1], i)
		if i < 0 {
			return 0, false
		}
	}
	return i, true
}

// after is the first token after i that the element is, or -1: the next one,
// fillers apart, or one of the next few where the element is wide.
func (f *finder) after(e *element, i int) int {
	skip, tokens := 0, f.doc.Tokens
	for j := i + 1; j < len(tokens) && tokens[j].Sent == tokens[i].Sent; j++ {
		if f.is(e, j) {
			return j
		}
		skip++
		if e.wide && skip <= wideGap || skip <= 2 && f.spelt[j].filler {
			continue
		}
		break
	}
	return -1
}

// is says whether token i is the element.
func (f *finder) is(e *element, i int) bool {
	switch w := &f.spelt[i]; e.kind {
	case byStem:
		return w.stem == e.number
	case byNorm:
		return w.norm == e.number
	case byPrefix:
		return strings.HasPrefix(f.doc.Tokens[i].Norm, e.word)
	default:
		return w.number
	}
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
