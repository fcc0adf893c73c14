package lessons

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"fencepost/lessons/highlight"
)

// newMarkdown is the dialect that lessons are written in: CommonMark with
// tables, and {#id} after a heading. It makes no raw HTML, no inline style and
// no ids of its own.
func newMarkdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.NewTable(
			extension.WithTableCellAlignMethod(extension.TableCellAlignNone))),
		goldmark.WithParserOptions(
			parser.WithHeadingAttribute(),
			parser.WithASTTransformers(util.Prioritized(alignByClass{}, 1000)),
		),
		goldmark.WithRendererOptions(
			html.WithWriter(measured{html.DefaultWriter}),
			renderer.WithNodeRenderers(util.Prioritized(listing{}, 100))),
	)
}

// alignByClass gives the cells of an aligned column a class, where goldmark
// itself would write a style attribute.
type alignByClass struct{}

func (alignByClass) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if cell, ok := n.(*extast.TableCell); ok && entering {
			switch cell.Alignment {
			case extast.AlignRight:
				cell.SetAttributeString("class", []byte("right"))
			case extast.AlignCenter:
				cell.SetAttributeString("class", []byte("centre"))
			}
		}
		return ast.WalkContinue, nil
	})
}

// listing renders code blocks through package highlight. The block can be
// scrolled by keyboard.
type listing struct{}

func (listing) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindFencedCodeBlock, renderListing)
	reg.Register(ast.KindCodeBlock, renderListing)
}

func renderListing(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	language := highlight.Plain
	if f, ok := n.(*ast.FencedCodeBlock); ok {
		if l := string(f.Language(src)); l != "" {
			language = l
		}
	}
	code, err := highlight.HTML(language, string(n.Lines().Value(src)))
	if err != nil { // reported with its place when the fence was read
		code, _ = highlight.HTML(highlight.Plain, string(n.Lines().Value(src)))
	}
	_, _ = w.WriteString(`<pre tabindex="0"><code>`)
	_, _ = w.WriteString(code)
	_, _ = w.WriteString("</code></pre>\n")
	return ast.WalkSkipChildren, nil
}

// words is the text of a node without its markup. Blocks stand apart by an
// empty line.
func words(n ast.Node, src []byte) string {
	var b bytes.Buffer
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if n.Type() == ast.TypeBlock && b.Len() > 0 && !bytes.HasSuffix(b.Bytes(), []byte("\n\n")) {
			b.WriteString("\n\n")
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Value(src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(src))
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			b.Write(bytes.TrimSpace(n.Lines().Value(src)))
		}
		return ast.WalkContinue, nil
	})
	return string(bytes.TrimSpace(util.UnescapePunctuations(b.Bytes())))
}
