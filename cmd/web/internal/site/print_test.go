package site

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// misset is what no page shows: a typewriter's quotation marks and apostrophes,
// and a number whose unit may stand on the next line.
var misset = regexp.MustCompile(`['"]|\d (?:%|(?:ms|s|min|h|d|KB|MB|requests/s)\b)`)

// Whatever pages show is set as print is, code apart.
func TestPagesAreSetAsPrintIs(t *testing.T) {
	w := newTown(t)
	w.send(http.MethodPost, lessonPath+"/checks/self-fencing", "self", nil)
	for path, who := range w.everyPage(t) {
		got := w.send(http.MethodGet, path, who, nil)
		if got.Code != http.StatusOK || !strings.HasPrefix(got.Header().Get("Content-Type"), "text/html") {
			continue
		}
		page, err := html.Parse(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		for n := range page.Descendants() {
			for _, text := range readIn(n) {
				if bad := misset.FindString(text); bad != "" {
					t.Errorf("%s: %q in %q", path, bad, strings.TrimSpace(text))
				}
			}
		}
	}
}

// everyPage lists paths, each with somebody who may see it: those of the table of
// rights, every lesson, figures at a late step, and labs.
func (w *town) everyPage(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, row := range readRights(t) {
		if !strings.HasPrefix(row.route, "GET ") {
			continue
		}
		for _, who := range []string{"admin", "instrA", "self"} {
			if w.ask(who, row).Code == http.StatusOK {
				out[strings.NewReplacer(w.pairs()...).Replace(row.path)] = who
			}
		}
	}
	lib := w.shelf.Edition().library
	for _, l := range lib.Lessons() {
		path := w.links.lesson(l.Slug)
		out[path], out[path+"?step=5"] = "self", "self"
		for _, lab := range l.Labs() {
			out[w.links.lab(l.Slug, lab.ID)] = "self"
		}
	}
	return out
}

// pairs are what stands for $A and the like, as a replacer takes them.
func (w *town) pairs() (out []string) {
	for name, value := range w.names {
		out = append(out, name, value)
	}
	return out
}

// readIn are the words that a reader has from a node itself: its text, and what
// an element is called where nothing is seen of it.
func readIn(n *html.Node) (out []string) {
	if n.Type == html.TextNode {
		for up := n.Parent; up != nil; up = up.Parent {
			switch up.DataAtom {
			case atom.Code, atom.Pre, atom.Script, atom.Style, atom.Textarea, atom.Samp, atom.Kbd:
				return nil
			}
		}
		return []string{n.Data}
	}
	for _, a := range n.Attr {
		if a.Key == "aria-label" || a.Key == "aria-valuetext" || a.Key == "placeholder" || a.Key == "title" || a.Key == "alt" {
			out = append(out, a.Val)
		}
	}
	return out
}
