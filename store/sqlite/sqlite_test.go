package sqlite

import (
	"path/filepath"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"

	"fencepost/store"
	"fencepost/store/sqlstore"
	"fencepost/store/storetest"
)

func TestFile(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		return openFile(t, filepath.Join(t.TempDir(), "fencepost.db"))
	})
}

func TestMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		db, err := OpenMemory(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return db
	})
}

func openFile(t *testing.T, path string) *DB {
	t.Helper()
	db, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// TestSettings reads back what the proofs of durability rest on.
func TestSettings(t *testing.T) {
	db := openWith(t, defaults)
	check(t, db.Ready(t.Context()))
	for _, c := range []struct {
		of      sqlstore.Reader
		pragma  string
		want    string
		because string
	}{
		{db.writer.conn, "journal_mode", "wal", "readers do not wait for the writer"},
		{db.writer.conn, "synchronous", "2", "FULL: each commit is synced"},
		{db.writer.conn, "foreign_keys", "1", "no record without its learner"},
		{db.writer.conn, "temp_store", "2", "in memory: a container may have no /tmp"},
		{db.writer.conn, "busy_timeout", "2000", "the wait for another process is bounded"},
		{db.readers, "query_only", "1", "pages cannot write"},
		{db.readers, "temp_store", "2", "in memory"},
		{db.readers, "foreign_keys", "1", "as for the writer"},
	} {
		var got string
		check(t, c.of.QueryRowContext(t.Context(), "PRAGMA "+c.pragma).Scan(&got))
		if got != c.want {
			t.Errorf("%s is %s, want %s: %s", c.pragma, got, c.want, c.because)
		}
	}
}

func TestReadersCannotWrite(t *testing.T) {
	db := openWith(t, defaults)
	var id string
	err := db.readers.QueryRowContext(t.Context(), "DELETE FROM learners RETURNING id").Scan(&id)
	if code(err) != sqlite3.SQLITE_READONLY {
		t.Fatalf("deleting over a reader's connection: %v", err)
	}
}
