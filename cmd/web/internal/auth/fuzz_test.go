package auth

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// Whatever stands in a cookie, a form or an address is read without a panic,
// and nothing but what we made is taken for ours.

func FuzzReadFlow(f *testing.F) {
	ours := newFlow(flowState{Back: "/learn", Person: "p", AtMS: 1}).cookie()
	for _, seed := range []string{"", ".", ours, ours + ".", "." + ours, strings.Repeat("A", 43) + ".e30"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cookie string) {
		got, ok := readFlow(cookie)
		if ok && got.cookie() != cookie {
			t.Errorf("%q was read as %q", cookie, got.cookie())
		}
	})
}

func FuzzUnseal(f *testing.F) {
	token, now := NewToken(), time.UnixMilli(1)
	ours, err := seal(token, "totp", now, "x")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"", "A", ours, ours[1:], ours + "A"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var v string
		if err := unseal(token, "totp", text, now, &v); err == nil && text != ours {
			t.Errorf("%q opens to %q", text, v)
		}
	})
}

func FuzzRulesCheck(f *testing.F) {
	r := rules(f)
	for _, seed := range []string{"", "password", "four ordinary words", "\xff", "e\u0301", "ﷺﷺﷺﷺ", strings.Repeat("a", 300)} {
		f.Add(seed, "Ada", "ada@mail.example")
	}
	f.Fuzz(func(t *testing.T, password, name, email string) {
		err := r.Check(password, true, name, email)
		n := utf8.RuneCountInString(normal(password))
		if err == nil && (n < MinWithFactor || n > MaxPassword || !utf8.ValidString(password)) {
			t.Errorf("%q was taken", password)
		}
		if weak, ok := IsWeak(err); err != nil && (!ok || weak.Why == 0) {
			t.Errorf("%q: %v", password, err)
		}
	})
}

func FuzzCleanNameAndEmail(f *testing.F) {
	for _, seed := range []string{"", "Ada Lovelace", "a@b.example", "\u202eada", "a@b.example\nBcc: c@d.example", "\x00", "\"a b\"@c.example"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if name, err := CleanName(text); err == nil {
			if again, err := CleanName(name); err != nil || again != name || strings.ContainsFunc(name, unprinted) || !utf8.ValidString(name) {
				t.Errorf("name %q becomes %q, then %q (%v)", text, name, again, err)
			}
		}
		if email, err := CleanEmail(text); err == nil {
			if again, err := CleanEmail(email); err != nil || again != email || strings.ContainsAny(email, "\r\n\x00 ") || !utf8.ValidString(email) {
				t.Errorf("address %q becomes %q, then %q (%v)", text, email, again, err)
			}
		}
	})
}

func FuzzLocal(f *testing.F) {
	for _, seed := range []string{"/", "//x", "/\\x", "https://x", "/a?b#c", "/%2f/x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, back string) {
		got := Local(back)
		if !strings.HasPrefix(got, "/") || strings.HasPrefix(got, "//") || strings.ContainsAny(got, "\\\r\n\t ") {
			t.Errorf("%q is taken for a path here: %q", back, got)
		}
	})
}
