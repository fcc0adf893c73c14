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
	f := &finder{Hits: Hits{Doc: d, By: make([][]Hit, len(l.names))}, spelt: l.spell(d.Tokens)}
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
	return &f.Hits
}

// spelling is a token as terms see it: looked up once, it is compared with
// every term by numbers.
type spelling struct {
	stem, norm int32 // the lexicon's numbers; -1 where no term has the word
	filler     bool
	number     bool
}

// spell looks the tokens of a text up.
func (l *Lexicon) spell(tokens []text.Token) []spelling {
	out := make([]spelling, len(tokens))
	for i := range tokens {
		t := &tokens[i]
		out[i] = spelling{
			stem: l.numberOf(t.Stem), norm: l.numberOf(t.Norm),
			filler: fillers[t.Norm], number: t.Kind == text.Number || numberWords[t.Norm],
		}
	}
	return out
}

// numberOf is the number of a word, or -1.
func (l *Lexicon) numberOf(word string) int32 {
	if n, ok := l.words[word]; ok {
		return n
	}
	return -1
}

// finder is a search for all concepts that is under way.
type finder struct {
	Hits
	spelt []spelling
}

// try adds the hits of those terms that match from token i.
func (f *finder) try(terms []*term, i int) {
	for _, t := range terms {
		tok := &f.Doc.Tokens[i]
		if t.flip && !tok.Neg || len(f.By[t.concept]) >= maxHits {
			continue
		}
		if end, ok := f.match(t, i); ok {
			f.add(t.concept, Hit{i, end, tok.Neg != t.flip, tok.Attr})
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
