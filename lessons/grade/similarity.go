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

// spans lists a text's windows.
func spans(d *text.Doc) []text.Span {
	var out []text.Span
	for i, s := range d.Sents {
		for from := s.Start; from < s.End; from += windowWords / 2 {
			to := min(from+windowWords, s.End)
			out = append(out, text.Span{Start: from, End: to})
			if to == s.End {
				break
			}
		}
		if i > 0 && s.End-d.Sents[i-1].Start <= windowWords {
			out = append(out, text.Span{Start: d.Sents[i-1].Start, End: s.End})
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

// rare says whether at most one sample has a stem. Stop words are never rare.
func (x *index) rare(stem string) bool {
	id, known := x.ids[stem]
	return !stop[stem] && (!known || x.idf[id] >= x.once)
}

// round cuts a figure to six decimals, so that a last bit that differs
// between machines' logarithms has no effect.
func round(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// mark looks up the terms of a text: its stems, and its concepts where they
// start.
func (x *index) mark(r *reading) *marks {
	m := &marks{bag: newBag(len(x.idf)), list: make([]mark, 0, 2*len(r.doc.Tokens))}
	places := r.placesOf(len(x.idf) - x.base)
	next := 0
	for i := range r.doc.Tokens {
		if id, known := x.ids[r.doc.Tokens[i].Stem]; known {
			m.add(i, i, id)
		}
		for ; next < len(places) && places[next].token == i; next++ {
			m.add(i, i, x.base+int(places[next].number>>1))
		}
	}
	return m
}

// whole is the vector of a whole text.
func (x *index) whole(r *reading) termVec {
	return x.normalise(x.mark(r).within(text.Span{End: len(r.doc.Tokens)}, nil))
}

// windows are the vectors of a text's windows.
func (x *index) windows(r *reading) []window {
	m, parts := x.mark(r), spans(r.doc)
	out := make([]window, len(parts))
	var ids []int32
	for i, s := range parts {
		ids = m.within(s, ids[:0])
		out[i] = window{s, x.normalise(ids)}
	}
	return out
}

// normalise turns different ids, ascending, into a vector of length one.
func (x *index) normalise(ids []int32) termVec {
	v := termVec{make([]int32, 0, len(ids)), make([]float64, 0, len(ids))}
	sum := 0.0
	for _, id := range ids {
		if x.idf[id] <= 0 {
			continue
		}
		v.ids, v.val = append(v.ids, id), append(v.val, x.idf[id])
		sum += float64(x.idf[id] * x.idf[id])
	}
	length := math.Sqrt(sum)
	for i := range v.val {
		v.val[i] /= length
	}
	return v
}
