package postgres

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/store"
)

// numbered is a text of n words, w1 and on, with another in some places.
func numbered(n int, other map[int]string) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprint("w", i+1)
		if w, ok := other[i+1]; ok {
			words[i] = w
		}
	}
	return strings.Join(words, " ")
}

// An excerpt is 28 words, the first that hold the most of what was found, with dots
// where the text goes on.
func TestExcerpts(t *testing.T) {
	words := func(from, to int) string {
		all := strings.Fields(numbered(60, nil))
		return strings.Join(all[from-1:to], " ")
	}
	for _, tc := range []struct {
		name, text string
		want       []store.Run
	}{
		{"a short text is whole", numbered(28, map[int]string{2: "Leases,"}), []store.Run{
			{Text: "w1 "}, {Text: "Leases", Found: true}, {Text: ", " + words(3, 28)},
		}},
		{"early in a long one", numbered(29, map[int]string{1: "lease"}), []store.Run{
			{Text: "lease", Found: true}, {Text: " " + words(2, 28) + "…"},
		}},
		{"in its midst", numbered(60, map[int]string{35: "léasing"}), []store.Run{
			{Text: "…" + words(8, 34) + " "}, {Text: "léasing", Found: true}, {Text: "…"},
		}},
		{"at its end", numbered(40, map[int]string{3: "lease", 39: "lease", 40: "lease"}), []store.Run{
			{Text: "…" + words(13, 38) + " "}, {Text: "lease", Found: true}, {Text: " "}, {Text: "lease", Found: true},
		}},
	} {
		if d := cmp.Diff(tc.want, excerpt(tc.text, []string{"leas"})); d != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, d)
		}
	}
}

// What a tsvector has no room for is left out, and the text is stored all the same.
func TestAWordOrTextThatIsTooLongIsCut(t *testing.T) {
	var v vector
	v.add(strings.Repeat("é", 3000)+" "+numbered(200_000, nil), "D")
	if n := len(v.order[0]); n < longestWord || n > 2046 {
		t.Errorf("the long word has %d bytes, want %d or a few more, and 2,046 at most", n, longestWord)
	}
	if v.bytes > mostBytes+longestWord+10 || len(v.String()) > 1<<20 {
		t.Errorf("%d bytes counted, %d written, want no more than a megabyte", v.bytes, len(v.String()))
	}
}
