package lessons

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// The ids of the sections that are no steps.
const (
	idReference = ReferenceID
	idExplain   = "explain"
	idPractise  = "practise"
)

// pageIDs are ids that the page gives to its own parts.
func pageIDs() []string {
	return []string{"main", "reading", "related", "status", "progress", "ex-count", "ex-fault"}
}

// drawn recognises the ids of the symbols that the page's drawings share.
var drawn = regexp.MustCompile(`^([a-z]|pat)-`)

// section is a part of lesson.md that begins with a level-2 heading.
type section struct {
	id, title string
	pos       Pos
	nodes     []ast.Node
}

// parseLesson reads lesson.md as far as it can be read.
func parseLesson(slug string, s *source, md goldmark.Markdown, base string) *loader {
	l := &loader{source: s, md: md, base: base, ids: map[string]Pos{}}
	l.lesson = &Lesson{Slug: slug, Pos: Pos{s.file, 1, 1}}
	for _, id := range pageIDs() {
		l.ids[id] = Pos{}
	}
	if !s.readable() || !s.inBounds() {
		l.lesson.Torn = true
		return l
	}
	l.lesson.Todos = s.todos()
	body := l.frontMatter()
	if l.lesson.Torn {
		return l
	}
	doc := md.Parser().Parse(text.NewReader(body))
	l.figures = figureIDs(doc, body)
	l.check(doc, body, l.pos)
	l.sections(doc)
	return l
}

// sections cuts the document at its level-2 headings and reads each part.
func (l *loader) sections(doc ast.Node) {
	var all []*section
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		switch {
		case ok && h.Level == 2:
			all = append(all, l.heading(h))
		case len(all) == 0:
			l.add(l.pos(n.Pos()), "open a step above them with ## Title {#id}", "words before the first step")
			return
		case l.unclosed(n):
			l.lesson.Torn = true
		default:
			last := all[len(all)-1]
			last.nodes = append(last.nodes, n)
		}
	}
	for _, s := range all {
		l.section(s)
	}
	l.runsBelong()
	if len(l.lesson.Steps) == 0 && !l.lesson.Torn {
		l.add(l.lesson.Pos, "write the first: ## Title {#id}", "the lesson has no step")
	}
}

// heading reads a level-2 heading and its id.
func (l *loader) heading(h *ast.Heading) *section {
	s := &section{title: words(h, l.text), pos: l.headingPos(h)}
	s.id = l.headingID(h)
	if s.id == "" {
		l.add(s.pos, "end it with {#an-id}; the id is permanent, for addresses and progress point at it", "the heading %q has no id", s.title)
	}
	if s.title == "" {
		l.add(s.pos, "write the step's title", "a heading without words")
	}
	return s
}

// headingPos is where a heading's line begins.
func (l *loader) headingPos(h *ast.Heading) Pos {
	pos := l.pos(h.Pos())
	pos.Col = 1
	return pos
}

// headingID takes the id of a heading; "" where it has none. No other
// attribute may stand in the braces.
func (l *loader) headingID(h *ast.Heading) string {
	id := ""
	pos := l.headingPos(h)
	if i := bytes.LastIndex(l.line(pos.Line), []byte("{")); i >= 0 {
		pos = l.pos(l.starts[pos.Line-1] + i)
	}
	for _, a := range h.Attributes() {
		value, ok := a.Value.([]byte)
		if string(a.Name) != "id" || !ok {
			l.add(pos, "keep only {#id}", "a heading cannot have the attribute %q", a.Name)
			continue
		}
		id = string(value)
		l.claim(id, pos, "a heading")
	}
	return id
}

// section reads one part of the page into its place in the lesson.
func (l *loader) section(s *section) {
	switch s.id {
	case idReference:
		l.reference(s)
	case idExplain:
		l.lesson.Explain = l.prose(s)
	case idPractise:
		l.lesson.Practise = l.prose(s)
	default:
		step := Step{ID: s.id, Title: s.title, Pos: s.pos, Blocks: l.step(s)}
		l.lesson.Steps = append(l.lesson.Steps, step)
		if len(s.nodes) == 0 && !l.lesson.Torn {
			l.add(s.pos, "write it", "the step %q is empty", s.title)
		}
	}
}

