package lessons

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// figureID finds the id in the body of a figure's fence.
var figureID = regexp.MustCompile(`(?m)^id:[ \t]*([a-z0-9-]+)[ \t]*$`)

// figureIDs are the ids of a document's figures, in reading order. They are
// read before anything else, for words above a figure may link to it.
func figureIDs(doc ast.Node, src []byte) []string {
	var out []string
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		f, ok := n.(*ast.FencedCodeBlock)
		if !ok {
			continue
		}
		info := fenceInfo(f, src)
		if len(info) != 2 || info[0] != "sim" {
			continue
		}
		id := info[1]
		if m := figureID.FindSubmatch(f.Lines().Value(src)); m != nil {
			id = string(m[1])
		}
		out = append(out, id)
	}
	return out
}

// aim is a link as the page has it. A page's first figure reads its parameters
// from the address under their own names, later ones behind their id and a dot;
// authors write the names alone, whichever figure they lead to.
func (l *loader) aim(to string) string {
	query, id, ok := strings.Cut(strings.TrimPrefix(to, "?"), "#")
	if !ok || query == "" || !strings.HasPrefix(to, "?") {
		return to
	}
	for i, f := range l.figures {
		if f == id && i > 0 {
			return "?" + prefixed(query, id+".") + "#" + url.PathEscape(id)
		}
	}
	return to
}

// prefixed puts a prefix before each name of a query.
func prefixed(query, prefix string) string {
	pairs := strings.Split(query, "&")
	for i := range pairs {
		pairs[i] = prefix + pairs[i]
	}
	return strings.Join(pairs, "&")
}
