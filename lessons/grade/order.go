package grade

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/text"
)

// wordOrder knows which classes of words follow each other in honest texts.
// Shuffled words and lists of terms have the words of a right answer, but not
// their order: only a model of order can tell them apart.
type wordOrder struct {
	pairs  map[[2]class]float64
	single []float64 // by class
	total  float64
}

// class is a function word itself, and of other words no more than how they
// end. The ends of clauses and sentences are classes too.
type class int16

const (
	clauseEnd class = iota
	sentenceEnd
	numeral
	sign
	otherWord
	firstEnding
)

// endings are the ends that tell classes of words apart, the first that fits.
var endings = [...]string{"ing", "ed", "ly", "ion", "er", "s", "e"}

// classNames are what classes are stored as: function words follow the rest.
var classNames = func() []string {
	out := []string{",", ".", "#", "=", "-"}
	for _, end := range endings {
		out = append(out, "-"+end)
	}
	return append(out, slices.Sorted(maps.Keys(functionWords))...)
}()

// classByName is its inverse.
var classByName = func() map[string]class {
	m := make(map[string]class, len(classNames))
	for i, name := range classNames {
		m[name] = class(i)
	}
	return m
}()

// classOf is a word's class.
func classOf(f *text.Form) class {
	switch f.Kind {
	case text.Number:
		return numeral
	case text.Symbol:
		return sign
	}
	if functionWords[f.Norm] {
		return classByName[f.Norm]
	}
	for i, end := range endings {
		if strings.HasSuffix(f.Norm, end) {
			return firstEnding + class(i)
		}
	}
	return otherWord
}

// functionWords are the words whose place in a sentence is telling.
var functionWords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`a an the of to in on at by for from with and or as is are was were be been
		it its this that these those he she they them his her their we our us i me my you your do does did not no
		will would can could should may might must cant dont doesnt didnt wont isnt wasnt has have had there here
		what which who when where how why so than too also very just only still even if then but because while
		until unless since after before up out over down off again more less one two some any each every all both
		another other same such nobody somebody nothing something new old own`) {
		m[w] = true
	}
	return m
}()

// classes are the classes of a text's words with the ends of its clauses.
func classes(d *text.Doc, lore []lore) iter.Seq[class] {
	return func(yield func(class) bool) {
		ok := yield(sentenceEnd)
		for i := 0; ok && i < len(d.Tokens); i++ {
			t := &d.Tokens[i]
			if end, ends := endBefore(d, i); ends && !yield(end) {
				return
			}
			ok = yield(lore[t.Form].class)
		}
		if ok {
			yield(sentenceEnd)
		}
	}
}

// endBefore is what ends before token i, if anything does.
func endBefore(d *text.Doc, i int) (class, bool) {
	if i == 0 {
		return 0, false
	}
	before, t := &d.Tokens[i-1], &d.Tokens[i]
	if before.Sent != t.Sent {
		return sentenceEnd, true
	}
	return clauseEnd, t.At-before.At > 1
}

func newWordOrder() *wordOrder {
	return &wordOrder{pairs: map[[2]class]float64{}, single: make([]float64, len(classNames))}
}

// add counts a text, or with by -1 takes it away again.
func (o *wordOrder) add(d *text.Doc, lore []lore, by float64) {
	before := class(none)
	for c := range classes(d, lore) {
		if before != none {
			o.count([2]class{before, c}, by)
		}
		before = c
	}
}

// count counts a pair so many times more.
func (o *wordOrder) count(pair [2]class, by float64) {
	o.pairs[pair] += by
	o.single[pair[0]] += by
	o.total += by
}

// doubt is how many sightings the independence of two classes is worth.
const doubt = 8

// fluency is by how much, on the mean and in natural logarithms, the classes
// of a text follow each other more often than chance would have them.
func (o *wordOrder) fluency(d *text.Doc, lore []lore) float64 {
	sum, n, before := 0.0, 0, class(none)
	for c := range classes(d, lore) {
		if before != none {
			sum += o.ease(before, c)
			n++
		}
		before = c
	}
	if o.total < 500 || n < 7 {
		return 1 // nothing to go by
	}
	return round(sum / float64(n))
}

// ease is by how much more often than chance would have it, in natural
// logarithms, one class follows another.
func (o *wordOrder) ease(a, b class) float64 {
	chance := (o.single[a] + 1) / o.total * ((o.single[b] + 1) / o.total)
	seen := (o.pairs[[2]class{a, b}] + float64(doubt*chance*o.total/20) + 0.1) / o.total
	return fit.Log(seen / chance)
}
