package lessons

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// beforeUnit is a number, the space behind it and the unit of a measure.
var beforeUnit = regexp.MustCompile(`(\d) (%|(?:ms|s|min|h|KB|MB|GB|requests/s|messages/s)\b)`)

// Measured is text in which no line ends between a number and its unit.
func Measured(text string) string { return beforeUnit.ReplaceAllString(text, "$1\u00a0$2") }

// measured writes a page's words as goldmark does, but for the space between a
// number and its unit. Listings and code between backticks keep theirs.
type measured struct{ html.Writer }

func (w measured) Write(to util.BufWriter, source []byte) {
	if bytes.ContainsAny(source, "0123456789") {
		source = beforeUnit.ReplaceAll(source, []byte("$1\u00a0$2"))
	}
	w.Writer.Write(to, source)
}
