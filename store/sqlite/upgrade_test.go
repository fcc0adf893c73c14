package sqlite

import (
	"database/sql"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/pressly/goose/v3"

	"fencepost/store"
)

// beforePeople makes a file as the release before accounts left it: its own
// migration, then rows written by its own statements.
func beforePeople(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "fencepost.db")
	db, err := sql.Open("sqlite", fileDSN(path, defaults))
	check(t, err)
	first, err := migrations.ReadFile("migrations/00001_records.sql")
	check(t, err)
	p, err := goose.NewProvider(goose.DialectSQLite3, db, fstest.MapFS{"00001_records.sql": {Data: first}})
	check(t, err)
	_, err = p.Up(t.Context())
	check(t, err)
	for _, q := range []string{
		`INSERT INTO learners VALUES ('ann', x'01', 1)`,
		`INSERT INTO attempts (id, learner_id, form_key, lesson, item, answer, is_right, content, at_ms)
			VALUES ('a', 'ann', 'k', 'leases', 'self-fencing', '"b"', 1, 'v', 5)`,
		`INSERT INTO explanations (id, learner_id, form_key, lesson, after_reveal, at_ms, text)
			VALUES ('e1', 'ann', 'k1', 'leases', 0, 6, 'A lease runs out.'), ('e2', 'ann', 'k2', 'leases', 0, 7, 'Tokens rise.')`,
		`INSERT INTO unscored SELECT seq FROM explanations WHERE id = 'e2'`,
		`INSERT INTO scores (id, explanation_id, rubric, scorer, result, at_ms)
			VALUES ('s', 'e1', 'r', 's', '{"points":[{"id":"token","verdict":"unsure"}]}', 8)`,
		`INSERT INTO disputes (id, learner_id, form_key, explanation_id, item, claim, reason, at_ms)
			VALUES ('d', 'ann', 'k', 'e1', 'token', 'said', 'I did.', 9)`,
	} {
		_, err := db.ExecContext(t.Context(), q)
		check(t, err)
	}
	check(t, db.Close())
	return path
}

func TestAFileFromBeforeAccountsKeepsEverythingAndGetsADesk(t *testing.T) {
	path := beforePeople(t)
	for i := range 2 { // the second time nothing is left to do
		db := openFile(t, path)
		if i == 0 {
			check(t, db.AddPerson(t.Context(), store.Person{ID: "ada", LearnerID: "of ada", Role: store.RoleAdmin}))
		}
		list, err := db.Explanations(t.Context(), "ann", "")
		check(t, err)
		if len(list) != 2 || list[1].Text != "Tokens rise." {
			t.Errorf("explanations: %+v", list)
		}
		st, err := db.Standing(t.Context(), "ann", "leases")
		check(t, err)
		if len(st.Right) != 1 || st.Explanations != 2 {
			t.Errorf("standing: %+v", st)
		}
		wantOnDesk(t, db, store.Filter{}, "e1")
		wantOnDesk(t, db, store.Filter{State: store.StateAny, Text: "token"}, "e2")
		wantOnDesk(t, db, store.Filter{Lesson: "leases", Item: "token", Verdict: "unsure"}, "e1")
		check(t, db.Close())
		check(t, sound(t, path))
	}
	if copies, _ := filepath.Glob(path + ".schema-*"); len(copies) != 1 {
		t.Errorf("copies from before the upgrade: %v", copies)
	}
}

// wantOnDesk fails the test unless exactly this explanation matches for ada.
func wantOnDesk(t *testing.T, db *DB, f store.Filter, explanation string) {
	t.Helper()
	l, err := db.Desk(t.Context(), store.ScopeOf(store.Person{ID: "ada"}), f, store.Page{})
	check(t, err)
	if len(l.Rows) != 1 || l.Rows[0].ExplanationID != explanation {
		t.Errorf("on the desk by %+v: %+v", f, l.Rows)
	}
}

func TestAnUpgradedSchemaIsThatOfANewFile(t *testing.T) {
	upgraded, fresh := beforePeople(t), filepath.Join(t.TempDir(), "new.db")
	for _, path := range []string{upgraded, fresh} {
		check(t, openFile(t, path).Close())
	}
	a, b := schemaOf(t, upgraded), schemaOf(t, fresh)
	for name, text := range b {
		if a[name] != text {
			t.Errorf("%s\nupgraded: %s\n     new: %s", name, a[name], text)
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d objects in the upgraded file, %d in the new one", len(a), len(b))
	}
}

func schemaOf(t *testing.T, path string) map[string]string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	check(t, err)
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), "SELECT type || ' ' || name, COALESCE(sql, '') FROM sqlite_schema")
	check(t, err)
	defer rows.Close()
	m := make(map[string]string)
	for rows.Next() {
		var name, text string
		check(t, rows.Scan(&name, &text))
		m[name] = text
	}
	check(t, rows.Err())
	return m
}

func TestWhatWasJudgedOrLoggedIsNeverChanged(t *testing.T) {
	db, teacher, _ := peopled(t)
	reviewed(t, db, teacher)
	check(t, db.AddEntry(t.Context(), store.Entry{ID: "e", Action: "a", Detail: []byte("{}")}))
	check(t, db.Withdraw(t.Context(), teacher, "rx", 30))
	other, err := sql.Open("sqlite", "file:"+db.path)
	check(t, err)
	defer other.Close()
	for _, q := range []string{
		"UPDATE reviews SET comment = ''", "UPDATE review_items SET person = ''", "UPDATE withdrawals SET at_ms = 0",
		"UPDATE replies SET text = ''", "UPDATE scores SET wording = ''", "UPDATE audit SET action = ''", "DELETE FROM audit",
	} {
		if _, err := other.ExecContext(t.Context(), q); err == nil {
			t.Errorf("allowed: %s", q)
		}
	}
}
