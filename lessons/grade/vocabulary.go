package grade

import (
	"cmp"
	"maps"
	"slices"
	"sort"

	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/match"
	"fencepost/lessons/grade/text"
)

// nearby is how close two concepts must be to make a pair.
const nearby = 10

// word is a stem, or two neighbouring ones, with its polarity.
type word struct {
	first, second string
	neg           bool
}

// idea is a concept, or two close to each other, with their polarities.
// A concept's number is doubled, plus one where it is denied; -1 is none.
type idea struct{ first, second int }

// vocabulary numbers the shared features: the words and ideas that occur in
// several of the samples.
type vocabulary struct {
	words    map[word]int
	ideas    map[idea]int
	grams    map[string]int
	size     int
	concepts int // concepts from here on are a pattern's literals
}

// In how many samples a shared feature must occur: the commoner its kind, the
// more.
const (
	minStem    = 3
	minPair    = 5 // of neighbouring stems
	minConcept = 4
	minNearby  = 24 // of concepts
	minGram    = 8  // of letters
)

// newVocabulary numbers what occurs in enough of the readings.
func newVocabulary(readings []*reading, concepts int) *vocabulary {
	v := &vocabulary{words: map[word]int{}, ideas: map[idea]int{}, grams: map[string]int{}, concepts: concepts}
	words, ideas, grams := map[word]int{}, map[idea]int{}, map[string]int{}
	for _, r := range readings {
		ws, is, gs := map[word]bool{}, map[idea]bool{}, map[string]bool{}
		eachWord(r.doc.Tokens, func(w word) { ws[w] = true })
		eachIdea(r.places(concepts), func(i idea) { is[i] = true })
		eachGram(r.doc.Tokens, func(g string) { gs[g] = true })
		tally(words, ws)
		tally(ideas, is)
		tally(grams, gs)
	}
	v.number(words, ideas, grams)
	return v
}

// number gives features their numbers, in an order of their own.
func (v *vocabulary) number(words map[word]int, ideas map[idea]int, grams map[string]int) {
	for _, w := range slices.SortedFunc(maps.Keys(words), compareWords) {
		if n := words[w]; w.second == "" && n >= minStem || n >= minPair {
			v.words[w] = v.size
			v.size++
		}
	}
	for _, i := range slices.SortedFunc(maps.Keys(ideas), compareIdeas) {
		if n := ideas[i]; i.second < 0 && n >= minConcept || n >= minNearby {
			v.ideas[i] = v.size
			v.size++
		}
	}
	for _, g := range slices.Sorted(maps.Keys(grams)) {
		if grams[g] >= minGram {
			v.grams[g] = v.size
			v.size++
		}
	}
}

func tally[K comparable](count map[K]int, seen map[K]bool) {
	for k := range seen {
		count[k]++
	}
}

func compareWords(a, b word) int {
	return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second), cmp.Compare(truth(a.neg), truth(b.neg)))
}

func compareIdeas(a, b idea) int {
	return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second))
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// eachWord calls f with the stems and pairs of neighbouring stems.
func eachWord(tokens []text.Token, f func(word)) {
	for i := range tokens {
		t := &tokens[i]
		if !stop[t.Stem] {
			f(word{first: t.Stem, neg: t.Neg})
		}
		if i > 0 && tokens[i-1].Sent == t.Sent && t.Kind == text.Word {
			f(word{first: tokens[i-1].Stem, second: t.Stem})
		}
	}
}

// gramBytes is the length of a run of letters, in which a word's ends count.
const gramBytes = 4

// eachGram calls f with the runs of letters of the longer words: they tie
// together words of one family that stemming keeps apart.
func eachGram(tokens []text.Token, f func(string)) {
	for i := range tokens {
		if t := &tokens[i]; t.Kind == text.Word && len(t.Norm) > gramBytes {
			marked := "^" + t.Norm + "$"
			for k := 0; k+gramBytes <= len(marked); k++ {
				f(marked[k : k+gramBytes])
			}
		}
	}
}

