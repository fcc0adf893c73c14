package lessons_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"

	"fencepost/lessons"
)

// What every loading must keep to, whatever the files hold: it ends, and every
// problem names one of the files, a line of it, a column, and what to do.
func examine(t *testing.T, tree fstest.MapFS) (*lessons.Library, []lessons.Problem) {
	t.Helper()
	lib, problems := lessons.Load(tree)
	for _, p := range problems {
		if p.Pos.File == "" || p.Pos.Line < 1 || p.Pos.Col < 1 || p.Message == "" || p.Mend == "" {
			t.Errorf("a problem without place or words: %+v", p)
		}
		f, ok := tree[p.Pos.File]
		if !ok {
			continue
		}
		text := strings.Split(string(f.Data), "\n")
		if p.Pos.Line > len(text)+1 {
			t.Errorf("%v: the file has %d lines", p, len(text))
		} else if p.Pos.Line <= len(text) && p.Pos.Col > len(text[p.Pos.Line-1])+1 {
			t.Errorf("%v: the line has %d bytes", p, len(text[p.Pos.Line-1]))
		}
	}
	return lib, problems
}

// harmless reports HTML that would do something in a page: an element or an
// attribute that lessons never make.
func harmless(t *testing.T, fragment string) {
	t.Helper()
	z := html.NewTokenizer(strings.NewReader(fragment))
	for z.Next() != html.ErrorToken {
		tok := z.Token()
		if tok.Type != html.StartTagToken && tok.Type != html.SelfClosingTagToken {
			continue
		}
		if !slices.Contains(elements, tok.Data) {
			t.Errorf("HTML holds <%s>: %s", tok.Data, fragment)
		}
		for _, a := range tok.Attr {
			if !slices.Contains(attributes, a.Key) {
				t.Errorf("HTML holds the attribute %s: %s", a.Key, fragment)
			}
			if u, err := url.Parse(a.Val); a.Key == "href" && (err != nil || !slices.Contains([]string{"", "http", "https"}, u.Scheme)) {
				t.Errorf("HTML links to %q", a.Val)
			}
		}
	}
}

var (
	elements   = strings.Fields("p em strong code pre b i a ul ol li blockquote h3 hr br table thead tbody tr th td")
	attributes = strings.Fields("href title id class start tabindex")
)

func htmlOf(l *lessons.Lesson) []string {
	var out []string
	for _, s := range l.Steps {
		for _, b := range s.Blocks {
			switch b := b.(type) {
			case *lessons.Prose:
				out = append(out, b.HTML)
			case *lessons.Note:
				out = append(out, b.HTML)
			case *lessons.Check:
				out = append(out, b.Ask, b.Right, b.Wrong)
				out = append(out, htmlOfKind(b.Body)...)
				for _, o := range b.Options {
					out = append(out, o.HTML, o.Feedback)
				}
			}
		}
	}
	return out
}

// htmlOfKind is what a kind of check holds beyond its options.
func htmlOfKind(k lessons.Kind) []string {
	var out []string
	switch k := k.(type) {
	case *lessons.Spotting:
		out = append(out, k.Otherwise)
		out = append(out, k.HTML...)
	case *lessons.Numeric:
		for _, m := range k.Mistakes {
			out = append(out, m.Feedback)
		}
	}
	return out
}

func FuzzLesson(f *testing.F) {
	for _, seed := range seeds(f, "lesson.md") {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lib, problems := examine(t, fstest.MapFS{"demo/lesson.md": {Data: []byte(text)}})
		for _, l := range lib.Lessons() {
			if len(problems) > 0 {
				break // never published
			}
			for _, html := range htmlOf(l) {
				harmless(t, html)
			}
		}
	})
}

