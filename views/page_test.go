package views_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"fencepost/static"
	"fencepost/views"
)

// document is a page as a browser reads it.
type document struct {
	root *html.Node
	ids  map[string]*html.Node
}

func parse(t *testing.T, page string) document {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	d := document{root: root, ids: map[string]*html.Node{}}
	for n := range d.elements("") {
		if id := attr(n, "id"); id != "" {
			if d.ids[id] != nil {
				t.Errorf("two elements have the id %q", id)
			}
			d.ids[id] = n
		}
	}
	return d
}

// elements walks the elements named tag, or all.
func (d document) elements(tag string) func(yield func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		for n := range d.root.Descendants() {
			if n.Type == html.ElementNode && (tag == "" || n.Data == tag) && !yield(n) {
				return
			}
		}
	}
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// text is the text inside n, without that of elements with the class without.
func text(n *html.Node, without string) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	if without != "" && slices.Contains(strings.Fields(attr(n, "class")), without) {
		return ""
	}
	var b strings.Builder
	for c := range n.ChildNodes() {
		b.WriteString(text(c, without))
	}
	return b.String()
}

// first is the first element with the class.
func (d document) first(class string) *html.Node {
	for n := range d.elements("") {
		if slices.Contains(strings.Fields(attr(n, "class")), class) {
			return n
		}
	}
	return nil
}

// What every page of the site must hold, in every state.
func TestEveryPage(t *testing.T) {
	for name, page := range stories() {
		t.Run(name, func(t *testing.T) {
			d := parse(t, render(t, page))
			refers(t, d)
			obeysPolicy(t, d)
			loads(t, d)
			headings(t, d)
			fields(t, d)
			apart(t, d)
		})
	}
}

// apart checks that a time does not stick to the word before or after it: templ
// drops the space at the end of a line before what it calls on the next.
func apart(t *testing.T, d document) {
	t.Helper()
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for n := range d.elements("time") {
		if s := n.PrevSibling; s != nil && s.Type == html.TextNode {
			if last, _ := utf8.DecodeLastRuneInString(s.Data); letter(last) {
				t.Errorf("%q sticks to the time after it", s.Data)
			}
		}
		if s := n.NextSibling; s != nil && s.Type == html.TextNode {
			if first, _ := utf8.DecodeRuneInString(s.Data); letter(first) {
				t.Errorf("%q sticks to the time before it", s.Data)
			}
		}
	}
}

// refers checks that every reference within the page has its target.
func refers(t *testing.T, d document) {
	t.Helper()
	for n := range d.elements("") {
		for _, a := range n.Attr {
			switch a.Key {
			case "aria-describedby", "aria-labelledby", "for":
				for id := range strings.FieldsSeq(a.Val) {
					if d.ids[id] == nil {
						t.Errorf("<%s %s=%q> names nothing", n.Data, a.Key, id)
					}
				}
			case "href":
				if id, ok := strings.CutPrefix(a.Val, "#"); ok && d.ids[id] == nil {
					t.Errorf("<%s href=%q> leads nowhere", n.Data, a.Val)
				}
			}
		}
	}
}

