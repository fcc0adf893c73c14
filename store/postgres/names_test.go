package postgres

import (
	"bytes"
	"errors"
	"testing"

	"fencepost/store"
	"fencepost/store/archive"
	"fencepost/store/sqlstore"
)

// misfiled is a database as the release before left it, which filed Ágnes behind
// Zoe.
func misfiled(t *testing.T) (url string) {
	t.Helper()
	url = fresh(t)
	db, err := Open(t.Context(), url, Options{})
	check(t, err)
	for id, name := range map[string]string{"ada": "Zoe", "eve": "Ágnes"} {
		check(t, db.AddPerson(t.Context(), store.Person{ID: id, LearnerID: "of " + id, Email: id, Name: name, Role: store.RoleAdmin}))
	}
	for _, q := range []string{"UPDATE persons SET name_folded = 'ágnes' WHERE id = 'eve'", "DELETE FROM goose_db_version WHERE version_id = 13"} {
		_, err := db.pool.ExecContext(t.Context(), q)
		check(t, err)
	}
	check(t, db.Close())
	return url
}

// wantFiled fails the test unless Ágnes stands before Zoe.
func wantFiled(t *testing.T, url string) {
	t.Helper()
	db, err := Open(t.Context(), url, Options{})
	check(t, err)
	defer db.Close()
	l, err := db.People(t.Context(), store.ScopeOf(store.Person{ID: "ada"}), "", store.Page{})
	check(t, err)
	if len(l.Rows) != 2 || l.Rows[0].ID != "eve" {
		t.Errorf("listed as %+v, want Ágnes before Zoe", l.Rows)
	}
}

func TestNamesOfTheReleaseBeforeAreFiledAnew(t *testing.T) {
	wantFiled(t, misfiled(t))
}

func TestNamesOfAnArchiveOfTheReleaseBeforeAreFiledAnew(t *testing.T) {
	old, err := unbounded(misfiled(t), true)
	check(t, err)
	defer old.Close()
	url := fresh(t)
	now, err := unbounded(url, true)
	check(t, err)
	s, err := archiveSchema(t.Context(), now)
	check(t, errors.Join(err, now.Close()))
	s.Version--
	var packed bytes.Buffer
	_, err = archive.Write(t.Context(), &packed, sqlstore.Over(old), s, "")
	check(t, err)
	_, err = Import(t.Context(), &packed, url)
	check(t, err)
	wantFiled(t, url)
}
