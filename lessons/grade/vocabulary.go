package grade

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/match"
	"fencepost/lessons/grade/text"
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
// several of the samples, and the runs of letters. As features they stand
// behind those of similarity.
type vocabulary struct {
	words    []word // in the order of their numbers; ideas and grams follow
	ideas    []idea
	grams    []gram
	size     int
	concepts int // concepts from here on are a pattern's literals

	stems  map[string]stemFeatures
	pairs  map[[2]int32]int32 // features of two stems by their numbers
	ideaNo []int32            // by idea, as at numbers them
	gramNo map[gram]int32
}

// stemFeatures is a stem's number in pairs, and its features, affirmed and
// denied, or none.
type stemFeatures struct{ number, said, denied int32 }

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
	words, ideas, runs := map[word]int{}, map[idea]int{}, map[gram]int{}
	for _, r := range readings {
		ws, is, gs := map[word]bool{}, map[idea]bool{}, map[gram]bool{}
		for i := range r.doc.Tokens {
			eachWord(r.doc.Tokens, i, func(w word) { ws[w] = true })
			for g := range grams(r.doc.Tokens[i].Norm, r.doc.Tokens[i].Kind) {
				gs[g] = true
			}
		}
		for i := range r.places {
			eachIdea(r.places, i, func(x idea, _ int) { is[x] = true })
		}
		tally(words, ws)
		tally(ideas, is)
		tally(runs, gs)
	}
	return commonest(words, ideas, runs, concepts)
}

// commonest numbers what was counted often enough, in an order of its own.
func commonest(words map[word]int, ideas map[idea]int, runs map[gram]int, concepts int) *vocabulary {
	v := &vocabulary{concepts: concepts}
	for _, w := range slices.SortedFunc(maps.Keys(words), compareWords) {
		if n := words[w]; w.second == "" && n >= minStem || n >= minPair {
			v.words = append(v.words, w)
		}
	}
	for _, i := range slices.SortedFunc(maps.Keys(ideas), compareIdeas) {
		if n := ideas[i]; i.second < 0 && n >= minConcept || n >= minNearby {
			v.ideas = append(v.ideas, i)
		}
	}
	for _, g := range slices.SortedFunc(maps.Keys(runs), compareGrams) {
		if runs[g] >= minGram {
			v.grams = append(v.grams, g)
		}
	}
	v.file()
	return v
}

// file files the features where texts look them up.
func (v *vocabulary) file() {
	v.stems, v.pairs = make(map[string]stemFeatures), make(map[[2]int32]int32, len(v.words))
	v.ideaNo, v.gramNo = make([]int32, v.at(idea{int32(2 * v.concepts), none})), make(map[gram]int32, len(v.grams))
	number := func() int32 { v.size++; return int32(fDense + v.size - 1) }
	for _, w := range v.words {
		v.fileWord(w, number())
	}
	for _, x := range v.ideas {
		v.ideaNo[v.at(x)] = number()
	}
	for _, g := range v.grams {
		v.gramNo[g] = number()
	}
}

func (v *vocabulary) fileWord(w word, feature int32) {
	first := v.stem(w.first)
	switch {
	case w.second != "":
		v.pairs[[2]int32{first.number, v.stem(w.second).number}] = feature
		return
	case w.neg:
		first.denied = feature
	default:
		first.said = feature
	}
	v.stems[w.first] = first
}

// at is the place of an idea in a square of all that there may be.
func (v *vocabulary) at(x idea) int { return int(x.first)*(2*v.concepts+1) + int(x.second) + 1 }

// stem is what is filed of a stem, a number of its own at first.
func (v *vocabulary) stem(s string) stemFeatures {
	f, known := v.stems[s]
	if !known {
		f = stemFeatures{int32(len(v.stems)), none, none}
		v.stems[s] = f
	}
	return f
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
	out := make([]fit.Prior, 0, v.size)
	for _, w := range v.words {
		out = append(out, fit.Prior{Var: either(w.second == "", 0.2, 0.12)})
	}
	for _, x := range v.ideas {
		out = append(out, fit.Prior{Var: either(x.second < 0, 0.16, 0.03)})
	}
	for range v.grams {
		out = append(out, fit.Prior{Var: 0.03})
	}
	return out
}

// runs is the first feature that is a run of letters.
func (v *vocabulary) runs() int { return fDense + len(v.words) + len(v.ideas) }

// either is a for a single feature and b for a pair.
func either(single bool, a, b float64) float64 {
	if single {
		return a
	}
	return b
}

// name is what explain calls a shared feature.
func (v *vocabulary) name(feature int, lex *match.Lexicon) string {
	i := feature - fDense
	if i < len(v.words) {
		w := v.words[i]
		return denial(w.neg) + `"` + w.first + space(w.second) + `"`
	}
	if i -= len(v.words); i < len(v.ideas) {
		return ideaName(v.ideas[i].first, lex) + ideaName(v.ideas[i].second, lex)
	}
	return "letters " + string(v.grams[i-len(v.ideas)][:])
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

// grams are the runs of letters of one of the longer words.
func grams(norm string, kind text.Kind) iter.Seq[gram] {
	return func(yield func(gram) bool) {
		if kind != text.Word || len(norm) <= len(gram{}) {
			return
		}
		g := gram{0, '^', norm[0], norm[1]}
		for k := 2; k <= len(norm); k++ {
			end := byte('$')
			if k < len(norm) {
				end = norm[k]
			}
			if g = (gram{g[1], g[2], g[3], end}); !yield(g) {
				return
			}
		}
	}
}
