package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// A full disk is stood in for by a limit on the file's pages.
func TestAFullDiskStoresNothingThatItRefusedAndWritesGoOnAfterwards(t *testing.T) {
	db := openWith(t, defaults)
	check(t, limitPages(db, 1)) // SQLite takes it for as many as there are
	acknowledged := 0
	for _, err := range answersAtOnce(t, db, 200) {
		if err == nil {
			acknowledged++
		} else if !errors.Is(err, store.ErrUnwritable) {
			t.Errorf("got %v, want ErrUnwritable", err)
		}
	}
	if n := kept(t, db); acknowledged == 200 || n != acknowledged {
		t.Errorf("of 200, %d acknowledged and %d kept", acknowledged, n)
	}
	check(t, limitPages(db, 1_000_000))
	check(t, answer(t.Context(), db, "after"))
	if n := kept(t, db); n != acknowledged+1 {
		t.Errorf("%d answers kept, want %d", n, acknowledged+1)
	}
}

// answersAtOnce queues n answers, lets the writer at them and returns how each
// ended.
func answersAtOnce(t *testing.T, db *DB, n int) []error {
	release, wait := hold(t, db, nothing)
	answers := queueUp(t.Context(), db, n)
	release()
	_ = wait() // its batch may be among those that fail
	return answers()
}

func limitPages(db *DB, n int) error {
	return db.writer.Write(context.Background(), func(ctx context.Context, tx sqlstore.Tx) error {
		return tx.QueryRowContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", n)).Scan(&n)
	})
}

// lock is another process that holds the database's write lock.
func lock(t *testing.T, db *DB) (unlock func()) {
	t.Helper()
	other, err := sql.Open("sqlite", "file:"+db.path)
	check(t, err)
	conn, err := other.Conn(t.Context())
	check(t, err)
	_, err = conn.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	check(t, err)
	return sync.OnceFunc(func() {
		_, err := conn.ExecContext(context.Background(), "ROLLBACK")
		check(t, errors.Join(err, conn.Close(), other.Close()))
	})
}

func TestALockedDatabaseIsBusyThenWritesAgain(t *testing.T) {
	o := defaults
	o.busy = 20 * time.Millisecond
	db := openWith(t, o)
	unlock := lock(t, db)
	defer unlock()
	if err := answer(t.Context(), db, "while locked"); !errors.Is(err, store.ErrBusy) {
		t.Fatalf("got %v, want ErrBusy", err)
	}
	if err := db.Ready(t.Context()); !errors.Is(err, store.ErrBusy) {
		t.Fatalf("ready while locked: %v", err)
	}
	if n := kept(t, db); n != 0 {
		t.Fatalf("%d answers kept that were refused", n)
	}
	unlock()
	check(t, answer(t.Context(), db, "after"))
	check(t, db.Ready(t.Context()))
}

func TestWaitingIsBounded(t *testing.T) {
	db := openWith(t, defaults)
	release, wait := hold(t, db, nothing)
	defer release()
	db.writer.patience = 20 * time.Millisecond // from here on: a slow disk takes longer for what comes before
	if err := answer(t.Context(), db, "no turn"); !errors.Is(err, store.ErrBusy) {
		t.Fatalf("got %v, want ErrBusy", err)
	}
	release()
	check(t, wait())
	db.writer.patience = defaults.patience
	check(t, answer(t.Context(), db, "after"))
	if n := kept(t, db); n != 1 {
		t.Errorf("%d answers kept, want only the one acknowledged", n)
	}
}

func TestAFullQueueIsBusy(t *testing.T) {
	o := defaults
	o.queue = 1
	db := openWith(t, o)
	release, wait := hold(t, db, nothing)
	defer release()
	queued := newRequest(t.Context(), nothing)
	db.writer.queue <- queued
	db.writer.patience = 20 * time.Millisecond
	if err := answer(t.Context(), db, "no room"); !errors.Is(err, store.ErrBusy) {
		t.Fatalf("got %v, want ErrBusy", err)
	}
	release()
	check(t, errors.Join(wait(), <-queued.done))
}

// Two handles on one file lock each other out as two processes do.
func TestTwoProcessesMayWriteToOneFile(t *testing.T) {
	db := openWith(t, defaults)
	second := openFile(t, db.path)
	defer second.Close()
	share(600, 32, func(i int) {
		to := []*DB{db, second}[i%2]
		if err := answer(t.Context(), to, fmt.Sprint(i)); err != nil {
			t.Error(err)
		}
	})
	if n := kept(t, db); n != 600 {
		t.Errorf("%d answers kept, want 600", n)
	}
}
