package grade_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// accepted is the share of the points that good samples make which are still
// covered after their text was changed.
func accepted(t *testing.T, change func(string) string) float64 {
	t.Helper()
	s := scorer(t)
	covered, said := 0.0, 0.0
	for i, x := range leases(t).Samples.Get() {
		if i%3 != 0 || x.Gaming == 1 || x.Copied == 1 || total(x) < 3 {
			continue
		}
		for _, f := range s.Score(change(x.Text)).Points {
			if x.Points[f.ID] == 1 {
				said++
				if f.Verdict == grade.Covered {
					covered++
				}
			}
		}
	}
	return covered / said
}

func total(x lessons.Sample) int {
	n := 0
	for _, v := range x.Points {
		n += v
	}
	return n
}

func TestHonestAnswersAreAccepted(t *testing.T) {
	if got := accepted(t, func(s string) string { return s }); got < 0.75 {
		t.Errorf("%.2f of the points of honest answers are covered", got)
	}
}

func TestShuffledWordsAreNot(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	shuffle := func(s string) string {
		w := strings.Fields(s)
		r.Shuffle(len(w), func(i, j int) { w[i], w[j] = w[j], w[i] })
		return strings.Join(w, " ")
	}
	if got := accepted(t, shuffle); got > 0.12 {
		t.Errorf("%.2f of the points of shuffled answers are covered", got)
	}
}

func TestWhatIsTakenBackIsNot(t *testing.T) {
	for _, s := range []string{"None of the following is true. ", "I don't believe a word of it: "} {
		if got := accepted(t, func(a string) string { return s + a }); got > 0 {
			t.Errorf("after %q %.2f of the points are covered", s, got)
		}
	}
}
