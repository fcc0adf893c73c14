package postgres

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"fencepost/store"
)

func answer(ctx context.Context, db *DB, key string) error {
	_, err := db.AddAttempt(ctx, store.Attempt{
		ID: "attempt " + key, LearnerID: "ann", Key: key, Lesson: "quorums", Item: "majority", Answer: []byte(`"b"`), AtMS: 1,
	})
	return err
}

func kept(t *testing.T, db *DB) int {
	t.Helper()
	a, err := db.Answered(t.Context(), "ann", "quorums", "majority")
	check(t, err)
	return a.N
}

func withAnn(t *testing.T) *DB {
	t.Helper()
	db := openFresh(t)
	t.Cleanup(func() { check(t, db.Close()) })
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
	return db
}

func TestReplicasThatStartTogetherMigrateOnce(t *testing.T) {
	url := server.Database(t, "")
	dbs, errs := make([]*DB, 4), make([]error, 4)
	var end sync.WaitGroup
	for i := range dbs {
		end.Go(func() { dbs[i], errs[i] = Open(t.Context(), url, Options{Connections: 4}) })
	}
	end.Wait()
	for i, db := range dbs {
		check(t, errs[i])
		check(t, db.Ready(t.Context()))
		check(t, db.Close())
	}
}

func TestANewerDatabaseIsRefusedAndAnotherProgramsToo(t *testing.T) {
	url := fresh(t)
	db, err := unbounded(url, false)
	check(t, err)
	defer db.Close()
	_, err = db.ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, true)`)
	check(t, err)
	if _, err := Open(t.Context(), url, Options{}); !errors.Is(err, store.ErrNewerSchema) || !strings.Contains(err.Error(), "its schema is 999") {
		t.Errorf("newer: %v", err)
	}
	foreign := server.Database(t, "")
	other, err := unbounded(foreign, false)
	check(t, err)
	defer other.Close()
	_, err = other.ExecContext(t.Context(), `CREATE TABLE songs (title TEXT)`)
	check(t, err)
	if _, err := Open(t.Context(), foreign, Options{}); !errors.Is(err, errForeign) {
		t.Errorf("another program's: %v", err)
	}
}

func TestWorkIsOneReplicas(t *testing.T) {
	url := fresh(t)
	one, err := Open(t.Context(), url, Options{})
	check(t, err)
	defer one.Close()
	two, err := Open(t.Context(), url, Options{})
	check(t, err)
	defer two.Close()
	ran, err := one.Alone(t.Context(), "tidy", func(ctx context.Context) error {
		second, err := two.Alone(ctx, "tidy", func(context.Context) error { return nil })
		if second {
			t.Error("both replicas were at the same work")
		}
		other, failed := two.Alone(ctx, "scorers", func(context.Context) error { return nil })
		if !other {
			t.Error("other work had to wait")
		}
		return errors.Join(err, failed)
	})
	check(t, err)
	after, err := two.Alone(t.Context(), "tidy", func(context.Context) error { return nil })
	check(t, err)
	if !ran || !after {
		t.Errorf("ran %v, and %v when the other had ended", ran, after)
	}
}

// The server gives the turn away when its connection is gone; who had it hears of
// it, and stops.
func TestALostConnectionEndsTheWork(t *testing.T) {
	url := fresh(t)
	one, err := Open(t.Context(), url, Options{})
	check(t, err)
	defer one.Close()
	two, err := Open(t.Context(), url, Options{})
	check(t, err)
	defer two.Close()
	ran, err := one.Alone(t.Context(), "tidy", func(ctx context.Context) error {
		const cut = `SELECT COUNT(pg_terminate_backend(pid)) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
			WHERE l.locktype = 'advisory' AND d.datname = current_database()`
		var n int
		check(t, two.pool.QueryRowContext(t.Context(), cut).Scan(&n))
		if n != 1 {
			t.Errorf("%d connections hold a turn, want 1", n)
		}
		select {
		case <-ctx.Done():
		case <-time.After(30 * time.Second):
			t.Error("the work goes on without its turn")
		}
		second := false
		for begun := time.Now(); !second && time.Since(begun) < 30*time.Second; { // the server says so before it lets go
			second, err = two.Alone(t.Context(), "tidy", func(context.Context) error { return nil })
			check(t, err)
		}
		if !second {
			t.Error("the other replica does not get the turn")
		}
		return ctx.Err()
	})
	if !ran || !errors.Is(err, context.Canceled) || !errors.Is(err, store.ErrBusy) || !strings.Contains(err.Error(), "the turn at tidy ended with its connection") {
		t.Errorf("ran %v, %v; want it broken off and the turn said to be lost", ran, err)
	}
	again, err := one.Alone(t.Context(), "tidy", func(ctx context.Context) error { return ctx.Err() })
	if err != nil || !again {
		t.Errorf("later: ran %v, %v", again, err)
	}
}

// Each kind of work holds a connection for as long as it takes. However few there
// are, pages and the work itself still read and write meanwhile.
func TestWorkLeavesConnectionsToOthers(t *testing.T) {
	for _, n := range []int{4, 5, 8, 20} {
		db, err := Open(t.Context(), fresh(t), Options{Connections: n})
		check(t, err)
		check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
		ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
		do := func(ctx context.Context) error {
			_, err := db.LearnerByToken(ctx, []byte("hash"))
			return errors.Join(err, answer(ctx, db, "k"))
		}
		works := []string{"tidy", "scorers"}
		errs := make([]error, len(works))
		var all sync.WaitGroup
		for i, work := range works {
			all.Go(func() {
				for range 5 {
					_, err := db.Alone(ctx, work, func(ctx context.Context) error {
						return errors.Join(do(ctx), do(ctx))
					})
					errs[i] = errors.Join(errs[i], err)
				}
			})
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Errorf("with %d connections: %v", n, err)
		}
		if s := db.Stats(); s.Open > n {
			t.Errorf("%d connections are open, want %d at most", s.Open, n)
		}
		end()
		check(t, db.Close())
	}
}

// Two who demote each other at once each see the other's role before they write.
func TestTheSiteKeepsAnAdminWhateverHappensAtOnce(t *testing.T) {
	db := openFresh(t)
	defer db.Close()
	pair := []string{"ada", "eve"}
	for _, id := range pair {
		check(t, db.AddPerson(t.Context(), store.Person{ID: id, LearnerID: "of " + id, Email: id, Role: store.RoleAdmin}))
	}
	for round := range 20 {
		var end sync.WaitGroup
		errs := make([]error, len(pair))
		for i, id := range pair {
			end.Go(func() { errs[i] = db.SetRole(t.Context(), id, store.RoleStudent) })
		}
		end.Wait()
		n, err := db.CountPeople(t.Context(), store.RoleAdmin)
		check(t, err)
		if n != 1 || errs[0] == nil && errs[1] == nil {
			t.Fatalf("round %d: %d admins left; %v", round, n, errs)
		}
		for _, id := range pair {
			check(t, db.SetRole(t.Context(), id, store.RoleAdmin))
		}
	}
}

func TestErrorsAreTheStoresOwn(t *testing.T) {
	db := withAnn(t)
	wantErr(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("other")}), store.ErrConflict)
	_, err := db.AddAttempt(t.Context(), store.Attempt{ID: "a", LearnerID: "nobody", Key: "k", Lesson: "l", Item: "i", Answer: []byte("1")})
	wantErr(t, err, store.ErrNotFound)
	if _, err := db.Answered(t.Context(), "an\x00n", "\xff", "\x00"); err != nil {
		t.Errorf("a look for what cannot be there: %v", err)
	}
}

func wantErr(t *testing.T, err, target error) {
	t.Helper()
	if !errors.Is(err, target) {
		t.Fatalf("got error %v, want %v", err, target)
	}
}
