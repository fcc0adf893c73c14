package lessons

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// fenceKinds are the fences that are a part of the page and no listing.
func fenceKinds() []string { return []string{"sim", "check", "predict", "challenge"} }

func isKind(word string) bool { return slices.Contains(fenceKinds(), word) }

func contains(list []string, s string) bool { return slices.Contains(list, s) }

// fence is one interactive fence: its info string's words and its YAML.
type fence struct {
	*yamlText
	kind string
	name string // the word after the kind
	body []byte
	pos  Pos
}

// fenceInfo is the words of a fence's info string.
func fenceInfo(n *ast.FencedCodeBlock, src []byte) []string {
	if n.Info == nil {
		return nil
	}
	return strings.Fields(string(n.Info.Segment.Value(src)))
}

// fence reads the opening line and finds where each line of the body stands
// in the file, so that a mistake in the YAML is shown there.
func (l *loader) fence(n *ast.FencedCodeBlock) (*fence, bool) {
	info := fenceInfo(n, l.text)
	f := &fence{kind: info[0], body: n.Lines().Value(l.text), pos: l.pos(n.Pos())}
	if len(info) != 2 {
		mend := "write ```" + f.kind + " and one name"
		l.add(f.pos, mend, "a %s fence needs one name, not %d", f.kind, len(info)-1)
		return f, false
	}
	f.name = info[1]
	f.yamlText = &yamlText{
		report: l.report, what: "the " + f.kind + " fence", empty: f.pos,
		place: func(line, col int) Pos { return l.bodyPos(n, line, col) },
	}
	return f, true
}

// bodyPos is where a line and column of a fence's body stand in the file.
func (l *loader) bodyPos(n ast.Node, line, col int) Pos {
	if n.Lines().Len() == 0 {
		return l.pos(n.Pos())
	}
	last := n.Lines().Len()
	segment := n.Lines().At(min(line, last) - 1)
	pos := l.pos(segment.Start)
	if line > last { // after the end: the closing fence
		return Pos{l.file, pos.Line + 1, 1}
	}
	pos.Col += col - 1
	return pos
}

// offset is the byte offset of a place in this file.
func (s *source) offset(p Pos) int {
	if p.Line < 1 || p.Line > len(s.starts) {
		return len(s.text)
	}
	rest, at := s.line(p.Line), s.starts[p.Line-1]
	for range p.Col - 1 {
		_, size := utf8.DecodeRune(rest)
		rest, at = rest[size:], at+size
	}
	return at
}

// figure reads a sim fence.
func (l *loader) figure(f *fence) *Figure {
	fig := &Figure{Scenario: f.name, ID: f.name, Pos: f.pos, Show: map[string]string{}, ShowPos: map[string]Pos{}}
	root := f.root(f.body)
	if root == nil {
		return fig
	}
	m, ok := f.mapping(root, "a sim fence", "caption", "show", "controls", "id")
	if !ok {
		return fig
	}
	idPos := f.pos
	if m.has("id") {
		fig.ID, idPos = m.text("id", "name the figure"), f.at(m.value["id"])
	}
	l.claim(fig.ID, idPos, "a figure")
	fig.Caption = m.plain("caption", "say in one sentence what the figure shows")
	l.show(m, fig)
	for _, c := range m.texts("controls") {
		fig.Controls, fig.ControlPos = append(fig.Controls, c.Text), append(fig.ControlPos, c.Pos)
	}
	return fig
}

// show reads the parameters of the run that a figure first shows. Values are
// taken as they are written: "off" stays off and does not become false.
func (l *loader) show(m *mapping, fig *Figure) {
	if !m.has("show") {
		return
	}
	set, ok := m.mapping(m.value["show"], `"show"`)
	if !ok {
		return
	}
	for _, key := range set.order {
		fig.Show[key] = set.text(key, "give the parameter a value")
		fig.ShowPos[key] = set.at(set.key[key])
	}
}

const maxOptions = 10

// question reads a check fence.
func (l *loader) question(f *fence) *Check {
	c := &Check{ID: f.name, Pos: f.pos}
	l.claimQuestion(f, "a check")
	root := f.root(f.body)
	if root == nil {
		return c
	}
	m, ok := f.mapping(root, "a check", "type", "ask", "options")
	if !ok {
		return c
	}
	c.Type = CheckType(m.text("type", "write choice (one right option) or multiple (several)"))
	if types := []string{string(Choice), string(Multiple)}; c.Type != "" && !contains(types, string(c.Type)) {
		l.add(m.at(m.value["type"]), didYouMean(string(c.Type), types), "no check has the type %q", c.Type)
	}
	if ask := m.text("ask", "ask something"); ask != "" {
		c.Ask, c.AskText = l.blocks(Phrase{ask, m.at(m.value["ask"])})
	}
	if m.need("options", "offer at least two") {
		l.options(m, c)
	}
	return c
}

// options reads the options of a check and counts the right ones.
func (l *loader) options(m *mapping, c *Check) {
	nodes := m.list("options")
	for _, n := range nodes {
		if o, ok := m.mapping(n, "an option", "id", "text", "right", "feedback"); ok {
			c.Options = append(c.Options, l.option(o))
		}
	}
	at := m.at(m.key["options"])
	if len(nodes) < 2 || len(nodes) > maxOptions {
		l.add(at, "offer 2 to 10", "this check offers %d", len(nodes))
	}
	l.optionsDiffer(c)
	if len(c.Options) == len(nodes) {
		l.rightOnes(c, at)
	}
}

func (l *loader) option(m *mapping) Option {
	o := Option{Pos: m.at(m.node), Right: m.truth("right")}
	o.ID = m.text("id", "name the option for good")
	if o.ID != "" && !isDashed(o.ID) {
		l.add(m.at(m.value["id"]), dashedMend, "%q cannot be the id of an option", o.ID)
	}
	if s := m.text("text", "write what the option says"); s != "" {
		o.HTML, o.Text = l.inline(Phrase{s, m.at(m.value["text"])})
	}
	if s := m.text("feedback", "say why it is right or wrong"); s != "" {
		o.Feedback, _ = l.blocks(Phrase{s, m.at(m.value["feedback"])})
	}
	return o
}

// optionsDiffer reports options that share an id or a text.
func (l *loader) optionsDiffer(c *Check) {
	ids, texts := map[string]bool{"": true}, map[string]bool{"": true}
	for _, o := range c.Options {
		if o.ID != "" && ids[o.ID] {
			l.add(o.Pos, "give each its own id", "two options of %q have the id %q", c.ID, o.ID)
		}
		if o.Text != "" && texts[o.Text] {
			l.add(o.Pos, "let each say something else", "two options of %q say the same", c.ID)
		}
		ids[o.ID], texts[o.Text] = true, true
	}
}

// rightOnes reports a check with no right option, and a choice with several.
func (l *loader) rightOnes(c *Check, at Pos) {
	right := 0
	for _, o := range c.Options {
		if o.Right {
			right++
		}
		if o.Right && right == 2 && c.Type == Choice {
			l.add(o.Pos, "keep one, or make the type multiple", "%q is a choice and has a second right option", c.ID)
		}
	}
	if right == 0 {
		l.add(at, "mark the right option with right: true", "%q has no right option", c.ID)
	}
}
