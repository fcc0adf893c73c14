package grade

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"

	"fencepost/lessons/grade/text"
)

// mark is a shared feature at its place in a text: from the first to the last
// token that it takes.
type mark struct{ first, last, feature int32 }

// marks are the shared features of a text in the order of their last tokens.
// Each is looked up once; every part of the text then lists its own from them.
type marks struct {
	list []mark
	bag  bag
}

// mark looks up the shared features of some tokens and of the places among
// them. They are numbered behind the similarity features.
func (v *vocabulary) mark(tokens []text.Token, places []place) *marks {
	m := &marks{list: make([]mark, 0, 4*len(tokens)), bag: newBag(fDense + v.size)}
	next := 0
	for i := range tokens {
		add := func(first, n int, known bool) {
			if known {
				m.add(first, i, fDense+n)
			}
		}
		eachWord(tokens, i, func(w word) { n, ok := v.words[w]; add(i-truth(w.second != ""), n, ok) })
		eachGram(&tokens[i], func(g gram) { n, ok := v.grams[g]; add(i, n, ok) })
		for ; next < len(places) && places[next].token == i; next++ {
			eachIdea(places, next, func(x idea, first int) { n, ok := v.ideas[x]; add(first, n, ok) })
		}
	}
	return m
}

// add appends a mark; its last token must not be before that of another.
func (m *marks) add(first, last, feature int) {
	m.list = append(m.list, mark{int32(first), int32(last), int32(feature)})
}

// within appends the features of a span to out, each once, ascending.
func (m *marks) within(span text.Span, out []int32) []int32 {
	from := sort.Search(len(m.list), func(i int) bool { return int(m.list[i].last) >= span.Start })
	for _, x := range m.list[from:] {
		if int(x.last) >= span.End {
			break
		}
		if int(x.first) >= span.Start {
			m.bag.add(x.feature)
		}
	}
	return m.bag.empty(out)
}

// bag is a set of small numbers.
type bag []uint64

// newBag makes a bag for numbers below n.
func newBag(n int) bag { return make(bag, n/64+1) }

func (b bag) add(n int32) { b[n/64] |= 1 << (n % 64) }

// empty takes all numbers out, ascending, and appends them to out.
func (b bag) empty(out []int32) []int32 {
	for i, set := range b {
		for ; set != 0; set &= set - 1 {
			out = append(out, int32(64*i+bits.TrailingZeros64(set)))
		}
		b[i] = 0
	}
	return out
}

// eachWord calls f with the stem of token i and with its pair with the one
// before it.
func eachWord(tokens []text.Token, i int, f func(word)) {
	t := &tokens[i]
	if !stop[t.Stem] {
		f(word{first: t.Stem, neg: t.Neg})
	}
	if i > 0 && tokens[i-1].Sent == t.Sent && t.Kind == text.Word {
		f(word{first: tokens[i-1].Stem, second: t.Stem})
	}
}

// eachGram calls f with the runs of letters of one of the longer words.
func eachGram(t *text.Token, f func(gram)) {
	if t.Kind != text.Word || len(t.Norm) <= len(gram{}) {
		return
	}
	g := gram{0, '^', t.Norm[0], t.Norm[1]}
	for k := 2; k <= len(t.Norm); k++ {
		end := byte('$')
		if k < len(t.Norm) {
			end = t.Norm[k]
		}
		g = gram{g[1], g[2], g[3], end}
		f(g)
	}
}

// nearby is how close two concepts must be to make a pair.
const nearby = 10

// eachIdea calls f with the concept of place i and with its pairs with close
// ones before it, and with the token at which each starts.
func eachIdea(places []place, i int, f func(x idea, first int)) {
	q := &places[i]
	f(idea{q.number, -1}, q.token)
	for k := i - 1; k >= 0 && q.at-places[k].at <= nearby; k-- {
		if p := &places[k]; p.number>>1 != q.number>>1 {
			f(idea{min(p.number, q.number), max(p.number, q.number)}, p.token)
		}
	}
}

// place is where a concept is said. number is as in idea.
type place struct {
	token, at int
	number    int32
}

// placesOf are the places of the rubric's concepts in text order.
func (r *reading) placesOf(concepts int) []place {
	if r.places == nil {
		r.places = r.findPlaces(concepts)
	}
	return r.places
}

func (r *reading) findPlaces(concepts int) []place {
	n := 0
	for c := range concepts {
		n += len(r.hits.Of(c))
	}
	out := make([]place, 0, n)
	for c := range concepts {
		for _, h := range r.hits.Of(c) {
			out = append(out, place{h.Start, r.doc.Tokens[h.Start].At, int32(2*c + truth(h.Neg))})
		}
	}
	slices.SortFunc(out, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.token, b.token), cmp.Compare(a.number, b.number))
	})
	return out
}

// marksOf are a reading's marks, looked up when they are first asked for.
func (v *vocabulary) marksOf(r *reading) *marks {
	if r.marks == nil {
		r.marks = v.mark(r.doc.Tokens, r.placesOf(v.concepts))
	}
	return r.marks
}

// features lists the shared features of a text, each once, ascending.
func (v *vocabulary) features(r *reading) []int32 {
	return v.within(r, text.Span{End: len(r.doc.Tokens)})
}

// within lists the shared features of a span of a text.
func (v *vocabulary) within(r *reading, span text.Span) []int32 {
	return v.marksOf(r).within(span, nil)
}

// denied lists what the shared features of a span would be if what it says
// were denied, and what it denies said.
func (v *vocabulary) denied(r *reading, span text.Span) []int32 {
	tokens := slices.Clone(r.doc.Tokens[span.Start:span.End])
	for i := range tokens {
		tokens[i].Neg = !tokens[i].Neg
	}
	var turned []place
	for _, p := range r.placesOf(v.concepts) {
		if span.Start <= p.token && p.token < span.End {
			turned = append(turned, place{p.token - span.Start, p.at, p.number ^ 1})
		}
	}
	return v.mark(tokens, turned).within(text.Span{End: len(tokens)}, nil)
}
