package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

const addBob = `INSERT INTO learners (id, token_hash, created_ms) VALUES ('bob', 'bob', 1)`

// thereIsBob says whether what a test wrote is there.
func thereIsBob(t *testing.T, db *DB) bool {
	t.Helper()
	_, err := db.LearnerByToken(t.Context(), []byte("bob"))
	if !errors.Is(err, store.ErrNotFound) {
		check(t, err)
	}
	return err == nil
}

// The server makes a rollback of the commit of what failed in between, and says so
// in the place of an error.
func TestATransactionInWhichSomethingFailedIsNotCommitted(t *testing.T) {
	db := openFresh(t)
	defer db.Close()
	err := db.write(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
		_, err := tx.ExecContext(ctx, addBob)
		_, failed := tx.ExecContext(ctx, `SELECT 1 / 0`)
		if failed == nil {
			t.Error("one can be divided by nothing")
		}
		return err // and not what failed
	})
	if err == nil || thereIsBob(t, db) {
		t.Errorf("answered %v, and the row is there: %v", err, thereIsBob(t, db))
	}
}

func TestAPanicInAWriteIsItsErrorAndNothingElse(t *testing.T) {
	db := openFresh(t)
	defer db.Close()
	err := db.write(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
		_, err := tx.ExecContext(ctx, addBob)
		check(t, err)
		panic("lost")
	})
	if err == nil || thereIsBob(t, db) {
		t.Errorf("answered %v, and the row is there: %v", err, thereIsBob(t, db))
	}
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
}

// Who goes away while a write is under way does not leave it half told: it is
// there, and the answer says so.
func TestAWriteThatHasBegunIsFinished(t *testing.T) {
	db := openFresh(t)
	defer db.Close()
	ctx, leave := context.WithCancel(t.Context())
	err := db.write(ctx, func(ctx context.Context, tx sqlstore.Tx) error {
		leave()
		_, err := tx.ExecContext(ctx, addBob)
		return err
	})
	if err != nil || !thereIsBob(t, db) {
		t.Errorf("answered %v, and the row is there: %v", err, thereIsBob(t, db))
	}
}

// What the database refuses for the sake of another, as in a deadlock, changed
// nothing and is run again.
func TestAWriteThatGaveWayIsRunAgain(t *testing.T) {
	db := openFresh(t)
	defer db.Close()
	runs := 0
	err := db.write(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
		if runs++; runs < 3 {
			_, err := tx.ExecContext(ctx, `DO $$ BEGIN RAISE EXCEPTION 'gave way' USING ERRCODE = '40P01'; END $$`)
			return err
		}
		_, err := tx.ExecContext(ctx, addBob)
		return err
	})
	if err != nil || runs != 3 || !thereIsBob(t, db) {
		t.Errorf("after %d runs: %v, and the row is there: %v", runs, err, thereIsBob(t, db))
	}
}

// Where a key is taken the code that looks for it first may see by whom, if it runs
// once more; where it does not look, that is the answer.
func TestAWriteThatMetATakenKeyLooksOnceMore(t *testing.T) {
	db := openFresh(t)
	defer db.Close()
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "bob", TokenHash: []byte("another")}))
	runs := 0
	err := db.write(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
		runs++
		_, err := tx.ExecContext(ctx, addBob)
		return err
	})
	if !errors.Is(err, store.ErrConflict) || runs != 2 {
		t.Errorf("after %d runs: %v, want store.ErrConflict after two", runs, err)
	}
}

// Whether a commit took place that the line broke off, nobody here knows: it is not
// run again, for not every write may happen twice.
func TestACommitThatIsBrokenOffIsNotRunAgain(t *testing.T) {
	db := openFresh(t)
	defer db.Close()
	_, err := db.pool.ExecContext(t.Context(), `CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
		CREATE CONSTRAINT TRIGGER gone AFTER INSERT ON learners DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION gone()`)
	check(t, err)
	runs := 0
	err = db.write(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
		runs++
		_, err := tx.ExecContext(ctx, addBob)
		return err
	})
	if !errors.Is(err, store.ErrBusy) || runs != 1 {
		t.Errorf("after %d runs: %v, want store.ErrBusy after one", runs, err)
	}
}

func TestNothingIsWrittenAfterClose(t *testing.T) {
	db := openFresh(t)
	check(t, db.Close())
	wantErr(t, db.AddLearner(t.Context(), store.Learner{ID: "bob", TokenHash: []byte("bob")}), store.ErrClosed)
}

// Whoever starts while another replica migrates waits until that is done.
func TestAStartWaitsForWhoMigrates(t *testing.T) {
	url := server.Database(t, "")
	raw, err := unbounded(url, false)
	check(t, err)
	defer raw.Close()
	other, err := raw.Conn(t.Context())
	check(t, err)
	defer other.Close()
	_, err = other.ExecContext(t.Context(), `SELECT pg_advisory_lock($1)`, int64(migrationLock))
	check(t, err)
	started := make(chan error, 1)
	go func() {
		db, err := Open(t.Context(), url, Options{})
		if err == nil {
			err = db.Close()
		}
		started <- err
	}()
	select {
	case err := <-started:
		t.Errorf("started beside it: %v", err)
		return
	case <-time.After(time.Second):
	}
	_, err = other.ExecContext(t.Context(), `SELECT pg_advisory_unlock($1)`, int64(migrationLock))
	check(t, err)
	check(t, <-started)
}
