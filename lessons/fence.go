package lessons

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// fenceKinds are the fences that are a part of the page and no listing.
func fenceKinds() []string { return []string{"sim", "check", "predict", "challenge", "lab"} }

func isKind(word string) bool { return slices.Contains(fenceKinds(), word) }

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
	fig.Caption = Measured(m.plain("caption", "say in one sentence what the figure shows"))
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
