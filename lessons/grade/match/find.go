package match

import (
	"iter"
	"slices"
	"strings"
	"sync"

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

// Hits are the places of every concept in a text. Patterns that are looked for
// in them share their room: not for concurrent use.
type Hits struct {
	Doc    *text.Doc
	found  []found // in text order
	all    []Hit   // concept by concept
	first  []int32 // by concept: where its hits start in all
	count  []int32 // by concept: how many they are
	filled []bool  // by item of the lexicon's patterns: a concept fills it
	room   []Hit   // for the pattern that is looked for
}

// Of lists the hits of a concept, by its index, in text order.
func (h *Hits) Of(concept int) []Hit {
	n := h.count[concept]
	if n == 0 {
		return nil
	}
	from := h.first[concept]
	return h.all[from : from+n : from+n]
}

// All are the hits of all concepts in the order in which they start.
func (h *Hits) All() iter.Seq2[int, Hit] {
	return func(yield func(int, Hit) bool) {
		for i := range h.found {
			if x := &h.found[i]; !yield(int(x.concept), x.Hit) {
				return
			}
		}
	}
}

// Find looks for every concept in d.
func (l *Lexicon) Find(d *text.Doc) *Hits {
	h := &Hits{}
	l.FindInto(h, d)
	return h
}

// FindInto is Find in the memory of h, whose hits it forgets.
func (l *Lexicon) FindInto(h *Hits, d *text.Doc) {
	f := finders.Get().(*finder)
	defer finders.Put(f)
	f.start(l, d, h)
	for i := range f.spelt {
		f.move(i)
		w := &f.spelt[i]
		if w.stem >= 0 {
			f.try(l.byStem[w.stem], i)
		}
		if w.norm >= 0 {
			f.try(l.byNorm[w.norm], i)
		}
		if w.prefix >= 0 {
			f.try(l.byPrefix[w.prefix], i)
		}
		if d.Tokens[i].Kind == text.Number {
			f.try(l.numbers, i)
		}
	}
	h.file(l)
	f.Hits = nil
}

// finders are searches that are over and whose memory the next ones take.
var finders = sync.Pool{New: func() any { return new(finder) }}

// spelling is a word as terms see it: looked up once, it is compared with every
// term by numbers.
type spelling struct {
	stem, norm, prefix int32 // the lexicon's numbers; -1 where no term has it
	filler             bool
	number             bool
}

// finder is a search for all concepts that is under way.
type finder struct {
	*Hits
	forms []spelling // by form of the text
	spelt []spelling // by token
	soon  []uint8    // by number of a word: how often it stands within reach
	last  []int32    // by concept with hits: its last in found
}

// found is a hit of a concept, which of its hits it is, and where the one before
// it stands.
type found struct {
	Hit
	concept, nth, before int32
}

// start looks the words of a text up and forgets the text before.
func (f *finder) start(l *Lexicon, d *text.Doc, h *Hits) {
	f.Hits, h.Doc = h, d
	h.found, h.count = h.found[:0], sized(h.count, len(l.names))
	f.soon, f.last = sized(f.soon, len(l.words)), sized(f.last, len(l.names))
	clear(f.soon)
	clear(h.count)
	f.forms, f.spelt = sized(f.forms, len(d.Forms)), sized(f.spelt, len(d.Tokens))
	for i := range d.Forms {
		f.forms[i] = l.spelling(&d.Forms[i])
	}
	for i := range d.Tokens {
		f.spelt[i] = f.forms[d.Tokens[i].Form]
		f.spelt[i].number = f.spelt[i].number || d.Tokens[i].Kind == text.Number
	}
	for i := range min(reach, len(f.spelt)) {
		f.come(i, 1)
	}
}

// reach is how many words the second word of a term may be behind the first.
const reach = wideGap + 1

// move brings token i and what is out of its reach out of reach, and what came
// into it in.
func (f *finder) move(i int) {
	f.come(i, -1)
	if next := i + reach; next < len(f.spelt) {
		f.come(next, 1)
	}
}

// come counts the words of a token, or with by -1 takes them away.
func (f *finder) come(i int, by int8) {
	w := &f.spelt[i]
	if w.stem >= 0 {
		f.soon[w.stem] += uint8(by)
	}
	if w.norm >= 0 {
		f.soon[w.norm] += uint8(by)
	}
}

// sized is a slice of n elements, in the memory of s where that is enough.
func sized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// spelling is a word as the terms see it. Numbers are endless: they are not
// remembered.
func (l *Lexicon) spelling(w *text.Form) spelling {
	if w.Kind != text.Word {
		return l.spell(w)
	}
	return l.known.Of(w.Norm, func() spelling { return l.spell(w) })
}

// spell looks a word up.
func (l *Lexicon) spell(w *text.Form) spelling {
	out := spelling{
		stem: numberOf(l.words, w.Stem), norm: numberOf(l.words, w.Norm), prefix: -1,
		filler: fillers[w.Norm], number: numberWords[w.Norm],
	}
	if len(w.Norm) >= prefixKey {
		out.prefix = numberOf(l.prefixes, w.Norm[:prefixKey])
	}
	return out
}

// numberOf is the number of a word, or -1.
func numberOf(numbers map[string]int32, word string) int32 {
	if n, ok := numbers[word]; ok {
		return n
	}
	return -1
}

// file puts what was found in order of concepts.
func (h *Hits) file(l *Lexicon) {
	h.all, h.first = sized(h.all, len(h.found)), sized(h.first, len(l.names))
	h.filled = sized(h.filled, int(l.items))
	clear(h.filled)
	next := int32(0)
	for i := range h.found {
		x := &h.found[i]
		if x.nth == 0 {
			h.first[x.concept] = next
			next += h.count[x.concept]
			for _, item := range l.fills[x.concept] {
				h.filled[item] = true
			}
		}
		h.all[h.first[x.concept]+x.nth] = x.Hit
	}
}

// try adds the hits of those terms that match from token i.
func (f *finder) try(terms []term, i int) {
	tok := &f.Doc.Tokens[i]
	for k := range terms {
		t := &terms[k]
		if t.next >= 0 && f.soon[t.next] == 0 || t.flip && !tok.Neg || f.count[t.concept] >= maxHits {
			continue
		}
		if end, ok := f.match(t, i); ok {
			f.add(t.concept, Hit{i, end, tok.Neg != t.flip, tok.Attr})
		}
	}
}

// add keeps one hit of each polarity per start, the longest, in text order.
func (f *finder) add(concept int32, hit Hit) {
	n := f.count[concept]
	for k, left := f.last[concept], n; left > 0 && f.found[k].Start == hit.Start; k, left = f.found[k].before, left-1 {
		if f.found[k].Neg == hit.Neg {
			f.found[k].End = max(f.found[k].End, hit.End)
			return
		}
	}
	f.found = append(f.found, found{hit, concept, n, f.last[concept]})
	f.last[concept] = int32(len(f.found) - 1)
	f.count[concept]++
}

// match says whether the term, the first word of which finds token i, is said
// from there on, and where it ends.
func (f *finder) match(t *term, i int) (end int, ok bool) {
	if e := &t.elems[0]; e.kind == byPrefix && !f.is(e, i) {
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
	skip, tokens := 0, f.Doc.Tokens
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
		return strings.HasPrefix(f.Doc.Tokens[i].Norm, e.word)
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
