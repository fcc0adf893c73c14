// Package match finds an author's concepts and clause patterns in a text that
// was read. The language is described in docs/rubrics.md. Finding takes time
// linear in the text for a given rubric: no pattern can backtrack.
package match

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/lessons"
	"fencepost/lessons/grade/text"
)

// element is one word of a term.
type element struct {
	kind   elementKind
	word   string
	number int32 // the word's in the lexicon
	wide   bool  // ".." stood before it: up to wideGap words may come between
}

type elementKind uint8

const (
	byStem   elementKind = iota
	byNorm               // =word: this form only
	byPrefix             // word*
	byNumber             // #
)

// wideGap is how many words ".." stands for at most.
const wideGap = 3

// term is one way to say a concept.
type term struct {
	elems   []element
	concept int32
	next    int32 // number of the word of the second element, or -1: most terms end at one that is not near
	flip    bool  // ~: counts where it is denied
}

// Lexicon finds concepts. It is safe for concurrent use once it is built.
type Lexicon struct {
	names    []string
	index    map[string]int
	words    map[string]int32 // numbers of the words of all terms
	byStem   [][]term         // by the number of the first word
	byNorm   [][]term
	prefixes map[string]int32 // numbers of the first prefixKey bytes of prefix terms
	byPrefix [][]term         // by that number
	numbers  []term
	known    text.Memo[spelling]
	items    int32     // how many items the patterns have
	fills    [][]int32 // by concept: the items that it fills
}

// prefixKey is how many bytes of a prefix term find it; shorter ones are refused.
const prefixKey = 3

// NewLexicon compiles the concepts of a rubric.
func NewLexicon(concepts []lessons.Concept) (*Lexicon, []Problem) {
	l := &Lexicon{index: map[string]int{}, words: map[string]int32{}, prefixes: map[string]int32{}}
	for _, c := range concepts {
		l.index[c.Name] = l.add(c.Name)
	}
	r := &resolver{byName: map[string]lessons.Concept{}}
	for _, c := range concepts {
		r.byName[c.Name] = c
	}
	for _, c := range concepts {
		for _, t := range r.terms(c, nil) {
			if err := l.term(l.index[c.Name], t); err != nil {
				r.problem(c.Pos, "@%s: %v", c.Name, err)
			}
		}
	}
	return l, r.problems
}

// Names are the concepts in the order in which hits are kept.
func (l *Lexicon) Names() []string { return l.names }

// Concept is the index of a concept, or -1.
func (l *Lexicon) Concept(name string) int {
	if i, ok := l.index[name]; ok {
		return i
	}
	return -1
}

func (l *Lexicon) add(name string) int {
	l.names, l.fills = append(l.names, name), append(l.fills, nil)
	return len(l.names) - 1
}

// literal is the concept of a word or quoted phrase that stands in a pattern.
func (l *Lexicon) literal(phrase string) (int, error) {
	name := `"` + phrase + `"`
	if i, ok := l.index[name]; ok {
		return i, nil
	}
	i := l.add(name)
	l.index[name] = i
	return i, l.term(i, phrase)
}

// term adds one way to say concept i.
func (l *Lexicon) term(i int, src string) error {
	t := term{concept: int32(i), next: -1}
	if rest, ok := strings.CutPrefix(src, "~"); ok {
		t.flip, src = true, rest
	}
	elems, err := parseTerm(src)
	if err != nil {
		return err
	}
	for i := range elems {
		elems[i].number = l.number(elems[i].word)
	}
	if len(elems) > 1 && elems[1].kind <= byNorm {
		t.next = elems[1].number
	}
	t.elems = elems
	l.file(t)
	return nil
}

// number is the number of a word, a new one where it had none.
func (l *Lexicon) number(word string) int32 {
	if n, ok := l.words[word]; ok {
		return n
	}
	n := int32(len(l.words))
	l.words[word] = n
	l.byStem, l.byNorm = append(l.byStem, nil), append(l.byNorm, nil)
	return n
}

// file puts a term where its first element finds it.
func (l *Lexicon) file(t term) {
	switch e := &t.elems[0]; e.kind {
	case byStem:
		l.byStem[e.number] = append(l.byStem[e.number], t)
	case byNorm:
		l.byNorm[e.number] = append(l.byNorm[e.number], t)
	case byPrefix:
		n := l.prefix(e.word[:prefixKey])
		l.byPrefix[n] = append(l.byPrefix[n], t)
	case byNumber:
		l.numbers = append(l.numbers, t)
	}
}

// prefix is the number of the first bytes of a prefix term.
func (l *Lexicon) prefix(key string) int32 {
	n, ok := l.prefixes[key]
	if !ok {
		n = int32(len(l.byPrefix))
		l.prefixes[key], l.byPrefix = n, append(l.byPrefix, nil)
	}
	return n
}

// parseTerm reads the words of a term.
func parseTerm(src string) ([]element, error) {
	var out []element
	wide := false
	for _, f := range strings.Fields(src) {
		if f == ".." {
			wide = true
			continue
		}
		e, err := parseElements(f)
		if err != nil {
			return nil, err
		}
		if len(e) > 0 {
			e[0].wide = wide
		}
		out, wide = append(out, e...), false
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%q has no word", src)
	}
	return out, nil
}

// parseElements reads one field of a term: several elements where it holds a
// hyphen, slash or underscore.
func parseElements(f string) ([]element, error) {
	if f == "#" {
		return []element{{kind: byNumber}}, nil
	}
	if p, ok := strings.CutSuffix(f, "*"); ok {
		if len(p) < prefixKey {
			return nil, fmt.Errorf("%q: a prefix needs at least %d letters", f, prefixKey)
		}
		return []element{{kind: byPrefix, word: p}}, nil
	}
	kind := byStem
	if w, ok := strings.CutPrefix(f, "="); ok && w != "" {
		kind, f = byNorm, w
	}
	var out []element
	for _, t := range (text.Reader{}).Read(f).Tokens {
		w := t.Stem
		if kind == byNorm {
			w = t.Norm
		}
		out = append(out, element{kind: kind, word: w})
	}
	return out, nil
}

// Vocabulary lists the words of all terms, folded and unstemmed, sorted.
func Vocabulary(concepts []lessons.Concept) []string {
	var out []string
	for _, c := range concepts {
		for _, t := range c.Terms {
			for _, tok := range (text.Reader{}).Read(t).Tokens {
				if tok.Kind == text.Word {
					out = append(out, tok.Norm)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
