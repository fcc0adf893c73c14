package postgres

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"fencepost/store"
	"fencepost/store/postgres/pgtest"
	"fencepost/store/sqlstore"
	"fencepost/store/storetest"
)

// server is what all tests here share; template is a database on it with the
// schema and nothing else.
var server *pgtest.Server

const template = "template_of_tests"

func TestMain(m *testing.M) {
	os.Exit(pgtest.Main(m, func(s *pgtest.Server) error {
		server = s
		if err := s.Exec(context.Background(), "CREATE DATABASE "+template); err != nil {
			return err
		}
		db, err := Open(context.Background(), s.URL(template), Options{})
		if err != nil {
			return err
		}
		return db.Close()
	}))
}

// fresh is a database with the schema.
func fresh(t testing.TB) string {
	t.Helper()
	return server.Database(t, template)
}

func openFresh(t testing.TB) *DB {
	t.Helper()
	db, err := Open(t.Context(), fresh(t), Options{})
	check(t, err)
	return db
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestStore runs the suite on one database, emptied before each case, and then
// asks how each statement of it would be answered on one that is full.
func TestStore(t *testing.T) {
	url := fresh(t)
	l := defaultLimits
	seen := &statements{}
	l.tracer = seen
	storetest.Run(t, func(t *testing.T) store.Store {
		check(t, server.Empty(t.Context(), url))
		db, err := open(t.Context(), url, l)
		check(t, err)
		return db
	})
	t.Run("every query is answered from an index", func(t *testing.T) { wantIndexes(t, seen.list(), ofALearner(t)) })
}

// A read that breaks off after its first rows is as busy as one that never began.
func TestAReadThatBreaksOffIsBusy(t *testing.T) {
	l := defaultLimits
	l.statement = 300 * time.Millisecond
	db, err := open(t.Context(), fresh(t), l)
	check(t, err)
	defer db.Close()
	rows, err := reader{sqlstore.Over(db.reader)}.QueryContext(t.Context(), `SELECT repeat('x', 100000), pg_sleep(0.02) FROM generate_series(1, 1000)`)
	check(t, err)
	n := 0
	for rows.Next() {
		n++
	}
	if err := rows.Err(); n == 0 || !errors.Is(err, store.ErrBusy) {
		t.Errorf("after %d rows: %v, want some and store.ErrBusy", n, err)
	}
	check(t, rows.Close())
}
