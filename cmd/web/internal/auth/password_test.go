package auth

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

func rules(t testing.TB) *Rules {
	t.Helper()
	r, err := NewRules(0)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// why is the reason for which err refuses a password; 0 for none.
func why(t *testing.T, err error) Weak {
	t.Helper()
	if err == nil {
		return 0
	}
	w, ok := IsWeak(err)
	if !ok {
		t.Fatalf("%v is no *WeakError", err)
	}
	return w.Why
}

func TestRulesForAPasswordThatIsAlone(t *testing.T) {
	about := []string{"fencepost", "learn.example.org", "Ada Lovelace", "ada.lovelace@mail.example"}
	for _, c := range []struct {
		password string
		want     Weak
	}{
		{"", TooShort},
		{"fourteen chars", TooShort},
		{"fifteen chars !", 0},
		{"correct horse battery", 0},
		{"wörter mit ümläuten", 0},
		{"четыре простых слова", 0},
		{"合言葉は短い文字でも十五文字要る", 0},
		{strings.Repeat("palimpsest-", 23) + "end", 0},        // 256
		{strings.Repeat("palimpsest-", 23) + "ends", TooLong}, // 257
		{"tab\tis no character to type", Unprinted},
		{"null\x00in the middle of it", Unprinted},
		{"not UTF-8 \xff\xfe at all", Unprinted},
		{"aaaaaaaaaaaaaaaaaaaa", Repeated},
		{"abcabcabcabcabcab", Repeated},
		{"1234567890123456", Repeated},
		{"qwertyuiopasdfghjkl", Repeated},
		{"zyxwvutsrqponmlkjihg", Repeated},
		{"password1234567890", Common},
		{"!!!PASSWORD!!!!!", Common},
		{"password with more words", 0},
		{"sunshine 8362917465", 0}, // ten digits of chance are left
		{"fencepost/fencepost", AboutYou},
		{"Fencepost-2026-!", AboutYou}, // seven characters are left
		{"Fencepost-2026-!!", 0},
		{"adalovelace.123456", AboutYou},
		{"Ada.Lovelace@mail.example", AboutYou},
		{"LEARN.EXAMPLE.ORG", AboutYou},
		{"lovelace reads fencepost daily", 0},
	} {
		if got := why(t, rules(t).Check(c.password, false, about...)); got != c.want {
			t.Errorf("%q: refused for %d, want %d", c.password, got, c.want)
		}
	}
}

func TestRulesWithASecondFactor(t *testing.T) {
	for _, c := range []struct {
		password string
		want     Weak
	}{
		{"7 chars", TooShort},
		{"8 charsx", 0},
		{"password", Common},
		{"PassWord", Common},
		{"iloveyou", Common},
		{"trustno1", Common},
		{"pass word", Common},
		{"12345678", Repeated},
		{"Tr0ub4dor&3", 0},
	} {
		if got := why(t, rules(t).Check(c.password, true)); got != c.want {
			t.Errorf("%q: refused for %d, want %d", c.password, got, c.want)
		}
	}
}

// Length is counted in code points of the normal form: é as one or as two.
func TestRulesCountWhatIsSeen(t *testing.T) {
	composed, decomposed := strings.Repeat("é", 7), strings.Repeat("e\u0301", 7)
	for _, p := range []string{composed + "x", decomposed + "x"} {
		if err := rules(t).Check(p, true); why(t, err) == TooShort {
			t.Errorf("%q has eight characters: %v", p, err)
		}
	}
	for _, p := range []string{composed, decomposed} {
		if err := rules(t).Check(p, true); why(t, err) != TooShort {
			t.Errorf("%q has seven characters: %v", p, err)
		}
	}
}

// The longest password, in its longest form, is the same password composed.
func TestTheLongestPasswordIsNotCut(t *testing.T) {
	var composed strings.Builder
	for i := range MaxPassword {
		composed.WriteRune('\uac01' + rune(i*28)) // syllables of three letters each
	}
	p := composed.String()
	typed := norm.NFD.String(p)
	if err := rules(t).Check(typed, false); err != nil {
		t.Fatalf("%d bytes: %v", len(typed), err)
	}
	h := hasher(t, quick, 1)
	phc, err := h.Hash(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if right, _, err := h.Verify(t.Context(), clipPassword(typed), phc); !right || err != nil {
		t.Errorf("typed as letters: right %t, %v", right, err)
	}
	if got := why(t, rules(t).Check(strings.Repeat("x y", 1<<20), false)); got != TooLong {
		t.Errorf("three megabytes: refused for %d", got)
	}
}

func TestNewRulesRefusesToBeLax(t *testing.T) {
	for _, n := range []int{-1, 1, 7, 65} {
		if _, err := NewRules(n); err == nil {
			t.Errorf("a least length of %d was taken", n)
		}
	}
	r, err := NewRules(12)
	if err != nil || r.Min(false) != 12 || r.Min(true) != 8 {
		t.Errorf("least lengths %d and %d (%v), want 12 and 8", r.Min(false), r.Min(true), err)
	}
}

func TestWeakErrorNeverHoldsThePassword(t *testing.T) {
	const secret = "hunter2"
	err := rules(t).Check(secret, false)
	if err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("the refusal reads %v", err)
	}
}

func BenchmarkRulesCheck(b *testing.B) {
	r := rules(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Check("four ordinary words here", false, "fencepost", "Ada Lovelace", "ada@mail.example"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstCheck unpacks the list of common passwords.
func BenchmarkFirstCheck(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := rules(b).Check("four ordinary words here", false); err != nil {
			b.Fatal(err)
		}
	}
}
