package text

import (
	"slices"
	"strings"
	"sync"
)

// Kind says what a token is.
type Kind uint8

// The kinds of token.
const (
	Word Kind = iota
	Number
	Symbol // + < > = and their like: code and comparisons
)

// Token is one word, number or symbol.
type Token struct {
	Norm  string // folded, contractions closed ("doesnt"), spelling repaired
	Stem  string // Norm without its ending, irregular forms made regular
	Form  int    // index into Doc.Forms
	Start int    // bytes of the source, whole characters
	End   int
	Kind  Kind
	// At is the token's place, in which a clause's end counts 2 and a
	// sentence's end 6 words: distances are measured in it.
	At     int
	Clause int // index into Doc.Clauses
	Sent   int // index into Doc.Sents

	Neg  bool // an odd number of negations covers it
	Attr bool // said to be someone's opinion, or a wish, or asked

	open uint8 // what parts this token from the one before it
	role role
}

// Form is a word of a text: tokens that are written alike share one, so that
// whatever depends on the word alone is found out once. A number, a symbol and
// the word that a short one stands for each have a form of their own, and the
// short one may have one that is no token's.
type Form struct {
	Norm, Stem string // as a Token's
	Kind       Kind
	role       role
}

// Span is a run of tokens, Start included, End not.
type Span struct{ Start, End int }

// Doc is an explanation that was read.
type Doc struct {
	Src     string
	Tokens  []Token
	Forms   []Form
	Clauses []Span
	Sents   []Span
}

// Range is the bytes of the source that tokens i to j (j included) came from.
func (d *Doc) Range(i, j int) (start, end int) {
	return d.Tokens[i].Start, d.Tokens[j].End
}

// ClauseRange is the bytes of the clauses that hold tokens i to j (j included).
func (d *Doc) ClauseRange(i, j int) (start, end int) {
	a, b := d.Clauses[d.Tokens[i].Clause], d.Clauses[d.Tokens[j].Clause]
	return d.Range(a.Start, b.End-1)
}

// Reader turns a text into a Doc. Its zero value repairs no spelling.
type Reader struct {
	// Fix returns the word that a misspelt one was meant to be, or the word
	// itself. It must be safe for concurrent use.
	Fix func(word string) string
	// Forms, where it is not nil, remembers what words became.
	Forms *Memo[Form]
}

// MaxBytes is how much of a text is read: what comes after has no effect.
const MaxBytes = 64 << 10

// Read splits s into tokens, clauses and sentences and marks polarity. It
// takes time linear in len(s).
func (r Reader) Read(s string) *Doc {
	d := &Doc{}
	r.ReadInto(d, s)
	return d
}

// ReadInto is Read in the memory of d, whose text it forgets.
func (r Reader) ReadInto(d *Doc, s string) {
	d.Src, d.Forms = s, d.Forms[:0]
	d.Tokens = tokenise(cut(s), d.Tokens[:0])
	r.name(d)
	d.part()
	d.polarity()
}

// cut is the first MaxBytes of s, ending at a whole character.
func cut(s string) string {
	if len(s) <= MaxBytes {
		return s
	}
	n := MaxBytes
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

// name gives each token its form: the word that is meant and its stem.
func (r Reader) name(d *Doc) {
	numbers := maps.Get().(map[string]int) // of the forms of words as they are written
	d.Forms = slices.Grow(d.Forms, len(d.Tokens))
	for i := range d.Tokens {
		t := &d.Tokens[i]
		if t.Kind != Word {
			d.take(t, d.add(formOf(t.Norm, t.Kind)))
		} else if no, known := numbers[t.Norm]; known {
			d.take(t, no)
		} else {
			written := t.Norm
			d.take(t, d.add(r.form(written)))
			numbers[written] = t.Form
		}
		if t.plays(abbreviates) && !inCode(d.Tokens, i) {
			d.lengthen(t)
		}
	}
	if len(d.Src) <= longText {
		clear(numbers)
		maps.Put(numbers)
	}
}

// maps are of texts that were read; the next take their memory.
var maps = sync.Pool{New: func() any { return map[string]int{} }}

// form is the form of a word as it is written.
func (r Reader) form(written string) Form {
	if r.Forms == nil {
		return r.meant(written)
	}
	return r.Forms.Of(written, func() Form { return r.meant(strings.Clone(written)) })
}

// meant is the form of the word that is meant.
func (r Reader) meant(written string) Form {
	if r.Fix != nil {
		written = r.Fix(written)
	}
	return formOf(written, Word)
}

func formOf(norm string, kind Kind) Form {
	return Form{Norm: norm, Stem: Stem(norm), Kind: kind, role: roles[norm]}
}

// add adds a form and returns its number.
func (d *Doc) add(f Form) int {
	d.Forms = append(d.Forms, f)
	return len(d.Forms) - 1
}

// take gives a token a form.
func (d *Doc) take(t *Token, no int) {
	f := &d.Forms[no]
	t.Form, t.Norm, t.Stem, t.role = no, f.Norm, f.Stem, f.role
}

// lengthen gives a token the form of the word that its own is short for.
func (d *Doc) lengthen(t *Token) {
	if long := shorthand[t.Norm]; long != t.Norm {
		d.take(t, d.add(formOf(long, t.Kind)))
	}
}

// inCode says whether a token stands beside a symbol, as n does in n = n + 1.
func inCode(tokens []Token, i int) bool {
	return i > 0 && tokens[i-1].Kind == Symbol || i+1 < len(tokens) && tokens[i+1].Kind == Symbol
}

// part gives tokens their clause, sentence and place, and lists the spans.
func (d *Doc) part() {
	d.Clauses, d.Sents = d.Clauses[:0], d.Sents[:0]
	at := 0
	for i := range d.Tokens {
		t := &d.Tokens[i]
		kind := t.open
		if i > 0 && kind == gapNone && breaksClause(d.Tokens, i) {
			kind = gapSoft
		}
		at += step(kind, i)
		t.At = at
		d.open(i, kind)
		t.Clause, t.Sent = len(d.Clauses)-1, len(d.Sents)-1
	}
}

// step is how far a token stands from the one before it.
func step(kind uint8, i int) int {
	switch {
	case i == 0:
		return 0
	case kind == gapSentence:
		return 6
	case kind == gapClause:
		return 2
	}
	return 1
}

// open starts the spans that token i opens and ends them after it.
func (d *Doc) open(i int, kind uint8) {
	if i == 0 || kind == gapSentence {
		d.Sents = append(d.Sents, Span{i, i})
	}
	if i == 0 || kind != gapNone {
		d.Clauses = append(d.Clauses, Span{i, i})
	}
	d.Sents[len(d.Sents)-1].End = i + 1
	d.Clauses[len(d.Clauses)-1].End = i + 1
}

// breaksClause says whether word i opens a clause without any mark before it.
func breaksClause(tokens []Token, i int) bool {
	return tokens[i].plays(joins) && i+1 < len(tokens)
}

// Keep is the text without some of its sentences: those for which keep is
// false. Tokens still point at the same bytes of the source.
func (d *Doc) Keep(keep []bool) *Doc {
	out := &Doc{}
	d.KeepInto(out, keep)
	return out
}

// KeepInto is Keep in the memory of out, whose text it forgets. Both texts have
// the same forms.
func (d *Doc) KeepInto(out *Doc, keep []bool) {
	out.Src, out.Forms, out.Tokens = d.Src, d.Forms, out.Tokens[:0]
	for i, s := range d.Sents {
		if keep[i] {
			out.Tokens = append(out.Tokens, d.Tokens[s.Start:s.End]...)
		}
	}
	out.part()
}
