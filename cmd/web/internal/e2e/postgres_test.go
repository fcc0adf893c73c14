//go:build linux

package e2e

import (
	"testing"

	"fencepost/store/postgres/pgtest"
)

// TestAStudentLearnsOnPostgreSQL is the same story with the other database.
func TestAStudentLearnsOnPostgreSQL(t *testing.T) {
	t.Parallel()
	pg, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pg.Stop(); err != nil {
			t.Error(err)
		}
	})
	aStudentLearns(t, serve(t, "DATABASE_URL="+pg.URL("postgres")))
}
