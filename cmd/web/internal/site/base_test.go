package site

import (
	"bytes"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

const (
	baseHost = "https://host.example"
	basePath = "/learn"
)

// beneath looks for addresses that forget the path under which the site is.
type beneath struct {
	town  *town
	stray *regexp.Regexp // an address of the site's at the root
	seen  map[string]bool
}

func newBeneath(t *testing.T) *beneath {
	t.Helper()
	b := &beneath{town: newTownAt(t, baseHost+basePath), seen: map[string]bool{}}
	var first []string
	for _, r := range b.town.echo.Routes() {
		if word := strings.Split(r.Path, "/")[1]; word != "" && !slices.Contains(first, word) {
			first = append(first, regexp.QuoteMeta(word))
		}
	}
	b.stray = regexp.MustCompile(`(?m)(?:^|[^\w./-])(/(?:` + strings.Join(first, "|") + `)(?:[/?#"'\s\\][^\s"'<]*|$))`)
	return b
}

// TestEverythingStandsBelowTheBasePath asks for every route of the router as
// everybody and follows every link, on a site at https://host.example/learn.
func TestEverythingStandsBelowTheBasePath(t *testing.T) {
	b := newBeneath(t)
	for _, who := range []string{"anon", "self", "instrA", "admin"} {
		b.follow(t, who, []string{basePath + "/"})
	}
	if len(b.seen) < 100 {
		t.Errorf("only %d pages were reached by links", len(b.seen))
	}
	for _, row := range readRights(t) {
		for _, who := range []string{"anon", "self", "instrA", "admin"} {
			b.check(t, who+" "+row.route, b.town.ask(who, row))
		}
	}
}

// follow opens pages and all that they link to.
func (b *beneath) follow(t *testing.T, who string, todo []string) {
	t.Helper()
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		kind := who + " " + kindOf(at)
		if b.seen[kind] {
			continue
		}
		b.seen[kind] = true
		got := b.town.ask(who, rightsRow{route: "GET", path: strings.TrimPrefix(at, basePath)})
		if got.Code == http.StatusNotFound || got.Code >= 500 {
			t.Errorf("%s: a link leads to %s, which answers %d", who, at, got.Code)
		}
		b.check(t, who+" GET "+at, got)
		for _, to := range append(linksIn(got), got.Header().Get("Location")) {
			if u, err := url.Parse(to); err == nil && u.Host == "" && strings.HasPrefix(u.Path, basePath+"/") && !strings.HasPrefix(u.Path, basePath+"/signout") {
				u.Fragment = ""
				todo = append(todo, u.String())
			}
		}
	}
}

// kindOf leaves the values out of an address's query: one run of a simulator
// stands for all, and one way to the sign-in for all that it may lead on to.
func kindOf(at string) string {
	path, query, _ := strings.Cut(at, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return at
	}
	return path + "?" + strings.Join(slices.Sorted(maps.Keys(values)), "&")
}

// linksIn are the addresses that a page leads to with GET.
func linksIn(got *httptest.ResponseRecorder) (out []string) {
	if !strings.HasPrefix(got.Header().Get("Content-Type"), "text/html") {
		return nil
	}
	page, err := html.Parse(bytes.NewReader(got.Body.Bytes()))
	if err != nil {
		return nil
	}
	for n := range page.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "href" || a.Key == "src" {
				out = append(out, a.Val)
			}
		}
	}
	return out
}

// onward is the field by which the sign-in remembers a page. It is the page's
// path within the site.
var onward = regexp.MustCompile(`name="next" value="[^"]*"`)

// check looks at an answer's redirect, cookies and body.
func (b *beneath) check(t *testing.T, name string, got *httptest.ResponseRecorder) {
	t.Helper()
	if to := got.Header().Get("Location"); to != "" && !under(to) {
		t.Errorf("%s: leads to %s", name, to)
	}
	for _, c := range got.Result().Cookies() {
		if host := strings.HasPrefix(c.Name, "__Host-"); host && c.Path != "/" || !host && !strings.HasPrefix(c.Path, basePath+"/") {
			t.Errorf("%s: the cookie %s is for the path %s", name, c.Name, c.Path)
		}
	}
	body := onward.ReplaceAllString(got.Body.String(), "")
	for _, m := range b.stray.FindAllStringSubmatch(body, 3) {
		t.Errorf("%s: the body holds %q", name, m[1])
	}
	if i := strings.Index(body, baseHost); i >= 0 && !strings.HasPrefix(body[i:], baseHost+basePath) {
		t.Errorf("%s: the body holds %.60q", name, body[i:])
	}
}

// under says whether an address is below the path or another site's.
func under(to string) bool {
	to, _ = strings.CutPrefix(to, baseHost)
	return to == basePath || strings.HasPrefix(to, basePath+"/") || strings.HasPrefix(to, "https://")
}

func TestAddressesThatForgetTheBasePathAreSeen(t *testing.T) {
	b := newBeneath(t)
	for _, bad := range []string{`<a href="/concepts/x">`, `{"to":"/answers"}`, `url(/static/a.css)`, "URL:/review\r\n", `fetch('/concepts/x')`} {
		if !b.stray.MatchString(bad) {
			t.Errorf("%s is not seen", bad)
		}
	}
	for _, good := range []string{`<a href="/learn/concepts/x">`, `https://host.example/learn/answers`, `and/or /etc/passwd`, `a/static/b`} {
		if b.stray.MatchString(good) {
			t.Errorf("%s is taken for an address", good)
		}
	}
	if under("/answers") || under("/learning") || !under("/learn/") || !under("https://host.example/learn/x") || under("https://host.example/x") {
		t.Error("redirects are judged wrongly")
	}
}
