package grade

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Three texts say one thing, two another, one is the odd one out: the middle
// of the largest set comes first, then that of the next, then the odd one.
// What is known already is not asked for again.
func TestCoverPicksTheMiddleOfEachSet(t *testing.T) {
	texts := []string{
		"purple elephants dance",                  // 0: odd
		"storage refuses stale tokens",            // 1: between 2 and 3
		"storage refuses stale tokens now always", // 2
		"storage refuses stale writes",            // 3
		"lease expires unless renewed",            // 4
		"lease expires unless renewed soon",       // 5
	}
	if diff := cmp.Diff([]int{1, 4, 0}, Cover(texts, nil, 3)); diff != "" {
		t.Errorf("picked (-want +got):\n%s", diff)
	}
	if got := Cover(texts, []string{texts[1], texts[3], texts[2]}, 1); len(got) != 1 || got[0] != 4 && got[0] != 5 {
		t.Errorf("picked %v, want one of the lease's", got)
	}
	if got := Cover(texts, texts, 3); got != nil {
		t.Errorf("picked %v although everything is known", got)
	}
}