// eachIdea calls f with the text's concepts and pairs of close concepts.
func eachIdea(places []place, f func(idea)) {
	for i, p := range places {
		f(idea{p.number, -1})
		for _, q := range places[i+1:] {
			if q.at-p.at > nearby {
				break
			}
			if p.number>>1 != q.number>>1 {
				f(idea{min(p.number, q.number), max(p.number, q.number)})
			}
		}
	}
}

// place is where a concept is said. number is as in idea.
type place struct{ at, number int }

// places lists the hits of the first concepts in text order.
func (r *reading) places(concepts int) []place {
	var out []place
	for c, list := range r.hits.By[:concepts] {
		for _, h := range list {
			out = append(out, place{r.doc.Tokens[h.Start].At, 2*c + truth(h.Neg)})
		}
	}
	slices.SortFunc(out, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.number, b.number))
	})
	return out
}

// features lists the shared features of a text, each once, sorted. They are
// numbered behind the similarity features.
func (v *vocabulary) features(r *reading) []int32 {
	return v.collect(r.doc.Tokens, r.places(v.concepts))
}

// within lists the shared features of a span of a text whose places are given.
func (v *vocabulary) within(r *reading, span text.Span, places []place) []int32 {
	return v.collect(r.doc.Tokens[span.Start:span.End], r.placesIn(span, places))
}

// denied lists what the shared features of a span would be if what it says
// were denied, and what it denies said.
func (v *vocabulary) denied(r *reading, span text.Span, places []place) []int32 {
	tokens := slices.Clone(r.doc.Tokens[span.Start:span.End])
	for i := range tokens {
		tokens[i].Neg = !tokens[i].Neg
	}
	turned := slices.Clone(r.placesIn(span, places))
	for i := range turned {
		turned[i].number ^= 1
	}
	return v.collect(tokens, turned)
}

// placesIn are those of a text's places that lie in a span.
func (r *reading) placesIn(span text.Span, places []place) []place {
	first, last := r.doc.Tokens[span.Start].At, r.doc.Tokens[span.End-1].At
	from := sort.Search(len(places), func(n int) bool { return places[n].at >= first })
	to := sort.Search(len(places), func(n int) bool { return places[n].at > last })
	return places[from:to]
}

// collect lists the shared features of some tokens and the places among them.
func (v *vocabulary) collect(tokens []text.Token, places []place) []int32 {
	var out []int32
	add := func(i int, known bool) {
		if known {
			out = append(out, int32(fDense+i))
		}
	}
	eachWord(tokens, func(w word) { i, ok := v.words[w]; add(i, ok) })
	eachIdea(places, func(x idea) { i, ok := v.ideas[x]; add(i, ok) })
	eachGram(tokens, func(g string) { i, ok := v.grams[g]; add(i, ok) })
	slices.Sort(out)
	return slices.Compact(out)
}

// priors are how far the weights of the shared features may go.
func (v *vocabulary) priors() []fit.Prior {
	out := make([]fit.Prior, v.size)
	for w, i := range v.words {
		out[i] = fit.Prior{Var: 0.2}
		if w.second != "" {
			out[i] = fit.Prior{Var: 0.12}
		}
	}
	for x, i := range v.ideas {
		out[i] = fit.Prior{Var: 0.16}
		if x.second >= 0 {
			out[i] = fit.Prior{Var: 0.03}
		}
	}
	for _, i := range v.grams {
		out[i] = fit.Prior{Var: 0.03}
	}
	return out
}

// name is what explain calls shared feature i.
func (v *vocabulary) name(i int, lex *match.Lexicon) string {
	for w, n := range v.words {
		if n == i {
			return mark(w.neg) + `"` + w.first + space(w.second) + `"`
		}
	}
	for x, n := range v.ideas {
		if n == i {
			return ideaName(x.first, lex) + ideaName(x.second, lex)
		}
	}
	for g, n := range v.grams {
		if n == i {
			return "letters " + g
		}
	}
	return ""
}

func space(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

func mark(neg bool) string {
	if neg {
		return "not "
	}
	return ""
}

func ideaName(n int, lex *match.Lexicon) string {
	if n < 0 {
		return ""
	}
	return " " + mark(n&1 == 1) + "@" + lex.Names()[n>>1]
}
