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
		if _, err := grade.Train(l.Rubric, l.Samples, page); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkScore scores texts in turn and reports the median and the 99th
// percentile of the time that one takes.
func BenchmarkScore(b *testing.B) {
	s := scorer(b)
	var ordinary []string
	for _, x := range leases(b).Samples {
		if n := len(x.Text); n > 500 && n < 700 {
			ordinary = append(ordinary, x.Text)
		}
	}
	for name, texts := range map[string][]string{"600 characters": ordinary, "5000 hostile": hostile()} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				s.Score(texts[i%len(texts)])
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2]), "p50-ns/op")
			b.ReportMetric(float64(took[len(took)*99/100]), "p99-ns/op")
		})
	}
}

// hostile are texts of 5,000 bytes that would be slow in whatever looks at
// every pair of words, sentences or matches.
func hostile() []string {
	var out []string
	for _, s := range []string{
		"the old owner wakes and writes token 33 not 34 ", "a", "not ", "x. ", "lease token lock ", "((((", "\u00e9", "stroage rejcts tokne ",
		"The storage refuses the older token. ", "- a\n- b\n", "Nobody does not never refuse no token, and ", "zyxwvutsrqp ",
	} {
		out = append(out, strings.Repeat(s, 5000/len(s)))
	}
	return out
}
