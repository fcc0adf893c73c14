package grade

import (
	"math/bits"
	"slices"
	"sort"

	"fencepost/lessons/grade/text"
)

// mark is a term or a shared feature at its place in a text: from the first to
// the last token that it takes.
type mark struct{ first, last, feature int32 }

// marks are the terms or the shared features of a text in the order of their
// last tokens. Each is looked up once; every part of the text then lists its own
// from them.
type marks struct {
	list []mark
	bag  bag
}

// start forgets a text; the features of the next are below n.
func (m *marks) start(n int) {
	m.list = m.list[:0]
	if len(m.bag) != n/64+1 {
		m.bag = make(bag, n/64+1)
	}
}

// add appends a mark; its last token must not be before that of another.
func (m *marks) add(first, last int, feature int32) {
	m.list = append(m.list, mark{int32(first), int32(last), feature})
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

func (b bag) add(n int32) { b[n/64] |= 1 << (n % 64) }

// empty takes all numbers out, ascending, and appends them to out.
func (b bag) empty(out []int32) []int32 {
	for i, set := range b {
		if set == 0 {
			continue
		}
		for ; set != 0; set &= set - 1 {
			out = append(out, int32(64*i+bits.TrailingZeros64(set)))
		}
		b[i] = 0
	}
	return out
}

// mark notes the shared features of some tokens and of the places among them.
func (v *vocabulary) mark(m *marks, tokens []text.Token, lore []lore, places []place) {
	m.start(fDense + v.size)
	next := 0
	for i := range tokens {
		v.markWord(m, tokens, lore, i)
		for ; next < len(places) && places[next].token == i; next++ {
			v.markIdeas(m, places, next)
		}
	}
}

// markWord notes the stem of token i, its pair with the one before it and its
// runs of letters.
func (v *vocabulary) markWord(m *marks, tokens []text.Token, lore []lore, i int) {
	t := &tokens[i]
	w := &lore[t.Form]
	if n := w.feature(t.Neg); n != none {
		m.add(i, i, n)
	}
	if i > 0 && tokens[i-1].Sent == t.Sent && t.Kind == text.Word && w.stem != none {
		if n, ok := v.pairs[[2]int32{lore[tokens[i-1].Form].stem, w.stem}]; ok {
			m.add(i-1, i, n)
		}
	}
	for _, n := range w.grams {
		m.add(i, i, n)
	}
}

// markIdeas notes the concept of place i and its pairs with close ones.
func (v *vocabulary) markIdeas(m *marks, places []place, i int) {
	eachIdea(places, i, func(x idea, first int) {
		if n := v.ideaNo[v.at(x)]; n != 0 { // the first features are those of similarity
			m.add(first, places[i].token, n)
		}
	})
}

// nearby is how close two concepts must be to make a pair.
const nearby = 10

// eachIdea calls f with the concept of place i and with its pairs with close
// ones before it, and with the token at which each starts.
func eachIdea(places []place, i int, f func(x idea, first int)) {
	q := &places[i]
	f(idea{q.number, none}, q.token)
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

// findPlaces finds the places of the rubric's concepts in text order; those at
// one token are in the order of their numbers.
func (r *reading) findPlaces(concepts int) {
	r.places = r.places[:0]
	for c, h := range r.hits.All() {
		if c >= concepts {
			continue
		}
		r.places = append(r.places, place{h.Start, r.doc.Tokens[h.Start].At, int32(2*c + truth(h.Neg))})
		for i := len(r.places) - 1; i > 0 && r.places[i].before(&r.places[i-1]); i-- {
			r.places[i], r.places[i-1] = r.places[i-1], r.places[i]
		}
	}
}

func (p *place) before(q *place) bool { return p.token == q.token && p.number < q.number }

// denied lists what the shared features of a span would be if what it says
// were denied, and what it denies said.
func (v *vocabulary) denied(r *reading, span text.Span) []int32 {
	tokens := slices.Clone(r.doc.Tokens[span.Start:span.End])
	for i := range tokens {
		tokens[i].Neg = !tokens[i].Neg
	}
	var turned []place
	for _, p := range r.places {
		if span.Start <= p.token && p.token < span.End {
			turned = append(turned, place{p.token - span.Start, p.at, p.number ^ 1})
		}
	}
	var m marks
	v.mark(&m, tokens, r.lore, turned)
	return m.within(text.Span{End: len(tokens)}, nil)
}
