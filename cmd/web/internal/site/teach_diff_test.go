package site

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fencepost/views"
)

func TestDiffIsOverWords(t *testing.T) {
	for name, test := range map[string]struct {
		was, now string
		want     []views.TeachWord
	}{
		"nothing":          {"", "", nil},
		"the same":         {"a b", "a b", []views.TeachWord{{Text: "a b"}}},
		"only white space": {"a  b\n", "a b", []views.TeachWord{{Text: "a b"}}},
		"a word more":      {"the lease", "the long lease", []views.TeachWord{{Text: "the "}, {Text: "long ", Op: "ins"}, {Text: "lease"}}},
		"a word less":      {"the long lease", "the lease", []views.TeachWord{{Text: "the "}, {Text: "long ", Op: "del"}, {Text: "lease"}}},
		"another word":     {"old token", "stale token", []views.TeachWord{{Text: "old ", Op: "del"}, {Text: "stale ", Op: "ins"}, {Text: "token"}}},
		"all of it":        {"", "new", []views.TeachWord{{Text: "new", Op: "ins"}}},
	} {
		if d := cmp.Diff(test.want, diff(test.was, test.now)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestDiffLosesNoWord: without what came it is the text before, without what
// went the text after, word for word.
func TestDiffLosesNoWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([abc]{1,2}[ \n]{1,2}){0,12}`)
		was, now := text.Draw(t, "was"), text.Draw(t, "now")
		var before, after string
		for _, w := range diff(was, now) {
			if w.Op != "ins" {
				before += w.Text
			}
			if w.Op != "del" {
				after += w.Text
			}
		}
		if d := cmp.Diff(strings.Fields(was), strings.Fields(before)); d != "" {
			t.Errorf("the text before: %s", d)
		}
		if after != now {
			t.Errorf("the text after: %q, want %q", after, now)
		}
	})
}

func TestLongTextsAreNotCompared(t *testing.T) {
	long := strings.Repeat("word ", 2000)
	if got := diff(long, long+"more"); len(got) != 2 || got[0].Op != "del" || got[1].Op != "ins" {
		t.Errorf("%d runs, want the whole text out and in", len(got))
	}
}

func TestNamesThatAreHiddenSayNothing(t *testing.T) {
	a, b := nameOf(true, "explanation-1", "Ada Lovelace"), nameOf(true, "explanation-1", "Bob")
	if a != b || strings.Contains(a, "Ada") {
		t.Errorf("%q and %q: the name shows through", a, b)
	}
	if nameOf(false, "explanation-1", "Ada Lovelace") != "Ada Lovelace" {
		t.Error("a name that is not hidden is another")
	}
}

func TestWhatIsTypedIntoTheSearchBecomesWords(t *testing.T) {
	for typed, want := range map[string]string{
		`"lease" OR *`:           "lease OR",
		"  a-b\tc ":              "a b c",
		"***":                    "",
		"späte Übung":            "späte Übung",
		strings.Repeat("w ", 20): strings.TrimSpace(strings.Repeat("w ", 12)),
	} {
		if got := searchable(typed); got != want {
			t.Errorf("%q is searched for as %q, want %q", typed, got, want)
		}
	}
}