// FuzzFront puts anything between the two lines of dashes.
func FuzzFront(f *testing.F) {
	for _, seed := range []string{
		"title: T\ncategory: ordering\nsummary: S.\norder: 1", "title: [", "title: &a [*a]", "order: 1e999", "title: \xff\ntitle: T",
		"a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]", "requires: [demo]\nrelated: [none]",
		"reading:\n  - {title: T, url: 'javascript:alert(1)', why: W}", "title: !!binary aGk=", "<<: {title: T}", "title: |\n  a\n  b\n\tc",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, front string) {
		lib, problems := examine(t, fstest.MapFS{"demo/lesson.md": {Data: []byte("---\n" + front + "\n---\n\n## First {#first}\n\nWords.\n")}})
		for _, l := range lib.Lessons() {
			for _, r := range l.Reading {
				if u, err := url.Parse(r.URL); len(problems) == 0 && (err != nil || u.Scheme != "https" && u.Scheme != "http") {
					t.Errorf("reading leads to %q", r.URL)
				}
			}
		}
	})
}

// FuzzGlossary reads anything as the glossary.
func FuzzGlossary(f *testing.F) {
	f.Add("## Lease {#lease}\n\nAlso: leases, <b>\n\nOwnership for a [time](#lease).\n")
	for _, seed := range seeds(f, "glossary.md") {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree := lessonOf("\n## First {#first}\n\nWords about a lease.\n")
		tree["glossary.md"] = &fstest.MapFile{Data: []byte(text)}
		examine(t, tree)
	})
}

func FuzzFence(f *testing.F) {
	f.Add("check one", "type: choice\nask: Why?\noptions:\n  - {id: a, text: A, right: true, feedback: F}\n  - {id: b, text: B, feedback: F}\n")
	for _, body := range []string{chooseSome, seconds, third, four, pairs, fourLines, sentence} {
		f.Add("check one", "ask: Why?\n"+body)
	}
	f.Add("sim lease", "caption: C\nshow: {freeze: 12s}\ncontrols: [a]\n")
	f.Add("sim", "\t- [}")
	f.Add("sql", "SELECT 'a\n-- \x00")
	f.Fuzz(func(t *testing.T, info, body string) {
		examine(t, lessonOf("\n## First {#first}\n\n```"+info+"\n"+body+"\n```\n"))
	})
}

// Whatever a form holds, an answer that is taken can be marked, laid out and
// taken again from what is laid out.
func FuzzAnswer(f *testing.F) {
	all := []string{chooseOne, chooseSome, seconds, third, four, pairs, fourLines, sentence}
	f.Add(0, "option", "a", "option", "b")
	f.Add(2, "text", "1,000.5 ms", "", "")
	f.Add(4, "place-a", "2", "place-b", "+1")
	f.Add(5, "with-a", "x", "with-b", "y")
	f.Add(6, "option", "line-3", "", "")
	f.Fuzz(func(t *testing.T, which int, k1, v1, k2, v2 string) {
		c := checkOf(t, all[uint(which)%uint(len(all))])
		form := lessons.Fields{}
		form[k1], form[k2] = append(form[k1], v1), append(form[k2], v2)
		a, fault := c.Take(form, lessons.Aids{})
		if c.Lay(a, lessons.Aids{}); fault != "" {
			return
		}
		if c.Type == lessons.Number {
			again, fault := c.Take(lessons.Fields{"text": {a.Text}}, lessons.Aids{})
			if fault != "" || again.Text != a.Text || c.Mark(again).Right != c.Mark(a).Right {
				t.Errorf("%q became %q, and that %q (%s)", form, a.Text, again.Text, fault)
			}
		}
		c.Mark(a)
	})
}

func FuzzRubric(f *testing.F) {
	for _, seed := range seeds(f, "rubric.yaml") {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree := lessonOf("\n## First {#first}\n\nWords.\n\n## Explain {#explain}\n\nDo.\n")
		tree["demo/rubric.yaml"] = &fstest.MapFile{Data: []byte(text)}
		examine(t, tree)
	})
}

func FuzzSamples(f *testing.F) {
	for _, seed := range seeds(f, "samples.jsonl") {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree := lessonOf("\n## First {#first}\n\nWords.\n\n## Explain {#explain}\n\nDo.\n")
		tree["demo/rubric.yaml"] = &fstest.MapFile{Data: []byte("prompt: Why?\npoints:\n  - {id: one, name: A, statement: A., hint: What?}\n")}
		tree["demo/samples.jsonl"] = &fstest.MapFile{Data: []byte(text)}
		examine(t, tree)
	})
}
