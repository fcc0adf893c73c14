package grade_test

import (
	"os"
	"strings"
	"testing"

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

func BenchmarkScore(b *testing.B) {
	l := leases(b)
	s, err := grade.Train(l.Rubric, l.Samples, grade.PageText(l))
	if err != nil {
		b.Fatal(err)
	}
	var ordinary string
	for _, x := range l.Samples {
		if n := len(x.Text); n > 550 && n < 650 {
			ordinary = x.Text
			break
		}
	}
	for name, text := range map[string]string{
		"600 characters": ordinary,
		"5000 hostile":   strings.Repeat("the old owner wakes and writes token 33 not 34 ", 110)[:5000],
		"5000 letters":   strings.Repeat("a", 5000),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Score(text)
			}
		})
	}
}
