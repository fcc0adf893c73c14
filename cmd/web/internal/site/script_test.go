package site

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestScripts runs testdata/*.txt: requests and what must come back, against
// the whole site with an empty database in memory. A script reads:
//
//	base https://host/learn   the site's address (only as the first line)
//	as B                      from here on another person's browser
//	later 16m                 time goes by
//	GET /path                 or any other method; then lines for this request:
//	> Header: value             a header to send
//	= field=value               a field of its form
//	raw text=%FF                the whole body as it is
//	chunked                     send the body without a length
//	code == 200               the status
//	header Name == value      also: contains, lacks, ~ (a regular expression)
//	body contains words       also: lacks, ~; where lines may and may not end is left out
//	keep NAME expression      what the expression's group finds in the body, from here on $NAME
//
// {60*.} stands for 60 dots, and $SETUP for the link of the first account.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			runScript(t, file, string(text))
		})
	}
}

// unset is a page without what only says where its lines may and may not end.
var unset = strings.NewReplacer("\u00a0", " ", "<wbr>", "")

// script is one run of a file.
type script struct {
	t       testing.TB
	server  *httptest.Server
	clients map[string]*http.Client
	who     string
	kept    map[string]string
	pending *pending
	resp    *http.Response
	body    string
	at      string       // file:line
	passed  atomic.Int64 // of time, in nanoseconds
}

// pending is a request whose lines are still being read.
type pending struct {
	method, path string
	header       http.Header
	fields       url.Values
	raw          string
	chunked      bool
}

func runScript(t *testing.T, file, text string) {
	base := testBase
	if first, rest, _ := strings.Cut(text, "\n"); strings.HasPrefix(first, "base ") {
		base, text = strings.TrimPrefix(first, "base "), "\n"+rest
	}
	newScript(t, base, func(*Site) {}).run(file, text)
}

// newScript is the whole site with nobody in it, set as the test wants it and
// ready for a script.
func newScript(t *testing.T, base string, set func(*Site)) *script {
	s := &script{t: t, clients: map[string]*http.Client{}, who: "A", kept: map[string]string{}}
	site := testSiteAt(t, base, func() time.Time { return time.Now().Add(time.Duration(s.passed.Load())) })
	set(site)
	s.server = httptest.NewServer(site)
	t.Cleanup(s.server.Close)
	s.kept["SETUP"] = setupPath(t, site)
	return s
}

// run does what a text says.
func (s *script) run(file, text string) {
	for i, line := range strings.Split(text, "\n") {
		s.at = fmt.Sprintf("%s:%d", file, i+1)
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			s.line(s.expand(line))
		}
	}
	s.send()
}

var times = regexp.MustCompile(`\{(\d+)\*([^}]+)\}`)

// expand puts in kept values and repetitions.
func (s *script) expand(line string) string {
	for name, value := range s.kept {
		line = strings.ReplaceAll(line, "$"+name, value)
	}
	return times.ReplaceAllStringFunc(line, func(m string) string {
		g := times.FindStringSubmatch(m)
		n, _ := strconv.Atoi(g[1])
		return strings.Repeat(g[2], n)
	})
}

var method = regexp.MustCompile(`^[A-Z]{3,} /`)

func (s *script) line(line string) {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case method.MatchString(line):
		s.send()
		s.pending = &pending{method: word, path: rest, header: http.Header{}, fields: url.Values{}}
	case word == ">":
		name, value, _ := strings.Cut(rest, ": ")
		s.pending.header.Set(name, value)
	case word == "=":
		name, value, _ := strings.Cut(rest, "=")
		s.pending.fields.Add(name, value)
	case word == "raw":
		s.pending.raw = rest
	case word == "chunked":
		s.pending.chunked = true
	case word == "later":
		s.send()
		s.passed.Add(int64(mustDuration(s.t, rest)))
	case word == "as":
		s.send()
		s.who = rest
	default:
		s.send()
		s.check(word, rest)
	}
}

func (s *script) check(word, rest string) {
	switch word {
	case "code":
		s.compare("code", strconv.Itoa(s.resp.StatusCode), rest)
	case "header":
		name, claim, _ := strings.Cut(rest, " ")
		s.compare("header "+name, strings.Join(s.resp.Header.Values(name), ", "), claim)
	case "body":
		s.compare("body", unset.Replace(s.body), rest)
	case "keep":
		name, expr, _ := strings.Cut(rest, " ")
		found := regexp.MustCompile(expr).FindStringSubmatch(s.resp.Header.Get("Location") + "\n" + unset.Replace(s.body))
		if len(found) < 2 {
			s.t.Fatalf("%s: nothing matches %s", s.at, expr)
		}
		s.kept[name] = found[1]
	default:
		s.t.Fatalf("%s: unknown line %q", s.at, word+" "+rest)
	}
}

func (s *script) compare(what, got, claim string) {
	s.t.Helper()
	op, want, _ := strings.Cut(claim, " ")
	var ok bool
	switch op {
	case "==":
		ok = strings.TrimSpace(got) == want
	case "contains":
		ok = strings.Contains(got, want)
	case "lacks":
		ok = !strings.Contains(got, want)
	case "~":
		ok = regexp.MustCompile(want).MatchString(got)
	default:
		s.t.Fatalf("%s: unknown comparison %q", s.at, op)
	}
	if !ok {
		s.t.Errorf("%s: %s %s; got %s", s.at, what, claim, cut(got))
	}
}

func cut(s string) string {
	if len(s) > 3000 {
		return s[:3000] + " ..."
	}
	return s
}

// send sends the pending request, if there is one.
func (s *script) send() {
	p := s.pending
	if p == nil {
		return
	}
	s.pending = nil
	text := p.raw
	if text == "" {
		text = p.fields.Encode()
	}
	var body io.Reader = strings.NewReader(text)
	if p.chunked {
		body = struct{ io.Reader }{body} // hides the length
	}
	r, err := http.NewRequest(p.method, s.server.URL+p.path, body)
	if err != nil {
		s.t.Fatalf("%s: %v", s.at, err)
	}
	r.Header = p.header
	if text != "" && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	s.do(r)
}

func (s *script) do(r *http.Request) {
	resp, err := s.client().Do(r)
	if err != nil {
		s.t.Fatalf("%s: %v", s.at, err)
	}
	defer resp.Body.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(resp.Body); err != nil {
		s.t.Fatalf("%s: %v", s.at, err)
	}
	s.resp, s.body = resp, b.String()
}

// client is the present person's browser: it keeps cookies and follows nothing.
func (s *script) client() *http.Client {
	c, ok := s.clients[s.who]
	if !ok {
		jar, _ := cookiejar.New(nil) // never fails
		c = &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		s.clients[s.who] = c
	}
	return c
}
