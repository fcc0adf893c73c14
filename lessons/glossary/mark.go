package glossary

import (
	"html"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Marker marks the terms of one step of a lesson: each where it is used first.
type Marker struct {
	glossary *Glossary
	scope    string // begins the ids of what is marked
	seen     map[int]bool
	quiet    int // open elements within which nothing is marked
}

// Marker begins a step. scope tells it from the other steps of the page.
func (g *Glossary) Marker(scope string) *Marker {
	return &Marker{glossary: g, scope: scope, seen: map[int]bool{}}
}

// quiet are the elements whose words are left alone: they are links already,
// code, or headings.
var quiet = map[atom.Atom]bool{
	atom.A: true, atom.Code: true, atom.Pre: true, atom.Button: true,
	atom.H3: true, atom.H4: true, atom.Svg: true, atom.Th: true,
}

// Mark returns the HTML of a part of the step with its terms marked. It takes
// HTML as package lessons makes it; whatever else it is given it copies.
func (m *Marker) Mark(part string) string {
	if len(m.glossary.terms) == 0 {
		return part
	}
	var out strings.Builder
	for z := xhtml.NewTokenizer(strings.NewReader(part)); ; {
		switch kind := z.Next(); kind {
		case xhtml.ErrorToken:
			return out.String()
		case xhtml.TextToken:
			m.words(&out, string(z.Raw()))
		default:
			out.Write(z.Raw())
			name, _ := z.TagName()
			m.enter(kind, atom.Lookup(name))
		}
	}
}

func (m *Marker) enter(kind xhtml.TokenType, name atom.Atom) {
	switch {
	case !quiet[name]:
	case kind == xhtml.StartTagToken:
		m.quiet++
	case kind == xhtml.EndTagToken && m.quiet > 0:
		m.quiet--
	}
}

// words copies the source of a text between two tags and marks its terms.
func (m *Marker) words(out *strings.Builder, source string) {
	if m.quiet > 0 {
		out.WriteString(source)
		return
	}
	text, at := html.UnescapeString(source), 0
	for _, f := range m.glossary.find(text, m.seen) {
		out.WriteString(html.EscapeString(text[at:f.from]))
		m.term(out, text[f.from:f.to], &m.glossary.terms[f.term])
		at = f.to
	}
	if at == 0 {
		out.WriteString(source)
		return
	}
	out.WriteString(html.EscapeString(text[at:]))
}

// term writes a marked word: a button, so that it can be reached by keyboard
// and tapped, that its explanation describes.
func (m *Marker) term(out *strings.Builder, word string, t *Term) {
	id := html.EscapeString("term-" + m.scope + "-" + t.ID)
	out.WriteString(`<span class="gloss"><button type="button" aria-describedby="` + id + `">` + html.EscapeString(word) +
		`</button><span role="tooltip" id="` + id + `"><b>` + html.EscapeString(t.Name) + `</b> ` + html.EscapeString(t.Text) + `</span></span>`)
}

// Used adds the ids of the terms marked so far.
func (m *Marker) Used(ids map[string]bool) {
	for n := range m.seen {
		ids[m.glossary.terms[n].ID] = true
	}
}
