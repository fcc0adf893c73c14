package site

import (
	"strings"
	"testing"
)

func TestAnOpeningEndsAtAWord(t *testing.T) {
	ten := strings.Repeat("ten chars ", 15) // 150
	for _, row := range []struct{ excerpt, want string }{
		{"A lease ends.", "A lease ends."},
		{" \n A lease ends. ", "A lease ends."},
		{ten + "and a word", strings.TrimSpace(ten) + " and a word"}, // 160, and nothing follows
		{ten + "and a word ", strings.TrimSpace(ten) + " and a word…"},
		{ten + "and a words", strings.TrimSpace(ten) + " and a…"},
		{ten + "halfway thr", strings.TrimSpace(ten) + " halfway…"},
		{strings.Repeat("租", 160), strings.Repeat("租", 160)},
		{strings.Repeat("租", 161), strings.Repeat("租", 160) + "…"},
		{strings.Repeat("a", 161), strings.Repeat("a", 160) + "…"},
	} {
		if got := opening(row.excerpt); got != row.want {
			t.Errorf("opening(%q) = %q, want %q", row.excerpt, got, row.want)
		}
	}
}
