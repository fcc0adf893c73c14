package sqlite

import (
	"fmt"
	"path/filepath"
	"testing"

	"fencepost/store"
)

// BenchmarkHandIn stores explanations of a student in one cohort, each with a
// score of fourteen items, as the site does when one is handed in.
func BenchmarkHandIn(b *testing.B) {
	result := `{"points":[`
	for i := range 14 {
		result += fmt.Sprintf(`{"id":"point_%d","verdict":"covered","probability":0.91,"evidence":[{"start":10,"end":60}]},`, i)
	}
	result = result[:len(result)-1] + `]}`
	for _, callers := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			db, err := Open(b.Context(), filepath.Join(b.TempDir(), "fencepost.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			if err := db.AddLearner(b.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.ResetTimer()
			share(b.N, callers, func(i int) { handIn(b, db, fmt.Sprint(i), result) })
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "hand-ins/s")
		})
	}
}

func handIn(b *testing.B, db *DB, id, result string) {
	_, err := db.AddScoredExplanation(b.Context(), store.Explanation{
		ID: id, LearnerID: "ann", Key: id, Lesson: "leases-and-fencing-tokens", AtMS: 1,
		Text: "A worker takes a lease so that only one of them writes at a time, and it has to renew it before it runs out. " + id,
	}, store.Score{ID: "s" + id, ExplanationID: id, Rubric: "r", Scorer: "s", Result: []byte(result), AtMS: 2})
	if err != nil {
		b.Error(err)
	}
}
