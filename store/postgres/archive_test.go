package postgres

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"time"

	"fencepost/store"
	"fencepost/store/archive"
)

// packed is the archive of a site with some answers and a text that waits for a
// person.
func packed(t *testing.T) []byte {
	t.Helper()
	url := fresh(t)
	db, err := Open(t.Context(), url, Options{})
	check(t, err)
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
	check(t, db.AddPerson(t.Context(), store.Person{ID: "ada", LearnerID: "of ada", Email: "ada", Role: store.RoleAdmin}))
	for _, key := range []string{"1", "2", "3"} {
		check(t, answer(t.Context(), db, key))
	}
	waits(t, db, "e1")
	check(t, db.Close())
	var b bytes.Buffer
	_, err = Export(t.Context(), url, "", &b)
	check(t, err)
	return b.Bytes()
}

func waits(t *testing.T, db *DB, id string) {
	t.Helper()
	_, err := db.AddExplanation(t.Context(), store.Explanation{ID: id, LearnerID: "ann", Key: id, Lesson: "quorums", Text: "A majority overlaps.", AtMS: 1})
	check(t, err)
	check(t, db.AddScore(t.Context(), store.Score{
		ID: "s" + id, ExplanationID: id, Rubric: "r", Scorer: "s", Result: []byte(`{"points":[{"id":"overlap","verdict":"unsure"}]}`),
	}))
}

// What is stored after an import stands behind what it brought, and what the
// archive leaves out is there.
func TestASiteGoesOnAfterAnImport(t *testing.T) {
	url := fresh(t)
	_, err := Import(t.Context(), bytes.NewReader(packed(t)), url)
	check(t, err)
	db, err := Open(t.Context(), url, Options{})
	check(t, err)
	defer db.Close()
	check(t, answer(t.Context(), db, "4"))
	waits(t, db, "e2")
	d, err := db.LearnerDossier(t.Context(), "ann")
	check(t, err)
	if len(d.Attempts) != 4 || d.Attempts[3].Key != "4" || len(d.Explanations) != 2 || d.Explanations[1].ID != "e2" {
		t.Errorf("answers %v, explanations %v; want the new ones last", d.Attempts, d.Explanations)
	}
	l, err := db.Desk(t.Context(), store.ScopeOf(store.Person{ID: "ada"}), store.Filter{}, store.Page{})
	check(t, err)
	if len(l.Rows) != 2 {
		t.Errorf("%d texts wait on the desk, want both", len(l.Rows))
	}
}

func TestAnImportThatWasStoredOtherwiseIsNone(t *testing.T) {
	url := fresh(t)
	raw, err := unbounded(url, false)
	check(t, err)
	defer raw.Close()
	_, err = raw.ExecContext(t.Context(), `CREATE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN NEW.created_ms := NEW.created_ms + 1; RETURN NEW; END $$;
		CREATE TRIGGER later BEFORE INSERT ON learners FOR EACH ROW EXECUTE FUNCTION later()`)
	check(t, err)
	_, err = Import(t.Context(), bytes.NewReader(packed(t)), url)
	wantErr(t, err, store.ErrDamaged)
	var n int
	check(t, raw.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM learners`).Scan(&n))
	if n != 0 {
		t.Errorf("%d learners are left of it", n)
	}
}

// halting is a reader that calls halt once, in the middle.
type halting struct {
	io.Reader
	halt func()
}

func (h *halting) Read(p []byte) (int, error) {
	n, err := h.Reader.Read(p[:min(len(p), 64)])
	if h.halt != nil && n > 0 {
		h.halt()
		h.halt = nil
	}
	return n, err
}

// A site that runs on the database beside an import would store what the import
// takes for its own, or stop it half-way.
func TestNobodyWritesBesideAnImport(t *testing.T) {
	url := fresh(t)
	l := defaultLimits
	l.lock, l.patience = 300*time.Millisecond, time.Second
	db, err := open(t.Context(), url, l)
	check(t, err)
	defer db.Close()
	var beside error
	in := &halting{bytes.NewReader(packed(t)), func() {
		beside = db.AddLearner(t.Context(), store.Learner{ID: "eve", TokenHash: []byte("eve")})
	}}
	_, err = Import(t.Context(), in, url)
	check(t, err)
	if !errors.Is(beside, store.ErrBusy) {
		t.Errorf("a write beside it: %v, want store.ErrBusy", beside)
	}
	_, err = Import(t.Context(), bytes.NewReader(packed(t)), url)
	wantErr(t, err, archive.ErrNotEmpty)
}
