package site

import (
	"context"
	"os"
	"sync"
	"testing"

	"fencepost/store"
	"fencepost/store/postgres"
	"fencepost/store/postgres/pgtest"
	"fencepost/store/sqlite"
)

// server is PostgreSQL, started by the first test that needs it where
// SITE_TESTS_ON is postgres.
var server = sync.OnceValues(func() (*pgtest.Server, error) { return pgtest.Start() })

func TestMain(m *testing.M) {
	code := m.Run()
	if onPostgres() {
		if s, err := server(); err == nil {
			_ = s.Stop() // its folder is a temporary one
		}
	}
	os.Exit(code)
}

func onPostgres() bool { return os.Getenv("SITE_TESTS_ON") == "postgres" }

// testStore is an empty store: in memory, or on PostgreSQL where SITE_TESTS_ON
// asks for it.
func testStore(t testing.TB) store.Store {
	t.Helper()
	if !onPostgres() {
		db, err := sqlite.OpenMemory(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	s, err := server()
	if err != nil {
		t.Fatal(err)
	}
	db, err := postgres.Open(context.Background(), s.Database(t, ""), postgres.Options{Connections: 4})
	if err != nil {
		t.Fatal(err)
	}
	return db
}