// obeysPolicy checks that nothing needs more than default-src 'self'.
func obeysPolicy(t *testing.T, d document) {
	t.Helper()
	for n := range d.elements("") {
		if n.Data == "style" || n.Data == "script" && attr(n, "src") == "" {
			t.Errorf("inline <%s>", n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
		}
	}
}

// loads checks that the page's own files are served.
func loads(t *testing.T, d document) {
	t.Helper()
	for n := range d.elements("") {
		for _, key := range []string{"src", "href"} {
			path := attr(n, key)
			if !strings.HasPrefix(path, "/static/") {
				continue
			}
			w := httptest.NewRecorder()
			static.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
			if w.Code != http.StatusOK {
				t.Errorf("%s: status %d", path, w.Code)
			}
		}
	}
}

// headings checks that there is one h1 and that no level is left out.
func headings(t *testing.T, d document) {
	t.Helper()
	level, ones := 0, 0
	for n := range d.elements("") {
		if len(n.Data) != 2 || n.Data[0] != 'h' || n.Data[1] < '1' || n.Data[1] > '6' {
			continue
		}
		now := int(n.Data[1] - '0')
		if now == 1 {
			ones++
		}
		if now > level+1 {
			t.Errorf("h%d %q follows h%d", now, text(n, ""), level)
		}
		level = now
	}
	if ones != 1 {
		t.Errorf("%d elements h1, want 1", ones)
	}
}

// fields checks that every field has a name to be sent and one to be read out.
func fields(t *testing.T, d document) {
	t.Helper()
	labelled := map[string]bool{}
	for n := range d.elements("label") {
		labelled[attr(n, "for")] = true
	}
	for n := range d.elements("") {
		if n.Data != "input" && n.Data != "textarea" && n.Data != "select" {
			continue
		}
		kind := attr(n, "type")
		inLabel := n.Parent != nil && n.Parent.Data == "label"
		if kind != "hidden" && !inLabel && !labelled[attr(n, "id")] && attr(n, "aria-label") == "" {
			t.Errorf("<%s name=%q> has no label", n.Data, attr(n, "name"))
		}
	}
}

func TestTheDraftKeepsEveryCharacter(t *testing.T) {
	for _, draft := range []string{"", "\n", "\n\n  two blank lines", "  indented\n\tand a tab", "</textarea><b>&amp;", "last line\n"} {
		l := lesson()
		l.Explain.Text = draft
		d := parse(t, render(t, views.LessonPage(l)))
		if got := text(d.ids["ex"], ""); got != draft {
			t.Errorf("the box holds %q, want %q", got, draft)
		}
	}
}

func TestTheAnswerKeepsEveryCharacter(t *testing.T) {
	var want strings.Builder
	for _, p := range result().Text {
		want.WriteString(p.Text)
	}
	d := parse(t, render(t, views.ResultPage(result())))
	if got := text(d.first("answer"), "tag"); got != want.String() {
		t.Errorf("the answer reads\n%q, want\n%q", got, want.String())
	}
}

func TestAnErrorIsSaidAtItsField(t *testing.T) {
	d := parse(t, render(t, views.LessonPage(refused())))
	box := d.ids["ex"]
	if attr(box, "aria-invalid") != "true" {
		t.Error("the box is not marked invalid")
	}
	fault := d.ids[strings.Fields(attr(box, "aria-describedby"))[0]]
	if got := strings.TrimSpace(text(fault, "")); got != refused().Explain.Error {
		t.Errorf("the box is described by %q", got)
	}
	if got := text(box, ""); got != "Not enough." {
		t.Errorf("the box lost its text: %q", got)
	}
}

func TestProgressIsSaidInWords(t *testing.T) {
	for _, test := range []struct {
		done, of int
		want     string
	}{{0, 1, "0 of 1 question done"}, {2, 3, "2 of 3 questions done"}} {
		d := parse(t, render(t, views.Progress(test.done, test.of)))
		if got := text(d.first("done"), ""); got != test.want {
			t.Errorf("progress %q, want %q", got, test.want)
		}
	}
}

// Under a base path every address of the page is below it.
func TestAddressesHonourTheBase(t *testing.T) {
	var b strings.Builder
	l := lesson()
	l.Related = nil
	if err := views.LessonPage(l).Render(views.WithBase(t.Context(), "/learn"), &b); err != nil {
		t.Fatal(err)
	}
	d := parse(t, b.String())
	for n := range d.elements("") {
		for _, key := range []string{"href", "src", "action", "formaction", "data-draft", "data-read-at"} {
			if a := attr(n, key); strings.HasPrefix(a, "/") && !strings.HasPrefix(a, "/learn/") {
				t.Errorf("<%s %s=%q> is above the base", n.Data, key, a)
			}
		}
	}
}
