package words

import "testing"

func speller(t testing.TB) *Speller {
	english, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return NewSpeller(english, []string{"lease", "token", "storage", "heartbeat", "owner", "monotonic", "epoch", "worker", "random", "very", "give", "given", "great", "grant"})
}

func TestFix(t *testing.T) {
	s := speller(t)
	for _, c := range []struct{ in, want string }{
		{"tokne", "token"},
		{"strorage", "storage"},
		{"hearbeat", "heartbeat"},
		{"onwer", "owner"},
		{"monotnoic", "monotonic"},
		{"radnom", "random"},
		{"woker", "worker"},
		{"dosent", "doesnt"},
		{"becuase", "because"},
		// Of words as near: the one with the same first letter, or any form of
		// one word; else none.
		{"evry", "every"},
		{"givn", "give"},
		{"gret", "great"},
		{"grent", "grent"},
		// Known words are never misspellings, however near.
		{"least", "least"},
		{"release", "release"},
		{"please", "please"},
		{"taken", "taken"},
		{"order", "order"},
		{"begun", "begun"},
		{"tokens", "tokens"},
		// Short words are mended only by a swap; far words not at all.
		{"noot", "noot"},
		{"nto", "not"},
		{"xq", "xq"},
		{"kubernetes", "kubernetes"},
		{"locklock", "locklock"},
		{"überlauf", "überlauf"},
		{"", ""},
	} {
		if got := s.Fix(c.in); got != c.want {
			t.Errorf("%q is mended to %q, want %q", c.in, got, c.want)
		}
	}
}

func TestEnglish(t *testing.T) {
	english, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []string{"lease", "colour", "color", "doesnt", "zebra", "aardvark"} {
		if !english.Has(w) {
			t.Errorf("%q is not known", w)
		}
	}
	for _, w := range []string{"tokne", "", "leasse"} {
		if english.Has(w) {
			t.Errorf("%q is known", w)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"token", "token", 0}, {"tokne", "token", 1}, {"tken", "token", 1}, {"toxen", "token", 1}, {"abcd", "token", 3}, {"", "ab", 2}, {"ca", "abc", 3}} {
		if got := distance(c.a, c.b, 2); got != min(c.want, 3) {
			t.Errorf("%q to %q is %d, want %d", c.a, c.b, got, min(c.want, 3))
		}
	}
}

func BenchmarkFix(b *testing.B) {
	s := speller(b)
	b.ReportAllocs()
	for b.Loop() {
		s.Fix("monotnoic")
	}
}

func BenchmarkUnpack(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := unpack(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHas(b *testing.B) {
	english, err := Load()
	if err != nil {
		b.Fatal(err)
	}
	words := []string{"storage", "whenever", "token", "the", "heartbeats", "monotnoic", "lease", "because"}
	i := 0
	for b.Loop() {
		english.Has(words[i%len(words)])
		i++
	}
}
