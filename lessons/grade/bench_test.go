package grade_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// leases loads the lesson that the package is tried on.
func leases(tb testing.TB) *lessons.Lesson {
	tb.Helper()
	library, _ := lessons.Load(os.DirFS("../../content"))
	lesson, ok := library.Lesson("leases-and-fencing-tokens")
	if !ok {
		tb.Fatal("the leases lesson is not there")
	}
	return lesson
}

func BenchmarkTrain(b *testing.B) {
	l := leases(b)
	page := grade.PageText(l)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := grade.Train(l.Rubric, l.Samples.Get(), page); err != nil {
			b.Fatal(err)
		}
	}
}

// loaded is the leases lesson's scorer as it is stored beside the lesson, which
// is what a site scores by.
func loaded(tb testing.TB) *grade.Scorer {
	tb.Helper()
	l := leases(tb)
	s, err := grade.Load(l.Rubric, grade.PageText(l), grade.Source(l.Rubric, nil, grade.PageText(l)), l.Fitted.Get())
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// BenchmarkScore600 scores the samples of about 600 characters in turn.
func BenchmarkScore600(b *testing.B) {
	var texts []string
	for _, x := range leases(b).Samples.Get() {
		if n := len(x.Text); n > 500 && n < 700 {
			texts = append(texts, x.Text)
		}
	}
	benchmarkScore(b, texts)
}

// BenchmarkScore5000 scores hostile texts of 5,000 characters in turn.
func BenchmarkScore5000(b *testing.B) { benchmarkScore(b, hostile(5000)) }

// benchmarkScore reports the median and the 99th percentile of the time that
// one text takes beside the mean, in milliseconds.
func benchmarkScore(b *testing.B, texts []string) {
	s := loaded(b)
	b.ReportAllocs()
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		s.Score(texts[i%len(texts)])
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	ms := func(percent int) float64 { return float64(took[len(took)*percent/100]) / 1e6 }
	b.ReportMetric(ms(50), "p50-ms")
	b.ReportMetric(ms(99), "p99-ms")
}

// hostile are texts of about n bytes that would be slow in whatever looks at
// every pair of words, sentences or matches, or at a word list for every word.
func hostile(n int) []string {
	out := []string{misspelt(n)}
	for _, s := range []string{
		"the old owner wakes and writes token 33 not 34 ", "a", "not ", "x. ", "lease token lock ", "((((", "\u00e9", "stroage rejcts tokne ",
		"The storage refuses the older token. ", "- a\n- b\n", "Nobody does not never refuse no token, and ", "zyxwvutsrqp ",
	} {
		out = append(out, strings.Repeat(s, n/len(s)))
	}
	return out
}

// misspelt is n bytes of words of the lesson with three letters put in, no two
// of them the same way.
func misspelt(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		word := []string{"storage", "rejects", "monotonic", "expires", "heartbeat", "renewed", "coordinator"}[i%7]
		at, odd := i%5+1, string([]byte{'a' + byte(i%26), 'a' + byte(i/26%26), 'q'})
		b.WriteString(word[:at] + odd + word[at:] + " ")
	}
	return b.String()
}
