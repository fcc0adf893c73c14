package grade_test

import (
	"runtime"
	"testing"

	"fencepost/lessons/grade"
)

// TestWorkGrowsWithTheLength doubles hostile texts: what is looked at and what
// is allocated at most doubles with them, give or take what a text costs
// whatever its length.
func TestWorkGrowsWithTheLength(t *testing.T) {
	s := loaded(t)
	lengths := []int{1000, 2000, 4000, 8000}
	for k := range hostile(lengths[0]) {
		var work, bytes []int
		for _, n := range lengths {
			text := hostile(n)[k]
			work = append(work, s.Work(text))
			bytes = append(bytes, allocated(s, text))
		}
		for i := 1; i < len(lengths); i++ {
			if work[i] > 2*work[i-1]+work[0]/2 {
				t.Errorf("%.20q: at lengths %v it looks at %v", hostile(100)[k], lengths, work)
			}
			if bytes[i] > 2*bytes[i-1]+bytes[0] {
				t.Errorf("%.20q: at lengths %v it allocates %v bytes", hostile(100)[k], lengths, bytes)
			}
		}
	}
}

// allocated is how many bytes scoring a text allocates where no text before it
// left memory behind: two collections empty every pool.
func allocated(s *grade.Scorer, text string) int {
	runtime.GC()
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.Score(text)
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}
