package text_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fencepost/lessons/grade/text"
)

func norms(s string) []string {
	var out []string
	for _, t := range (text.Reader{}).Read(s).Tokens {
		out = append(out, t.Norm)
	}
	return out
}

func TestTokens(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"The owner's lease", "the owner lease"},
		{"doesn't doesn’t DOESN'T", "doesnt doesnt doesnt"},
		{"(token) token/epoch token—dash lease_token", "token token epoch token dash lease token"},
		{"u can't n shouldn't bc its late", "you cant and shouldnt because its late"},
		{"n=n+1", "n = n + one"},
		{"33 < 34", "33 < 34"},
		{"10:05 is 30s away", "10:05 is 30 second away"},
		{"ｆｕｌｌ ｗｉｄｔｈ", "full width"},
		{"cafe\u0301 café", "cafe cafe"},
		{"to\u200bken to\u00adken \u202etoken\u202c", "token token token"},
		{"straße ﬁne ½", "straße fine one two"},
		{"store.write(x); a->b", "store write x a b"},
		{"🙂👍🏽", ""},
		{"\xff\xfetoken", "token"},
		{"", ""},
	} {
		if got := strings.Join(norms(c.in), " "); got != c.want {
			t.Errorf("%q reads as %q, want %q", c.in, got, c.want)
		}
	}
}

func TestSentencesAndClauses(t *testing.T) {
	for _, c := range []struct {
		in      string
		s, clau int
	}{
		{"One. Two! Three? Four", 4, 4},
		{"e.g. this, i.e. that", 1, 2},
		{"It waits 2.5 seconds.", 1, 1},
		{"It overwrites B. Then A stops.", 2, 2},
		{"- one\n- two\n- three", 3, 3},
		{"1) one\n2) two", 2, 4},
		{"It writes because it wakes", 1, 2},
		{"short line\nanother short line", 2, 2},
		{strings.Repeat("word ", 15) + "\nthat goes on", 1, 1},
		{"a; b: c (d)", 1, 4},
	} {
		d := (text.Reader{}).Read(c.in)
		if len(d.Sents) != c.s || len(d.Clauses) != c.clau {
			t.Errorf("%q has %d sentences and %d clauses, want %d and %d", c.in, len(d.Sents), len(d.Clauses), c.s, c.clau)
		}
	}
}

// TestNegation lists, after each sentence, the words that stand under an odd
// number of negations.
func TestNegation(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"It does not write", "write"},
		{"It does not write, but it reads", "write"},
		{"Not only the owner writes", ""},
		{"No matter what, it writes", ""},
		{"It can't not write", "not"},
		{"we dont need ask nobody", "need ask nobody"},
		{"Nobody knows whether it is dead", "knows whether it is dead"},
		{"without asking it writes", "asking it writes"},
		{"It fails to write", "to write"},
		{"instead of the client the store checks", "of the client the store checks"},
		{"whether or not it writes", ""},
	} {
		var got []string
		for _, tok := range (text.Reader{}).Read(c.in).Tokens {
			if tok.Neg {
				got = append(got, tok.Norm)
			}
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.in, diff)
		}
	}
}

// What is only asked is claimed by nobody. Who denies in a question, asks for
// agreement, says yes or asks why takes it as true.
func TestQuestions(t *testing.T) {
	for _, c := range []struct {
		in   string
		asks bool
	}{
		{"Is the consumer dead?", true},
		{"If the timeout expires, is the consumer dead?", true},
		{"But does the store refuse it? No.", true},
		{"can it be that the clock is wrong?!", true},
		{"Is the consumer dead? Yes, after the timeout.", false},
		{"Is the consumer dead.", false},
		{"Isn't it the store that refuses?", false},
		{"The store refuses it, does it not?", false},
		{"The store refuses it, right?", false},
		{"Why does the store refuse it?", false},
		{"The store refuses it?", false},
	} {
		d := (text.Reader{}).Read(c.in)
		if got := d.Asks(d.Sents[0]); got != c.asks || d.Tokens[0].Attr != c.asks {
			t.Errorf("%q asks: %v, as hearsay %v; want %v", c.in, got, d.Tokens[0].Attr, c.asks)
		}
	}
}

func TestStemsJoinIrregularForms(t *testing.T) {
	for _, group := range []string{
		"wake wakes woke woken waking", "write writes wrote written writing", "freeze froze frozen freezing",
		"expire expires expired expiring", "renew renews renewed renewing", "overwrite overwrote overwritten",
		"transfer transferring transferred", "token tokens",
	} {
		words := strings.Fields(group)
		for _, w := range words[1:] {
			if text.Stem(w) != text.Stem(words[0]) {
				t.Errorf("%q has the stem %q, %q has %q", w, text.Stem(w), words[0], text.Stem(words[0]))
			}
		}
	}
}

// TestOffsetsCutWholeCharacters draws texts of many kinds of characters.
func TestOffsetsCutWholeCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkOffsets(t, rapid.String().Draw(t, "text")) })
}

type failer interface {
	Fatalf(format string, args ...any)
}

func checkOffsets(t failer, s string) {
	d := (text.Reader{}).Read(s)
	last := 0
	for _, tok := range d.Tokens {
		if tok.Start < last || tok.End <= tok.Start || tok.End > len(s) {
			t.Fatalf("%q: token %q spans %d to %d after %d", s, tok.Norm, tok.Start, tok.End, last)
		}
		if utf8.ValidString(s) && (!utf8.ValidString(s[tok.Start:tok.End]) || !utf8.RuneStart(s[tok.Start])) {
			t.Fatalf("%q: token %q cuts a character: %q", s, tok.Norm, s[tok.Start:tok.End])
		}
		last = tok.Start
	}
}

// TestCaseQuotesAndSpaceDoNotMatter reads a sentence and its disguises.
func TestCaseQuotesAndSpaceDoNotMatter(t *testing.T) {
	words := []string{"the", "owner", "doesn't", "write", "'stale'", "token", "storage", "10", "isn't", "\"late\"", "a", "n"}
	rapid.Check(t, func(t *rapid.T) {
		plain := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 20).Draw(t, "words"), " ")
		odd := strings.NewReplacer("'", "’", " ", rapid.SampledFrom([]string{"  ", "\t", "\u00a0", " \u200b"}).Draw(t, "space")).Replace(plain)
		if rapid.Bool().Draw(t, "upper") {
			odd = strings.Map(unicode.ToUpper, odd)
		}
		if diff := cmp.Diff(norms(plain), norms("  "+odd+"  ")); diff != "" {
			t.Fatalf("%q and %q differ:\n%s", plain, odd, diff)
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"The owner’s lease.", "\xff\x00", "a\u0301\u200d🙂", "...!!!---", "1.2.3:4", strings.Repeat("'", 99)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkOffsets(t, s) })
}

func BenchmarkRead(b *testing.B) {
	s := strings.Repeat("The old owner doesn't know that it lost, so its write is refused. ", 10)
	b.ReportAllocs()
	for b.Loop() {
		(text.Reader{}).Read(s)
	}
}
