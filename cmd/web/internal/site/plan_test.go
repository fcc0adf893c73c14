package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"fencepost/cmd/web/internal/splice"
	"fencepost/content"
	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// aKey is the key of a form, which is another in every answer.
var aKey = regexp.MustCompile(`name="key" value="[A-Z2-7]{26}"`)

func keyless(page []byte) string {
	return aKey.ReplaceAllString(string(page), `name="key" value="KEY"`)
}

// TestASplicedPageReadsAsADrawnOne compares, for every lesson and for readers
// who are differently far, the page joined from its parts with the one that is
// drawn as a whole.
func TestASplicedPageReadsAsADrawnOne(t *testing.T) {
	for _, base := range []string{"http://fencepost.test", "https://host.test/learn"} {
		at := mustURL(t, base)
		lib, problems := (&lessons.Loader{Base: at.Path}).Load(content.FS)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		e := NewEdition(lib, at, Fitted{})
		for _, l := range lib.Lessons() {
			pl := e.plan(l.Slug)
			if pl == nil {
				_, err := compile(e, l, linksOf(at))
				t.Fatalf("%s has no plan: %v", l.Slug, err)
			}
			for name, p := range readers(e, l, linksOf(at)) {
				want := drawnWhole(t, &p)
				for range 2 { // drawn, and as it was drawn
					plain, pressed := splicedPage(t, pl, &p)
					if plain != want {
						t.Fatalf("%s, %s: %s", l.Slug, name, parting(want, plain))
					}
					if plain != pressed {
						t.Fatalf("%s, %s: compressed it reads otherwise", l.Slug, name)
					}
				}
			}
		}
	}
}

// TestASplicedAnswerReadsAsADrawnOne does so for every check as a script gets it
// for an answer.
func TestASplicedAnswerReadsAsADrawnOne(t *testing.T) {
	at := mustURL(t, testBase)
	e := testEdition(t, at)
	for _, l := range e.library.Lessons() {
		all := readers(e, l, linksOf(at))
		maps.Copy(all, tried(l, all["a newcomer"]))
		for name, p := range all {
			for _, check := range l.Checks() {
				v := p.check(check)
				var drawn bytes.Buffer
				err := views.CheckFragment(&v, answered(l, p.record.Standing), questions(l)).Render(views.WithBase(t.Context(), p.base), &drawn)
				if err != nil {
					t.Fatal(err)
				}
				question, ok := e.plan(l.Slug).part("check " + check.ID)
				if !ok {
					t.Fatalf("%s has no part for %s", l.Slug, check.ID)
				}
				part := answeredPart(l, check, question)
				var b splice.Body
				for range 2 { // drawn, and as it was drawn
					b.Begin(true)
					if err := p.joinPart(&part, nil, &b); err != nil {
						t.Fatal(err)
					}
					if want, got := keyless(drawn.Bytes()), keyless(gunzip(t, b.End())); got != want {
						t.Fatalf("%s, %s, %s: %s", l.Slug, check.ID, name, parting(want, got))
					}
				}
			}
		}
	}
}

// tried are pages of who answered every check thrice, in any way and order.
func tried(l *lessons.Lesson, p lessonPage) map[string]lessonPage {
	out := map[string]lessonPage{}
	for way := range 8 {
		p.record = record{}
		for _, check := range l.Checks() {
			for i := range 3 {
				right := way>>i&1 == 1
				answer := []byte(fmt.Sprintf(`{"options":[%q]}`, fmt.Sprint(right)))
				p.record.attempts = append(p.record.attempts, store.Attempt{Item: check.ID, Answer: answer, Right: right})
			}
		}
		out[fmt.Sprintf("%03b", way)] = p
	}
	return out
}

// parting shows where two pages begin to differ.
func parting(drawn, spliced string) string {
	i := 0
	for i < min(len(drawn), len(spliced)) && drawn[i] == spliced[i] {
		i++
	}
	near := func(s string) string { return s[max(0, i-80):min(len(s), i+80)] }
	return fmt.Sprintf("at byte %d\ndrawn:   %q\nspliced: %q", i, near(drawn), near(spliced))
}

func drawnWhole(t *testing.T, p *lessonPage) string {
	t.Helper()
	var out bytes.Buffer
	ctx := views.WithVisitor(views.WithBase(t.Context(), p.base), p.reader)
	if err := views.LessonPage(p.view()).Render(ctx, &out); err != nil {
		t.Fatal(err)
	}
	return keyless(out.Bytes())
}

func splicedPage(t *testing.T, pl *plan, p *lessonPage) (plain, pressed string) {
	t.Helper()
	var b splice.Body
	join := func(gzip bool) []byte {
		b.Begin(gzip)
		if err := pl.join(p, &b); err != nil {
			t.Fatal(err)
		}
		return b.End()
	}
	plain = keyless(join(false))
	return plain, keyless(gunzip(t, join(true)))
}

