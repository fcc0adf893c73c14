// Package glossary marks the terms of a glossary where a step of a lesson uses
// them first, so that a reader can have them explained on the spot.
package glossary

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Term is a word or phrase with its explanation.
type Term struct {
	ID    string   // its anchor in the glossary
	Name  string   // as it is listed
	Forms []string // how else it is written, such as plurals
	HTML  string   // the whole explanation, safe to write into a page
	Text  string   // its first paragraph without markup
}

// Glossary knows the terms by how they begin. It does not change and may be
// used by several goroutines. The zero Glossary has no terms.
type Glossary struct {
	terms []Term
	forms map[string][]form // by first word, in lower case; the longest first
}

// form is one way to write a term.
type form struct {
	words string // in lower case, words apart by single spaces
	term  int
}

// New makes a glossary of terms, which are listed by name from then on.
func New(terms []Term) *Glossary {
	g := &Glossary{terms: slices.Clone(terms), forms: map[string][]form{}}
	slices.SortFunc(g.terms, func(a, b Term) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.ID, b.ID))
	})
	for i, t := range g.terms {
		for _, words := range append([]string{t.Name}, t.Forms...) {
			g.file(form{strings.Join(strings.Fields(strings.ToLower(words)), " "), i})
		}
	}
	for _, list := range g.forms {
		slices.SortStableFunc(list, func(a, b form) int { return cmp.Compare(len(b.words), len(a.words)) })
	}
	return g
}

func (g *Glossary) file(f form) {
	if first := f.words[:wordEnd(f.words)]; first != "" {
		g.forms[first] = append(g.forms[first], f)
	}
}

// Terms are in alphabetical order.
func (g *Glossary) Terms() []Term { return slices.Clone(g.terms) }

// found is a term in a text, in bytes.
type found struct{ from, to, term int }

// find lists the terms of a text that skip does not hold, each once and none
// within another, and adds them to skip.
func (g *Glossary) find(text string, skip map[int]bool) []found {
	var out []found
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !letter(r) {
			i += size
			continue
		}
		end := i + wordEnd(text[i:])
		if f, to, ok := g.at(text, i, end); ok {
			if !skip[f.term] {
				skip[f.term] = true
				out = append(out, found{i, to, f.term})
			}
			end = to
		}
		i = end
	}
	return out
}

// at is the longest form that begins with the word of text from i to end.
func (g *Glossary) at(text string, i, end int) (form, int, bool) {
	for _, f := range g.forms[strings.ToLower(text[i:end])] {
		if to, ok := matches(text[i:], f.words); ok {
			return f, i + to, true
		}
	}
	return form{}, 0, false
}

// matches says whether text begins with words, whatever the case and the white
// space between them, and where they end. They must end with a word.
func matches(text, words string) (end int, ok bool) {
	for words != "" {
		want, size := utf8.DecodeRuneInString(words)
		words = words[size:]
		if want == ' ' {
			rest := strings.TrimLeftFunc(text[end:], unicode.IsSpace)
			if len(rest) == len(text)-end {
				return 0, false
			}
			end = len(text) - len(rest)
			continue
		}
		got, size := utf8.DecodeRuneInString(text[end:])
		if unicode.ToLower(got) != want {
			return 0, false
		}
		end += size
	}
	next, _ := utf8.DecodeRuneInString(text[end:])
	return end, end == len(text) || !letter(next)
}

// wordEnd is where the word that text begins with ends.
func wordEnd(text string) int {
	if i := strings.IndexFunc(text, func(r rune) bool { return !letter(r) }); i >= 0 {
		return i
	}
	return len(text)
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
