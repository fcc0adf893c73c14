package sqlite

import (
	"path/filepath"
	"testing"

	"fencepost/store"
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
