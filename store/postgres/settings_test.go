package postgres

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// TestSettings reads back what durability, and an answer within bounds, rest on,
// from a database whose own settings are careless.
func TestSettings(t *testing.T) {
	url := fresh(t)
	raw, err := unbounded(url, false)
	check(t, err)
	_, err = raw.ExecContext(t.Context(), `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`)
	check(t, errors.Join(err, raw.Close()))
	db, err := Open(t.Context(), url, Options{})
	check(t, err)
	defer db.Close()
	for _, c := range []struct {
		of                     *sql.DB
		setting, want, because string
	}{
		{db.pool, "synchronous_commit", "on", "a commit is on disk when it is acknowledged"},
		{db.pool, "lock_timeout", "5s", "a write that waits for another is told so"},
		{db.pool, "statement_timeout", "30s", "nothing runs without end"},
		{db.pool, "default_transaction_read_only", "off", "it writes"},
		{db.reader, "default_transaction_read_only", "on", "pages cannot write"},
		{db.reader, "statement_timeout", "30s", "nothing runs without end"},
	} {
		var got string
		check(t, c.of.QueryRowContext(t.Context(), "SHOW "+c.setting).Scan(&got))
		if got != c.want {
			t.Errorf("%s is %s, want %s: %s", c.setting, got, c.want, c.because)
		}
	}
	if _, err := db.reader.ExecContext(t.Context(), addBob); err == nil {
		t.Error("a reader wrote")
	}
}

// A transaction in which every statement is quick may still take too long.
func TestATransactionEnds(t *testing.T) {
	l := defaultLimits
	l.transaction = 500 * time.Millisecond
	db, err := open(t.Context(), fresh(t), l)
	check(t, err)
	defer db.Close()
	n := 0
	err = db.write(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
		for n = 0; n < 200; n++ {
			if _, err := tx.ExecContext(ctx, `SELECT pg_sleep(0.05)`); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil || n == 0 || n > 100 {
		t.Errorf("%v after %d statements of 50 ms, want it ended after half a second", err, n)
	}
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
}

// Latin 1 has no room for most names.
func TestADatabaseThatCannotKeepEveryTextIsRefused(t *testing.T) {
	check(t, server.Exec(t.Context(), `CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`))
	if _, err := Open(t.Context(), server.URL("latin"), Options{}); !errors.Is(err, errEncoding) {
		t.Errorf("opened: %v", err)
	}
}

func TestTheServersErrorsAreTheStores(t *testing.T) {
	for code, want := range map[string]error{
		"23503": store.ErrNotFound, "23505": store.ErrConflict, "23514": store.ErrInvalid, "22021": store.ErrInvalid, "54000": store.ErrInvalid,
		"40001": store.ErrBusy, "55P03": store.ErrBusy, "57014": store.ErrBusy, "57P01": store.ErrBusy, "08006": store.ErrBusy,
		"53300": store.ErrBusy, "53100": store.ErrUnwritable, "25006": store.ErrUnwritable, "58030": store.ErrUnwritable, "XX001": store.ErrUnwritable,
	} {
		if err := translate(&pgconn.PgError{Code: code}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", code, err, want)
		}
	}
}
