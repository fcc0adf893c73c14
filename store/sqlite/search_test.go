package sqlite

import (
	"errors"
	"testing"

	"fencepost/store"
)

// FuzzSearch types anything into the search box: it finds something or
// nothing, or is refused, and never breaks the statement.
func FuzzSearch(f *testing.F) {
	for _, typed := range []string{
		`lease`, `"`, `""`, `a"b`, `*`, `a* OR b`, `NEAR(a b)`, `text:a`, `^a`, `-a`, `{a b}: c`, "e\u0301", "\u19b0", "\U0001f993", "'; DROP TABLE words; --", "(", "a\tb\nc",
	} {
		f.Add(typed)
	}
	db, err := OpenMemory(f.Context())
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = db.Close() })
	if err := db.AddPerson(f.Context(), store.Person{ID: "ada", LearnerID: "of ada", Role: store.RoleAdmin}); err != nil {
		f.Fatal(err)
	}
	if err := db.AddLearner(f.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for _, state := range []store.State{store.StateWaiting, store.StateAny} {
			_, err := db.Desk(t.Context(), store.ScopeOf(store.Person{ID: "ada"}), store.Filter{Text: typed, State: state}, store.Page{})
			if err != nil && !errors.Is(err, store.ErrInvalid) {
				t.Errorf("%q: %v", typed, err)
			}
		}
	})
}

func TestFiguresOfACohortTakeFewStatements(t *testing.T) {
	db, teacher, _ := peopled(t)
	reviewed(t, db, teacher)
	for _, c := range []struct {
		name string
		most int64
		call func() error
	}{
		{"matrix", 3, func() error { _, err := db.Matrix(t.Context(), teacher, "c"); return err }},
		{"page of the desk", 1, func() error {
			_, err := db.Desk(t.Context(), teacher, store.Filter{Cohort: "c", Text: "lease"}, store.Page{})
			return err
		}},
		{"counts", 2, func() error { _, err := db.DeskCounts(t.Context(), teacher, store.Filter{}); return err }},
		{"coverage", 2, func() error { _, err := db.Coverage(t.Context(), teacher, "c", lesson); return err }},
		{"one answer", 8, func() error { _, err := db.File(t.Context(), teacher, "x"); return err }},
		{"session", 1, func() error {
			_, _, _, err := db.SessionByToken(t.Context(), []byte("unknown"))
			if errors.Is(err, store.ErrNotFound) {
				err = nil
			}
			return err
		}},
	} {
		before := db.Stats().Reads
		check(t, c.call())
		if n := db.Stats().Reads - before; n > c.most {
			t.Errorf("%s: %d statements, at most %d", c.name, n, c.most)
		}
	}
}
