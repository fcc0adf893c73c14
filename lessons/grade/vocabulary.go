package grade

import (
	"cmp"
	"maps"
	"slices"

	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/match"
)

// word is a stem, or two neighbouring ones, with its polarity.
type word struct {
	first, second string
	neg           bool
}

// idea is a concept, or two close to each other, with their polarities.
// A concept's number is doubled, plus one where it is denied; -1 is none.
type idea struct{ first, second int32 }

// gram is a run of letters, in which a word's ends count: it ties together
// words of one family that stemming keeps apart.
type gram [4]byte

// vocabulary numbers the shared features: the words and ideas that occur in
// several of the samples.
type vocabulary struct {
	words    map[word]int
	ideas    map[idea]int
	grams    map[gram]int
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

func emptyVocabulary(concepts int) *vocabulary {
	return &vocabulary{words: map[word]int{}, ideas: map[idea]int{}, grams: map[gram]int{}, concepts: concepts}
}

// newVocabulary numbers what occurs in enough of the readings.
func newVocabulary(readings []*reading, concepts int) *vocabulary {
	v := emptyVocabulary(concepts)
	words, ideas, grams := map[word]int{}, map[idea]int{}, map[gram]int{}
	for _, r := range readings {
		ws, is, gs := map[word]bool{}, map[idea]bool{}, map[gram]bool{}
		for i := range r.doc.Tokens {
			eachWord(r.doc.Tokens, i, func(w word) { ws[w] = true })
			eachGram(&r.doc.Tokens[i], func(g gram) { gs[g] = true })
		}
		places := r.placesOf(concepts)
		for i := range places {
			eachIdea(places, i, func(x idea, _ int) { is[x] = true })
		}
		tally(words, ws)
		tally(ideas, is)
		tally(grams, gs)
	}
	v.number(words, ideas, grams)
	return v
}

// number gives features their numbers, in an order of their own.
func (v *vocabulary) number(words map[word]int, ideas map[idea]int, grams map[gram]int) {
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
	for _, g := range slices.SortedFunc(maps.Keys(grams), compareGrams) {
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

func compareGrams(a, b gram) int { return slices.Compare(a[:], b[:]) }

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
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
			return denial(w.neg) + `"` + w.first + space(w.second) + `"`
		}
	}
	for x, n := range v.ideas {
		if n == i {
			return ideaName(x.first, lex) + ideaName(x.second, lex)
		}
	}
	for g, n := range v.grams {
		if n == i {
			return "letters " + string(g[:])
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

func denial(neg bool) string {
	if neg {
		return "not "
	}
	return ""
}

func ideaName(n int32, lex *match.Lexicon) string {
	if n < 0 {
		return ""
	}
	return " " + denial(n&1 == 1) + "@" + lex.Names()[n>>1]
}
