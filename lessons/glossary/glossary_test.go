package glossary_test

import (
	"regexp"
	"testing"

	"fencepost/lessons/glossary"
)

var terms = glossary.New([]glossary.Term{
	{ID: "lease", Name: "Lease", Forms: []string{"leases"}, Text: "Ownership until a time."},
	{ID: "fencing-token", Name: "Fencing token", Forms: []string{"fencing tokens"}, Text: "A number that rises."},
	{ID: "token", Name: "Token", Text: `Says <who> & "when".`},
})

var explained = regexp.MustCompile(`<span class="gloss"><button type="button" aria-describedby="([^"]*)">([^<]*)</button><span role="tooltip" id="([^"]*)">.*?</span></span>`)

// short writes [word] for each marked term.
func short(t *testing.T, marked string) string {
	t.Helper()
	return explained.ReplaceAllStringFunc(marked, func(s string) string {
		m := explained.FindStringSubmatch(s)
		if m[1] != m[3] {
			t.Errorf("described by %q, which is not %q", m[1], m[3])
		}
		return "[" + m[2] + "]"
	})
}

func TestTermsAreMarkedWhereTheyAreUsedFirst(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"first use only", "<p>A lease. The lease again.</p>", "<p>A [lease]. The lease again.</p>"},
		{"another form is the same term", "<p>Leases, and a lease.</p>", "<p>[Leases], and a lease.</p>"},
		{"the longest phrase wins", "<p>A fencing  token.</p>", "<p>A [fencing  token].</p>"},
		{"and does not use up its part", "<p>A fencing token is a token.</p>", "<p>A [fencing token] is a [token].</p>"},
		{"whole words only", "<p>released, leaseholder, tokenise</p>", "<p>released, leaseholder, tokenise</p>"},
		{"a phrase over a line end", "<p>fencing\ntoken</p>", "<p>[fencing\ntoken]</p>"},
		{"not over markup", "<p>fencing <em>token</em></p>", "<p>fencing <em>[token]</em></p>"},
		{"links, code and headings stay", `<h3>Lease</h3><p><a href="/x">lease</a> <code>token</code></p>`, `<h3>Lease</h3><p><a href="/x">lease</a> <code>token</code></p>`},
		{"entities stay what they are", "<p>a &lt;lease&gt; &amp; more</p>", "<p>a &lt;[lease]&gt; &amp; more</p>"},
		{"hyphens end a word", "<p>lease-holder</p>", "<p>[lease]-holder</p>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := short(t, terms.Marker("s").Mark(c.in)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestAStepMarksATermOnceOverItsParts(t *testing.T) {
	m := terms.Marker("s")
	m.Mark("<p>lease</p>")
	if got := m.Mark("<p>lease</p>"); got != "<p>lease</p>" {
		t.Errorf("marked again: %s", got)
	}
	if got := short(t, terms.Marker("next").Mark("<p>lease</p>")); got != "<p>[lease]</p>" {
		t.Errorf("the next step: %s", got)
	}
}

func TestAnExplanationIsEscaped(t *testing.T) {
	want := `<span class="gloss"><button type="button" aria-describedby="term-s-token">token</button>` +
		`<span role="tooltip" id="term-s-token"><b>Token</b> Says &lt;who&gt; &amp; &#34;when&#34;.</span></span>`
	if got := terms.Marker("s").Mark("token"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWithoutTermsNothingChanges(t *testing.T) {
	in := "<p>A lease &quot;as is&quot;</p>"
	if got := new(glossary.Glossary).Marker("s").Mark(in); got != in {
		t.Errorf("got %s", got)
	}
}

func BenchmarkMark(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		terms.Marker("s").Mark("<p>From outside, a crashed owner of a lease looks like one that is slow, so a fencing token is wanted.</p>")
	}
}
