package grade

import (
	"math"
	"sort"

	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/text"
)

// termVec is a sparse vector of IDF weights, sorted by term, of length one.
type termVec struct {
	ids []int32
	val []float64
}

// window is one or two sentences of a text, or a part of a long one.
type window struct {
	span text.Span
	vec  termVec
}

// index knows how rare each stem and concept is among the samples.
type index struct {
	ids  map[string]int // stems; concepts follow
	idf  []float64
	base int     // first concept's id
	once float64 // weight of what one sample has
}

// windowWords is the length at which a sentence is cut into parts.
const windowWords = 40

// spans appends a text's windows, without their vectors, to out.
func spans(d *text.Doc, out []window) []window {
	for i, s := range d.Sents {
		for from := s.Start; from < s.End; from += windowWords / 2 {
			to := min(from+windowWords, s.End)
			out = append(out, window{span: text.Span{Start: from, End: to}})
			if to == s.End {
				break
			}
		}
		if i > 0 && s.End-d.Sents[i-1].Start <= windowWords {
			out = append(out, window{span: text.Span{Start: d.Sents[i-1].Start, End: s.End}})
		}
	}
	return out
}

// newIndex counts in how many documents stems and concepts occur.
func newIndex(readings []*reading, concepts int) *index {
	df := map[string]int{}
	cdf := make([]int, concepts)
	for _, r := range readings {
		d := r.doc
		seen := map[string]bool{}
		for k := range d.Tokens {
			if st := d.Tokens[k].Stem; !seen[st] && !stop[st] {
				seen[st] = true
				df[st]++
			}
		}
		for c := range concepts {
			cdf[c] += truth(len(r.hits.Of(c)) > 0)
		}
	}
	return numberTerms(df, cdf, len(readings))
}

// numberTerms gives stems ids in alphabetical order and weights all terms.
func numberTerms(df map[string]int, cdf []int, docs int) *index {
	x := &index{ids: map[string]int{}}
	var stems []string
	for st := range df {
		stems = append(stems, st)
	}
	sort.Strings(stems)
	weigh := func(n int) float64 { return round(fit.Log(float64(docs+1) / float64(n+1))) }
	for _, st := range stems {
		x.ids[st] = len(x.idf)
		x.idf = append(x.idf, weigh(df[st]))
	}
	x.base, x.once = len(x.idf), weigh(1)
	for _, n := range cdf {
		x.idf = append(x.idf, weigh(n))
	}
	return x
}

// round cuts a figure to six decimals, so that a last bit that differs
// between machines' logarithms has no effect.
func round(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// mark notes the terms of a text: its stems, and its concepts where they start.
func (x *index) mark(m *marks, r *reading) {
	m.start(len(x.idf))
	next := 0
	for i := range r.doc.Tokens {
		if id := r.lore[r.doc.Tokens[i].Form].term; id != none {
			m.add(i, i, id)
		}
		for ; next < len(r.places) && r.places[next].token == i; next++ {
			m.add(i, i, int32(x.base)+r.places[next].number>>1)
		}
	}
}

// vector is the vector of a span of a text.
func (x *index) vector(r *reading, span text.Span) termVec {
	r.vecs.terms = r.terms.within(span, r.vecs.terms[:0])
	return x.normalise(r.vecs.terms, &r.vecs)
}

// termVecs is room for vectors.
type termVecs struct {
	terms []int32 // of the one under way
	ids   []int32
	val   []float64
}

// clear makes the room free again.
func (v *termVecs) clear() { v.ids, v.val = v.ids[:0], v.val[:0] }

// windows are the vectors of a text's windows.
func (x *index) windows(r *reading) {
	r.windows = spans(r.doc, r.windows[:0])
	for i := range r.windows {
		r.windows[i].vec = x.vector(r, r.windows[i].span)
	}
}

// normalise turns different ids, ascending, into a vector of length one.
func (x *index) normalise(ids []int32, room *termVecs) termVec {
	from, sum := len(room.ids), 0.0
	for _, id := range ids {
		if x.idf[id] <= 0 {
			continue
		}
		room.ids, room.val = append(room.ids, id), append(room.val, x.idf[id])
		sum += float64(x.idf[id] * x.idf[id])
	}
	v := termVec{room.ids[from:len(room.ids):len(room.ids)], room.val[from:len(room.val):len(room.val)]}
	length := math.Sqrt(sum)
	for i := range v.val {
		v.val[i] /= length
	}
	return v
}
