package lessons

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
)

// leftovers are marks that stand among the words only where Markdown did not
// understand them, and what their author probably meant.
var leftovers = []struct{ mark, message, mend string }{
	{"**", "bold that does not begin or end", "put ** right before the first word and right after the last, or write \\*\\*"},
	{"`", "code that does not begin or end", "put a backtick on both sides, or write \\`"},
	{"](", "a link that is not one", "write [words](address), the address without spaces, or \\]("},
	{"][", "a link whose address is not given", "write [words](address), or give the address on a line of its own: [name]: address"},
	{"[^", "a footnote", "make it a margin note: > **Title.** Words"},
	{"~~", "struck-out words", "take them out, or write \\~\\~"},
	{"{#", "an id that is not at the end of a heading", "give ids to headings only, as the last thing on the line"},
}

// hashes recognises the start of a heading that is none for want of a space.
var hashes = regexp.MustCompile(`^#{1,6}[^#\s]`)

// checkWords reports the first mark that was left over in a run of plain words.
func (l *loader) checkWords(t *ast.Text, src []byte, at func(int) Pos) {
	if t.Parent().Kind() == ast.KindCodeSpan || continues(t.PreviousSibling(), t) {
		return
	}
	start, end := t.Segment.Start, t.Segment.Stop
	for n := ast.Node(t); continues(n, n.NextSibling()); n = n.NextSibling() {
		end = n.NextSibling().(*ast.Text).Segment.Stop
	}
	run := src[start:end]
	if t.PreviousSibling() == nil && t.Parent().Kind() == ast.KindParagraph && hashes.Match(run) {
		l.add(at(start), "put a space after the #, or write \\#", "a heading that is not one")
		return
	}
	for _, left := range leftovers {
		if i := unescaped(run, left.mark); i >= 0 {
			l.add(at(start+i), left.mend, "%s", left.message)
			return
		}
	}
}

// continues says whether b is text that stands right after the text a.
func continues(a, b ast.Node) bool {
	before, ok := a.(*ast.Text)
	if !ok || before == nil {
		return false
	}
	after, ok := b.(*ast.Text)
	return ok && after != nil && before.Segment.Stop == after.Segment.Start
}

// unescaped is where a mark first stands without a backslash before it, or -1.
func unescaped(text []byte, mark string) int {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(mark))
		if i < 0 {
			return -1
		}
		i += from
		if i == 0 || text[i-1] != '\\' {
			return i
		}
		from = i + len(mark)
	}
}
