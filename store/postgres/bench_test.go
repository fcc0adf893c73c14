package postgres

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"fencepost/store"
	"fencepost/store/postgres/pgtest"
)

// durable is a store on a server that waits for the disk, as a real one does.
func durable(b *testing.B) *DB {
	b.Helper()
	own, err := pgtest.Start("fsync = on")
	check(b, err)
	b.Cleanup(func() { check(b, own.Stop()) })
	db, err := Open(b.Context(), own.URL("postgres"), Options{})
	check(b, err)
	b.Cleanup(func() { check(b, db.Close()) })
	for i := range 64 {
		id := fmt.Sprint("learner ", i)
		check(b, db.AddLearner(b.Context(), store.Learner{ID: id, TokenHash: []byte(id)}))
	}
	return db
}

// BenchmarkHandIn stores answers to checks, and explanations each with a score of
// fourteen items, as the site does when one is handed in.
func BenchmarkHandIn(b *testing.B) {
	db := durable(b)
	result := `{"points":[`
	for i := range 14 {
		result += fmt.Sprintf(`{"id":"point_%d","verdict":"covered"},`, i)
	}
	result = result[:len(result)-1] + `]}`
	var n atomic.Int64
	for _, callers := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("answers/callers=%d", callers), func(b *testing.B) {
			measure(b, db, callers, func(caller int) error {
				id := fmt.Sprint("a", n.Add(1))
				_, err := db.AddAttempt(b.Context(), store.Attempt{
					ID: id, LearnerID: fmt.Sprint("learner ", caller), Key: id, Lesson: "quorums", Item: "majority", Answer: []byte(`"b"`), AtMS: 1,
				})
				return err
			})
		})
		b.Run(fmt.Sprintf("explanations/callers=%d", callers), func(b *testing.B) {
			measure(b, db, callers, func(caller int) error {
				id := fmt.Sprint("e", n.Add(1))
				_, err := db.AddExplanation(b.Context(), store.Explanation{
					ID: id, LearnerID: fmt.Sprint("learner ", caller), Key: id, Lesson: "leases-and-fencing-tokens", AtMS: 1,
					Text: "A worker takes a lease so that only one of them writes at a time, and it has to renew it before it runs out. " + id,
				})
				if err != nil {
					return err
				}
				return db.AddScore(b.Context(), store.Score{ID: "s" + id, ExplanationID: id, Rubric: "r", Scorer: "s", Result: []byte(result), AtMS: 2})
			})
		})
	}
}

// measure shares b.N calls among callers and reports how many transactions were
// run again.
func measure(b *testing.B, db *DB, callers int, call func(caller int) error) {
	before := db.Stats()
	var end sync.WaitGroup
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ResetTimer()
	for c := range callers {
		end.Go(func() {
			for left.Add(-1) >= 0 {
				if err := call(c); err != nil {
					b.Error(err)
				}
			}
		})
	}
	end.Wait()
	after := db.Stats()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
	b.ReportMetric(float64(after.Repeated-before.Repeated)/float64(after.Commits-before.Commits), "repeated/commit")
}
