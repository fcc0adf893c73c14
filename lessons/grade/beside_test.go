package grade_test

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/lessons/grade"
)

// TestScoresBesideOthersAreTheSame scores texts at once which a scorer scored
// one after the other before: texts use each other's memory, but none sees what
// another left in it, and no result changes once it is given out.
func TestScoresBesideOthersAreTheSame(t *testing.T) {
	texts := append(hostile(700), "", "Ice floats.")
	for i, x := range leases(t).Samples.Get() {
		if i%40 == 0 {
			texts = append(texts, x.Text)
		}
	}
	alone := scoreAll(loaded(t), texts)
	s, several := loaded(t), make([][]grade.Result, 4)
	var all sync.WaitGroup
	for n := range several {
		all.Go(func() { several[n] = scoreAll(s, texts) })
	}
	all.Wait()
	for _, results := range several {
		if diff := cmp.Diff(alone, results); diff != "" {
			t.Fatalf("(-alone +beside others):\n%s", diff)
		}
	}
}

func scoreAll(s *grade.Scorer, texts []string) []grade.Result {
	var out []grade.Result
	for _, text := range texts {
		out = append(out, s.Score(text))
	}
	return out
}
