package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fencepost/store"
)

// BenchmarkAddAttempt answers checks that are durable to a loss of power, by so
// many callers at once, with commits shared and one by one.
func BenchmarkAddAttempt(b *testing.B) {
	for _, way := range []struct {
		name  string
		batch int
	}{{"alone", 1}, {"grouped", defaultLimits.batch}} {
		for _, callers := range []int{1, 16, 64, 256} {
			b.Run(fmt.Sprintf("%s/callers=%d", way.name, callers), func(b *testing.B) {
				o := defaults
				o.batch = way.batch
				benchmarkAttempts(b, o, callers)
			})
		}
	}
}

func benchmarkAttempts(b *testing.B, o options, callers int) {
	db, err := open(b.Context(), filepath.Join(b.TempDir(), "fencepost.db"), o)
	if err != nil {
		b.Fatal(err)
	}
	if err := db.AddLearner(b.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	before := db.Stats()
	share(b.N, callers, func(i int) {
		if err := answer(b.Context(), db, strconv.Itoa(i)); err != nil {
			b.Error(err)
		}
	})
	after := db.Stats()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "writes/s")
	b.ReportMetric(float64(after.Commits-before.Commits)/float64(b.N), "commits/write")
	b.StopTimer()
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
}

// share spreads n calls of f over so many goroutines.
func share(n, callers int, f func(i int)) {
	var next atomic.Int64
	var end sync.WaitGroup
	for range callers {
		end.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				f(int(i))
			}
		})
	}
	end.Wait()
}

// answer stores an attempt of ann's under a key.
func answer(ctx context.Context, db *DB, key string) error {
	_, err := db.AddAttempt(ctx, store.Attempt{
		ID: "attempt " + key, LearnerID: "ann", Key: key, Lesson: "leases-and-fencing-tokens", Item: "self-fencing",
		Answer: json.RawMessage(`{"option":"b"}`), Content: "v1", AtMS: 1,
	})
	return err
}

// BenchmarkStanding reads what a lesson page needs of its learner: who it is
// and where they stand.
func BenchmarkStanding(b *testing.B) {
	db, err := Open(b.Context(), filepath.Join(b.TempDir(), "fencepost.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	seedStanding(b, db)
	b.ReportAllocs()
	for b.Loop() {
		l, err := db.LearnerByToken(b.Context(), []byte("hash"))
		if err != nil {
			b.Fatal(err)
		}
		if st, err := db.Standing(b.Context(), l.ID, "leases-and-fencing-tokens"); err != nil || len(st.Read) != 5 {
			b.Fatal(st, err)
		}
	}
}

func seedStanding(b *testing.B, db *DB) {
	if err := db.AddLearner(b.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}); err != nil {
		b.Fatal(err)
	}
	for i := range 5 {
		if err := db.MarkRead(b.Context(), "ann", "leases-and-fencing-tokens", strconv.Itoa(i), 1); err != nil {
			b.Fatal(err)
		}
		if err := answer(b.Context(), db, strconv.Itoa(i)); err != nil {
			b.Fatal(err)
		}
	}
}

// TestProveRatioOfGroupedToAlone measures how many durable answers a second 64 callers
// get with commits shared and one by one, in turn, and prints the ratio of the
// medians. The count of commits is what is asserted: it does not depend on what
// else the machine does.
func TestProveRatioOfGroupedToAlone(t *testing.T) {
	rounds, answers := setting("PROVE_RATIO_ROUNDS", 3), setting("PROVE_RATIO_ANSWERS", 200)
	rates, commits := map[int][]float64{}, 0
	for range rounds {
		for _, batch := range []int{1, defaultLimits.batch} {
			rate, n := rateOf(t, batch, answers)
			rates[batch] = append(rates[batch], rate)
			if batch > 1 {
				commits += n
			}
		}
	}
	alone, grouped := middle(rates[1]), middle(rates[defaultLimits.batch])
	per := float64(commits) / float64(rounds*answers)
	t.Logf("group commit  64 callers: %.0f answers/s one by one, %.0f grouped, ratio %.1f; %.3f commits an answer, medians of %d rounds in turn",
		alone, grouped, grouped/alone, per, rounds)
	if per > 0.2 {
		t.Errorf("%.3f commits an answer, want at most one for five", per)
	}
}

// rateOf lets 64 callers store answers through an empty database and tells how
// many a second were acknowledged, and how many commits that took.
func rateOf(t *testing.T, batch, answers int) (rate float64, commits int) {
	o := defaults
	o.batch = batch
	db, err := open(t.Context(), filepath.Join(t.TempDir(), "fencepost.db"), o)
	check(t, err)
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
	before, begun := db.Stats().Commits, time.Now()
	share(answers, 64, func(i int) {
		if err := answer(t.Context(), db, strconv.Itoa(i)); err != nil {
			t.Error(err)
		}
	})
	rate = float64(answers) / time.Since(begun).Seconds()
	commits = int(db.Stats().Commits - before)
	check(t, db.Close())
	return rate, commits
}

func middle(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}
