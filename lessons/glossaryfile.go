package lessons

import (
	"io/fs"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"fencepost/lessons/glossary"
)

// glossaryFile lies beside the concepts' folders: a level-2 heading with an id
// for each term, a paragraph "Also: form, form" where there are other forms,
// and the explanation.
const glossaryFile = "glossary.md"

// loadGlossary reads the glossary of a content tree; an empty one where there
// is none. It returns the hash of the file, "" for none.
func (ld *Loader) loadGlossary(fsys fs.FS, r *report) (*glossary.Glossary, string) {
	from := (&folder{report: r, fsys: fsys, slug: "."}).read(glossaryFile)
	if from == nil {
		return glossary.New(nil), ""
	}
	return recall(ld, r, glossaryFile, from.hash, func(r *report) *glossary.Glossary {
		return parseGlossary(newSource(glossaryFile, from.text, r))
	}), from.hash
}

// parseGlossary reads glossary.md as far as it can be read.
func parseGlossary(s *source) *glossary.Glossary {
	l := &loader{source: s, md: newMarkdown(), ids: map[string]Pos{"main": {}}, lesson: &Lesson{Pos: Pos{s.file, 1, 1}}}
	if !s.readable() || !s.inBounds() {
		return glossary.New(nil)
	}
	doc := l.md.Parser().Parse(text.NewReader(s.text))
	l.check(doc, s.text, l.pos)
	g := &glossaryReader{loader: l, forms: map[string]Pos{}}
	g.read(doc)
	return glossary.New(g.terms)
}

type glossaryReader struct {
	*loader
	forms map[string]Pos // how terms are written, and where
	terms []glossary.Term
}

// read cuts the file at its headings.
func (g *glossaryReader) read(doc ast.Node) {
	var head *ast.Heading
	var nodes []ast.Node
	flush := func() {
		if head != nil {
			g.term(head, nodes)
		}
		nodes = nil
	}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		switch {
		case ok && h.Level == 2:
			flush()
			head = h
		case ok:
			g.add(g.headingPos(h), "begin each term with ## and its name", "a heading of level %d", h.Level)
		case head == nil:
			g.add(g.pos(n.Pos()), "begin with ## Term {#id}", "words before the first term")
		default:
			nodes = append(nodes, n)
		}
	}
	flush()
}

// term reads one term.
func (g *glossaryReader) term(h *ast.Heading, nodes []ast.Node) {
	s := g.heading(h)
	t := glossary.Term{ID: s.id, Name: s.title}
	g.form(t.Name, s.pos)
	if len(nodes) > 0 {
		if also, ok := strings.CutPrefix(words(nodes[0], g.text), "Also: "); ok {
			t.Forms = g.also(also, g.pos(nodes[0].Pos()))
			nodes = nodes[1:]
		}
	}
	if len(nodes) == 0 {
		g.add(s.pos, "say below it what it means", "the term %q is not explained", t.Name)
		return
	}
	t.HTML, t.Text = g.render(g.text, g.pos(nodes[0].Pos()), nodes...), words(nodes[0], g.text)
	g.terms = append(g.terms, t)
}

// also reads the other forms of a term.
func (g *glossaryReader) also(list string, pos Pos) []string {
	var out []string
	for _, f := range strings.Split(list, ",") {
		if f = strings.TrimSpace(f); f == "" {
			g.add(pos, "write Also: and the forms, with commas between them", "a form without words")
			continue
		}
		g.form(f, pos)
		out = append(out, f)
	}
	return out
}

// form reports a way of writing that two terms claim.
func (g *glossaryReader) form(words string, pos Pos) {
	key := strings.ToLower(words)
	if first, taken := g.forms[key]; taken {
		g.add(pos, "keep it with one of the two", "%q is already explained on line %d", words, first.Line)
		return
	}
	g.forms[key] = pos
}