// prose reads a section in which no interactive fence may stand.
func (l *loader) prose(s *section) []Block {
	for _, n := range s.nodes {
		if f, ok := n.(*ast.FencedCodeBlock); ok {
			if info := fenceInfo(f, l.text); len(info) > 0 && isKind(info[0]) {
				l.add(l.pos(f.Pos()), "move it into a step", "a %s fence cannot stand in %q", info[0], s.title)
			}
		}
	}
	return l.step(s)
}

// step reads the blocks of a section: runs of prose, and what stands between.
func (l *loader) step(s *section) []Block {
	var blocks []Block
	var run []ast.Node
	flush := func() {
		if len(run) > 0 {
			blocks = append(blocks, l.run(run))
			run = nil
		}
	}
	for _, n := range s.nodes {
		if b := l.block(n); b != nil {
			flush()
			blocks = append(blocks, b)
			continue
		}
		run = append(run, n)
	}
	flush()
	return blocks
}

// block reads a node that is more than prose; nil for prose.
func (l *loader) block(n ast.Node) Block {
	switch n := n.(type) {
	case *ast.Heading:
		l.subheading(n)
	case *ast.Blockquote:
		if note := l.note(n); note != nil {
			return note
		}
	case *ast.FencedCodeBlock:
		return l.part(n)
	}
	return nil
}

// part reads an interactive fence; nil for a listing.
func (l *loader) part(n *ast.FencedCodeBlock) Block {
	info := fenceInfo(n, l.text)
	if len(info) == 0 || !isKind(info[0]) {
		return nil
	}
	f, ok := l.fence(n)
	switch {
	case f.kind == "sim" && ok:
		return l.figure(f)
	case f.kind == "check" && ok:
		return l.question(f)
	case f.kind == "predict" && ok:
		return l.prediction(f)
	case f.kind == "challenge" && ok:
		return l.challenge(f)
	case f.kind == "lab" && ok:
		return l.labPlace(f)
	}
	return &Prose{} // reported; nothing of it may reach the page
}

// subheading checks a heading within a step.
func (l *loader) subheading(h *ast.Heading) {
	switch h.Level {
	case 3:
		l.headingID(h)
	case 1:
		l.add(l.headingPos(h), "take it out; the title stands in the front matter and steps begin with ##", "a heading of level 1")
	default:
		l.add(l.headingPos(h), "use ###, or split the step", "a heading of level %d", h.Level)
	}
}

// run makes neighbouring blocks of prose into one.
func (l *loader) run(nodes []ast.Node) *Prose {
	p := &Prose{HTML: l.render(l.text, l.pos(nodes[0].Pos()), nodes...)}
	var parts []string
	for _, n := range nodes {
		parts = append(parts, words(n, l.text))
	}
	p.Text = strings.Join(parts, "\n\n")
	return p
}

// note reads a blockquote that opens with bold words; nil for any other.
func (l *loader) note(q *ast.Blockquote) *Note {
	first, ok := q.FirstChild().(*ast.Paragraph)
	if !ok {
		return nil
	}
	bold, ok := first.FirstChild().(*ast.Emphasis)
	if !ok || bold.Level != 2 {
		return nil
	}
	n := &Note{Title: strings.TrimSuffix(words(bold, l.text), "."), Pos: l.pos(q.Pos())}
	first.RemoveChild(first, bold)
	l.trimStart(first)
	var nodes []ast.Node
	for c := q.FirstChild(); c != nil; c = c.NextSibling() {
		nodes = append(nodes, c)
	}
	n.HTML, n.Text = l.render(l.text, n.Pos, nodes...), words(q, l.text)
	if n.Text == "" {
		l.add(n.Pos, "write the note after its bold title", "the margin note %q says nothing", n.Title)
	}
	return n
}

// trimStart cuts the white space that a removed opening leaves behind.
func (l *loader) trimStart(p *ast.Paragraph) {
	t, ok := p.FirstChild().(*ast.Text)
	if !ok {
		return
	}
	t.Segment = t.Segment.TrimLeftSpace(l.text)
	if t.Segment.IsEmpty() {
		p.RemoveChild(p, t)
	}
}