// readers are pages of one lesson as different people see them.
func readers(e *Edition, l *lessons.Lesson, to links) map[string]lessonPage {
	page := func(v views.Visitor, turn int, r record) lessonPage {
		shuffle := func(_ string, n int) []int {
			out := make([]int, n)
			for i := range out {
				out[i] = (i + turn) % n
			}
			return out
		}
		return lessonPage{links: to, edition: e, lesson: l, reader: v, record: r, shuffle: shuffle}
	}
	nobody := views.Visitor{Next: "/concepts/" + l.Slug}
	out := map[string]lessonPage{
		"a newcomer":              page(nobody, 0, record{}),
		"another newcomer":        page(nobody, 1, record{}),
		"one browser":             page(views.Visitor{Next: "/concepts/" + l.Slug, Reader: "b-1"}, 0, record{}),
		"another browser":         page(views.Visitor{Next: "/concepts/" + l.Slug, Reader: "b-2"}, 0, record{}),
		"whose session is over":   page(views.Visitor{Lapsed: true, Next: "/concepts/" + l.Slug + "?a=b"}, 0, record{}),
		"a site without accounts": page(views.Visitor{Hidden: true}, 0, record{}),
		"a student":               page(views.Visitor{Name: `Åse <"&'>`, Cohorts: true, News: 2}, 2, midway(e, l, 0)),
		"another student":         page(views.Visitor{Name: "Bo", Due: 3}, 2, midway(e, l, 1)),
		"an administrator":        page(views.Visitor{Name: "Ada", Admin: true, Desk: true, Cohorts: true}, 1, midway(e, l, 2)),
		"who drafts":              page(nobody, 0, record{draft: store.Draft{Text: "\nA <b>draft</b>; with “marks”\r\n\x00", Revision: 3, AtMS: 1_700_000_000_000}}),
		"who drafts anew": page(nobody, 0, record{
			Standing: store.Standing{Explanations: 1}, newest: store.Explanation{ID: "e1", Text: "handed in"},
			draft: store.Draft{Revision: 4, AtMS: 1_700_000_060_000},
		}),
	}
	for i, step := range l.Steps {
		out[fmt.Sprint("read to step ", i+1)] = page(nobody, 0, record{Standing: store.Standing{Read: stepsTo(l, step.ID)}})
	}
	return out
}

func stepsTo(l *lessons.Lesson, last string) []string {
	var out []string
	for _, s := range l.Steps {
		out = append(out, s.ID)
		if s.ID == last {
			break
		}
	}
	return out
}

// midway is what somebody did who answered each question in turn, differently
// with another seed; right and wrong is as it falls.
func midway(e *Edition, l *lessons.Lesson, seed int) record {
	r := record{newest: store.Explanation{ID: "e9", Text: "The newest."}}
	r.Explanations = 1 + seed
	answered := func(item string, n int, a answer) {
		for i := range n {
			body, _ := json.Marshal(a)
			r.attempts = append(r.attempts, store.Attempt{Item: item, Answer: body, Right: (i+seed)%2 == 1})
		}
		r.Tried = append(r.Tried, item)
		if n > 1 || seed%2 == 1 {
			r.Right = append(r.Right, item)
		}
	}
	for i, c := range l.Checks() {
		a := answer{Text: fmt.Sprint(12 + seed), Verdict: lessons.Says, Pairs: map[string]string{}}
		for j, o := range c.Options {
			if (j+seed)%2 == 0 {
				a.Options = append(a.Options, o.ID)
			}
		}
		if (i+seed)%3 != 0 {
			answered(c.ID, 1+(i+seed)%3, a)
		}
	}
	for i, b := range l.Predicts() {
		if (i+seed)%3 != 2 {
			answered(b.ID, 1, answer{Options: []string{b.Options[seed%len(b.Options)].ID}})
		}
	}
	for i, b := range l.Challenges() {
		if stage, ok := e.stage(l.Slug, b.Run.Figure); ok && (i+seed)%3 != 1 {
			answered(b.ID, 1+7*seed, answer{Run: stage.At(nil).String()})
		}
	}
	for i, b := range l.Labs() {
		if r.LabsTried = append(r.LabsTried, b.ID); seed > 0 {
			r.LabsPassed = append(r.LabsPassed, b.ID)
		}
		r.labs = append(r.labs, store.LabStanding{Lesson: l.Slug, Lab: b.ID, Tries: i + 1, Passed: seed > 0, Revealed: seed > 1})
	}
	return r
}

// The pages that a browser gets are the same, whatever it takes and however the
// site made them.
func TestALessonReadsTheSameInEveryCoding(t *testing.T) {
	for _, address := range []string{testBase, "https://host.test/learn"} {
		s := testSite(t, address)
		path := s.links.lesson("leases-and-fencing-tokens")
		first := httptest.NewRecorder()
		s.ServeHTTP(first, httptest.NewRequest(http.MethodGet, path, nil))
		cookie, _, _ := strings.Cut(first.Header().Get("Set-Cookie"), ";")
		get := func(path, coding string) []byte {
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("Accept-Encoding", coding)
			r.Header.Set("Cookie", cookie) // by which options are shuffled
			s.ServeHTTP(w, r)
			if w.Code != http.StatusOK || w.Header().Get("Content-Encoding") != strings.TrimPrefix(coding, "identity") {
				t.Fatalf("%s: %d, %v", path, w.Code, w.Header())
			}
			if coding == "gzip" {
				return gunzip(t, w.Body.Bytes())
			}
			return w.Body.Bytes()
		}
		// A query that asks for nothing is answered by drawing the page.
		drawn := strings.ReplaceAll(keyless(get(path+"?x=y", "identity")), "%3Fx%3Dy", "")
		drawn = strings.ReplaceAll(drawn, "?x=y", "")
		for _, coding := range []string{"identity", "gzip"} {
			if got := keyless(get(path, coding)); got != drawn {
				t.Errorf("%s, %s: %s", address, coding, parting(drawn, got))
			}
		}
	}
}
