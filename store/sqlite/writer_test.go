package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// openWith opens an empty file with ann in it, and with options of the test's.
func openWith(t *testing.T, o options) *DB {
	t.Helper()
	db, err := open(t.Context(), filepath.Join(t.TempDir(), "fencepost.db"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { check(t, db.Close()) })
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
	return db
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// hold keeps the writer busy inside a transaction until release is called; then
// that write has the outcome of do, which wait returns.
func hold(t *testing.T, db *DB, do work) (release func(), wait func() error) {
	t.Helper()
	begun, end, outcome := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	begins := sync.OnceFunc(func() { close(begun) }) // a batch may be run again
	go func() {
		outcome <- db.writer.Write(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
			begins()
			<-end
			return do(ctx, tx)
		})
	}()
	<-begun
	return sync.OnceFunc(func() { close(end) }), func() error { return <-outcome }
}

func nothing(context.Context, sqlstore.Tx) error { return nil }

// queueUp starts n answers with the given context and returns once all of them
// wait behind the one that holds the writer.
func queueUp(ctx context.Context, db *DB, n int) (wait func() []error) {
	errs := make([]error, n)
	var end sync.WaitGroup
	for i := range n {
		end.Go(func() { errs[i] = answer(ctx, db, strconv.Itoa(i)) })
	}
	for db.Stats().Waiting < n {
		time.Sleep(time.Millisecond)
	}
	return func() []error { end.Wait(); return errs }
}

// kept is how many of ann's answers another connection sees.
func kept(t *testing.T, db *DB) int {
	t.Helper()
	a, err := db.Answered(t.Context(), "ann", "leases-and-fencing-tokens", "self-fencing")
	check(t, err)
	return a.N
}

func TestRequestsThatWaitShareOneCommit(t *testing.T) {
	db := openWith(t, defaults)
	release, wait := hold(t, db, nothing)
	answers := queueUp(t.Context(), db, 64)
	before := db.Stats()
	release()
	for _, err := range append(answers(), wait()) {
		check(t, err)
	}
	after := db.Stats()
	if commits, writes := after.Commits-before.Commits, after.Writes-before.Writes; commits != 1 || writes != 65 {
		t.Errorf("%d writes in %d commits; want 65 in one", writes, commits)
	}
	if n := kept(t, db); n != 64 {
		t.Errorf("%d answers kept, want 64", n)
	}
}

func TestABatchHoldsNoMoreThanItsLimit(t *testing.T) {
	o := defaults
	o.batch = 10
	db := openWith(t, o)
	release, wait := hold(t, db, nothing)
	answers := queueUp(t.Context(), db, 64)
	before := db.Stats()
	release()
	for _, err := range append(answers(), wait()) {
		check(t, err)
	}
	if commits := db.Stats().Commits - before.Commits; commits != 7 {
		t.Errorf("%d commits for 65 writes of at most 10, want 7", commits)
	}
	// ann alone, then one of 5 and six of 10.
	if got, want := db.Stats().Batches, [batchSizes]int64{0: 1, 3: 1, 4: 6}; got != want {
		t.Errorf("commits by size %v, want %v", got, want)
	}
}

func TestManyWritersNeedFewCommits(t *testing.T) {
	db := openWith(t, defaults)
	const writes, writers = 2000, 64
	before := db.Stats()
	share(writes, writers, func(i int) {
		if err := answer(t.Context(), db, strconv.Itoa(i)); err != nil {
			t.Error(err)
		}
	})
	after := db.Stats()
	commits := after.Commits - before.Commits
	if n := kept(t, db); n != writes {
		t.Errorf("%d answers kept, want %d", n, writes)
	}
	if commits*3 > writes {
		t.Errorf("%d commits for %d writes by %d writers, want at most a third", commits, writes, writers)
	}
}

func TestNoAnswerBeforeTheCommit(t *testing.T) {
	db := openWith(t, defaults)
	release, wait := hold(t, db, nothing)
	early := newRequest(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
		return run(ctx, tx, "INSERT INTO reveals (learner_id, lesson, at_ms) VALUES ('ann', 'x', 1)")
	})
	answered, seen := 0, int64(0)
	late := newRequest(t.Context(), func(ctx context.Context, _ sqlstore.Tx) error {
		answered = len(early.done)
		st, err := db.Standing(ctx, "ann", "x")
		seen = st.RevealedMS
		return err
	})
	db.writer.queue <- early
	db.writer.queue <- late
	release()
	check(t, errors.Join(wait(), <-early.done, <-late.done))
	if answered != 0 || seen != 0 {
		t.Errorf("inside the batch: answered %d, seen by others %d; want neither", answered, seen)
	}
	st, err := db.Standing(t.Context(), "ann", "x")
	check(t, err)
	if st.RevealedMS != 1 {
		t.Error("answered, but others do not see it")
	}
}

