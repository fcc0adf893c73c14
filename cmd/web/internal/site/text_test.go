package site

import (
	"strings"
	"testing"

	"fencepost/lessons"
)

func TestPlainTextCountsAsTheCounterDoes(t *testing.T) {
	for _, tt := range []struct {
		in, want string
		n        int
	}{
		{"", "", 0},
		{" \r\n\t", "", 0},
		{"a\r\nb\rc\n", "a\nb\nc", 5},
		{"\ufeffdoesn’t ", "doesn’t", 7},
		{"e\u0301", "e\u0301", 2}, // a decomposed accent is two code points
		{"🙂🙂", "🙂🙂", 2},
	} {
		got := plainText(tt.in)
		if got != tt.want || characters(got) != tt.n {
			t.Errorf("%q: %q of %d characters, want %q of %d", tt.in, got, characters(got), tt.want, tt.n)
		}
	}
}

func TestRefusal(t *testing.T) {
	r := &lessons.Rubric{MinChars: 60, MaxChars: 5000}
	words := "a lease lapses by itself unless its owner keeps renewing it" // 59
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "nothing in the box"},
		{"one character short", words, "That is 59 characters. Write at least 60"},
		{"just enough", words + ".", ""},
		{"one character", "a", "That is 1 character. Write"},
		{"longest", strings.Repeat("word ", 999) + "words", ""},
		{"one too many", strings.Repeat("word ", 1000) + "a", "That is 5,001 characters, and 5,000 is the most"},
		{"sixty dots", strings.Repeat(".", 60), "hardly any words"},
		{"sixty smileys", strings.Repeat("🙂", 60), "hardly any words"},
		{"another script", strings.Repeat("租约到期后别人可以接手", 6), ""},
	} {
		got := refusal(r, tt.text)
		if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestCleanText(t *testing.T) {
	for _, tt := range []struct {
		in, box string
		refused bool
	}{
		{"plain", "plain", false},
		{"caf\xe9", "caf\ufffd", true},
		{"a\x00b", "ab", true},
		{"\u202eright to left", "\u202eright to left", false},
	} {
		if got := cleanText(tt.in); (got != "") != tt.refused {
			t.Errorf("%q: %q, want refused %v", tt.in, got, tt.refused)
		}
		if got := repaired(tt.in); got != tt.box {
			t.Errorf("%q: box %q, want %q", tt.in, got, tt.box)
		}
	}
}
