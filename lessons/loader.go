package lessons

import (
	"bufio"
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"fencepost/lessons/highlight"
)

// loader reads one lesson.md.
type loader struct {
	*source
	md      goldmark.Markdown
	base    string // path below which the site lies
	lesson  *Lesson
	ids     map[string]Pos // every id that is given, and where; the page's own have no place
	figures []string       // their ids, in reading order
	hidden  []string       // those of ids that are no element of the page
	html    int            // bytes rendered so far
	out     bufio.Writer   // what is rendered, on its way: goldmark would make one for each text
}

// claim takes an id of the page. It reports one that is malformed or taken,
// at the later of the two places, and says whether the id could be had.
func (l *loader) claim(id string, pos Pos, what string) bool {
	first, taken := l.ids[id]
	switch {
	case !isDashed(id):
		l.add(pos, dashedMend, "%q cannot be the id of %s", id, what)
	case drawn.MatchString(id):
		l.add(pos, "let it begin with a whole word", "the id %q belongs to the page’s drawings", id)
	case !taken:
		l.ids[id] = pos
		return true
	case first == Pos{}:
		l.add(pos, "choose another", "the id %q belongs to the page itself", id)
	default:
		if first.Line > pos.Line { // headings are read before what stands below them
			first, pos = pos, first
		}
		l.add(pos, "give each its own id", "the id %q is already taken on line %d", id, first.Line)
	}
	return false
}

// check walks a tree for what a lesson may not hold: raw HTML, pictures,
// links that lead nowhere. at places the tree's offsets in the file.
func (l *loader) check(root ast.Node, src []byte, at func(int) Pos) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			l.checkNode(n, src, at)
		}
		return ast.WalkContinue, nil
	})
}

func (l *loader) checkNode(n ast.Node, src []byte, at func(int) Pos) {
	pos := at(n.Pos())
	switch n := n.(type) {
	case *ast.HTMLBlock, *ast.RawHTML:
		l.add(pos, "say it in Markdown, or put code between backticks", "raw HTML is not allowed")
	case *ast.Text:
		l.checkWords(n, src, at)
	case *ast.Image:
		l.add(pos, "show it with a simulator, a table or words", "pictures are not served from a lesson")
	case *ast.Link:
		l.keepLink(string(n.Destination), pos)
		n.Destination = []byte(l.aim(string(n.Destination)))
		if words(n, src) == "" {
			l.add(pos, "write the words to follow between the brackets", "a link without words")
		}
	case *ast.AutoLink:
		l.keepLink(string(n.URL(src)), pos)
	case *ast.FencedCodeBlock:
		l.checkListing(n, src, pos)
	case *extast.Table:
		if n.ChildCount() > maxTableRows+1 {
			l.add(pos, "split the table", "a table may have at most %d rows", maxTableRows)
		}
	}
}

// checkListing reports a fence that is neither a part of the page nor a
// listing in a known language. A sim or check that reaches this is nested in
// something else.
func (l *loader) checkListing(n *ast.FencedCodeBlock, src []byte, pos Pos) {
	info := fenceInfo(n, src)
	if len(info) == 0 {
		return
	}
	known := append(fenceKinds(), highlight.Languages()...)
	switch {
	case isKind(info[0]) && topLevel(n):
		return // read with its section
	case isKind(info[0]):
		l.add(pos, "let it begin at the left margin of a step", "a %s fence cannot stand inside something else", info[0])
	case !slices.Contains(known, info[0]):
		l.add(pos, didYouMean(info[0], known), "no fence is called %q", info[0])
	}
}

// topLevel says whether a node stands in nothing else.
func topLevel(n ast.Node) bool { return n.Parent() != nil && n.Parent().Kind() == ast.KindDocument }

// keepLink keeps a link, to be followed when every lesson is there, and reports
// one that no lesson may have.
func (l *loader) keepLink(to string, pos Pos) {
	l.lesson.Links = append(l.lesson.Links, Link{to, pos})
	u, err := url.Parse(to)
	switch {
	case err != nil:
		l.add(pos, "write the address without spaces or control characters", "%q is not an address", to)
	case u.Scheme == "https" || u.Scheme == "http":
		if u.Host == "" {
			l.add(pos, "write the whole address", "%q names no host", to)
		}
	case u.Scheme != "" || u.Host != "":
		l.add(pos, "link to https://..., #step or /concepts/name", "a lesson cannot link to %q", to)
	}
}

// render is the HTML of nodes; it reports a lesson that grows too large.
func (l *loader) render(src []byte, pos Pos, nodes ...ast.Node) string {
	var b bytes.Buffer
	l.out.Reset(&b)
	for _, n := range nodes {
		if err := l.md.Renderer().Render(&l.out, src, n); err != nil {
			l.add(pos, "mend it", "the text cannot be shown: %v", err)
		}
	}
	if l.html <= maxLessonHTML && l.html+b.Len() > maxLessonHTML {
		l.add(pos, "split the lesson", "the lesson makes more than %d KB of HTML", maxLessonHTML>>10)
	}
	l.html += b.Len()
	return rebase(strings.TrimSpace(b.String()), l.base)
}

// rebase lets links to the site's own pages begin with its path. Words cannot
// be mistaken for them: quotes in words are escaped.
func rebase(html, base string) string {
	if base == "" {
		return html
	}
	return strings.ReplaceAll(html, `href="/`, `href="`+base+"/")
}

// inline is Markdown within a value of a fence: one paragraph, without the
// paragraph's tags.
func (l *loader) inline(p Phrase) (html, plain string) {
	doc := l.value(p)
	if doc.ChildCount() == 1 {
		if _, ok := doc.FirstChild().(*ast.Paragraph); ok {
			html := l.render([]byte(p.Text), p.Pos, doc)
			html = strings.TrimSuffix(strings.TrimPrefix(html, "<p>"), "</p>")
			return html, words(doc, []byte(p.Text))
		}
	}
	if p.Text != "" {
		l.add(p.Pos, "keep it to one paragraph", "lists, headings and listings have no room here")
	}
	return "", ""
}

// blocks is Markdown within a value of a fence, of any number of paragraphs.
func (l *loader) blocks(p Phrase) (html, plain string) {
	doc := l.value(p)
	return l.render([]byte(p.Text), p.Pos, doc), words(doc, []byte(p.Text))
}

// value parses and checks the Markdown of a value. Where the value stands in
// the file as it was parsed, offsets are exact; else all point at its start.
func (l *loader) value(p Phrase) ast.Node {
	doc := l.md.Parser().Parse(text.NewReader([]byte(p.Text)))
	base := l.verbatim(p)
	l.check(doc, []byte(p.Text), func(offset int) Pos {
		if base < 0 {
			return p.Pos
		}
		return l.pos(base + max(offset, 0))
	})
	return doc
}

// verbatim is the byte offset at which a value's text stands in the file
// letter by letter, or -1.
func (l *loader) verbatim(p Phrase) int {
	offset := l.offset(p.Pos)
	for quote := range 2 {
		if bytes.HasPrefix(l.text[min(offset+quote, len(l.text)):], []byte(p.Text)) {
			return offset + quote
		}
	}
	return -1
}