// A batch goes without savepoints until something fails in it, and with them for a
// while after.
func TestAFailingRequestFailsAlone(t *testing.T) {
	boom := errors.New("boom")
	for name, fail := range map[string]struct {
		do   work
		want string
	}{
		"an error":         {func(context.Context, sqlstore.Tx) error { return boom }, "boom"},
		"a panic":          {func(context.Context, sqlstore.Tx) error { panic("boom") }, "boom"},
		"a wrong query":    {func(ctx context.Context, tx sqlstore.Tx) error { return tx.QueryRowContext(ctx, "SELECT x").Scan(nil) }, "no such column"},
		"a refused change": {func(ctx context.Context, tx sqlstore.Tx) error { return run(ctx, tx, "UPDATE attempts SET at_ms = 9") }, "attempts are never changed"},
	} {
		for wary, when := range []string{"at first", "after another"} {
			t.Run(name+" "+when, func(t *testing.T) {
				db := openWith(t, defaults)
				db.writer.wary = wary
				check(t, answer(t.Context(), db, "before"))
				db.writer.wary = wary
				failsAlone(t, db, fail.do, fail.want)
			})
		}
	}
}

// failsAlone sends a batch of three of which the second fails.
func failsAlone(t *testing.T, db *DB, fail work, want string) {
	t.Helper()
	release, wait := hold(t, db, func(ctx context.Context, tx sqlstore.Tx) error { return reveal(ctx, tx, "first") })
	second := newRequest(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
		if err := reveal(ctx, tx, "second"); err != nil {
			return err
		}
		return fail(ctx, tx)
	})
	third := newRequest(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error { return reveal(ctx, tx, "third") })
	db.writer.queue <- second
	db.writer.queue <- third
	release()
	check(t, errors.Join(wait(), <-third.done))
	if err := <-second.done; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
	for lesson, want := range map[string]int64{"first": 1, "second": 0, "third": 1} {
		st, err := db.Standing(t.Context(), "ann", lesson)
		check(t, err)
		if st.RevealedMS != want {
			t.Errorf("of the %s request %d is kept, want %d", lesson, st.RevealedMS, want)
		}
	}
	check(t, answer(t.Context(), db, "after"))
	if n := kept(t, db); n != 2 {
		t.Errorf("%d answers kept, want the two before and after", n)
	}
}

// reveal writes a row that can be written only once.
func reveal(ctx context.Context, tx sqlstore.Tx, lesson string) error {
	return run(ctx, tx, "INSERT INTO reveals (learner_id, lesson, at_ms) VALUES ('ann', '"+lesson+"', 1)")
}

func run(ctx context.Context, tx sqlstore.Tx, query string) error {
	_, err := tx.ExecContext(ctx, query)
	return err
}

// A commit fails here because a deferred foreign key is broken by then.
func TestAFailingCommitFailsItsBatchAndTheWriterGoesOn(t *testing.T) {
	db := openWith(t, defaults)
	release, wait := hold(t, db, func(ctx context.Context, tx sqlstore.Tx) error {
		return errors.Join(run(ctx, tx, "PRAGMA defer_foreign_keys = 1"),
			run(ctx, tx, "INSERT INTO reveals (learner_id, lesson, at_ms) VALUES ('nobody', 'x', 1)"))
	})
	answers := queueUp(t.Context(), db, 5)
	release()
	for _, err := range append(answers(), wait()) {
		if err == nil {
			t.Error("a write of the failed commit was acknowledged")
		}
	}
	if n := kept(t, db); n != 0 {
		t.Errorf("%d answers of the failed commit were kept", n)
	}
	check(t, answer(t.Context(), db, "after"))
	if n, failed := kept(t, db), db.Stats().Failed; n != 1 || failed != 1 {
		t.Errorf("%d answers kept, %d commits failed; want 1 and 1", n, failed)
	}
}
