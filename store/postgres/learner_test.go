package postgres

import (
	"errors"
	"fmt"
	"testing"

	"fencepost/store"
)

const lesson = "leases-and-fencing-tokens"

// scored is a scorer's word on an explanation: one point made, one in doubt.
const scored = `{"points":[{"id":"stale","verdict":"covered","probability":0.7},{"id":"token","verdict":"unsure"}],
	"misconceptions":[{"id":"clocks","verdict":"present"}],"flags":[]}`

// ofALearner are the statements of what learners do all day.
func ofALearner(t *testing.T) []string {
	t.Helper()
	seen := &statements{}
	l := defaultLimits
	l.tracer = seen
	db, err := open(t.Context(), fresh(t), l)
	check(t, err)
	defer db.Close()
	school(t, db)
	seen.seen.Clear()
	for _, a := range acts() {
		check(t, a.do(t, db))
	}
	return seen.list()
}

// school is an instructor with a cohort and one student, who is signed in.
func school(t testing.TB, db *DB) {
	t.Helper()
	ctx := t.Context()
	teacher := store.Person{ID: "t", LearnerID: "tl", Name: "T", Email: "t@school.example", Role: store.RoleInstructor}
	ann := store.Person{ID: "p", LearnerID: "ann", Name: "Ann", Email: "ann@school.example", Role: store.RoleStudent}
	check(t, db.AddPerson(ctx, teacher))
	check(t, db.AddPerson(ctx, ann))
	check(t, db.AddCohort(ctx, store.ScopeOf(teacher), store.Cohort{ID: "c", Name: "C", Zone: "UTC"}))
	check(t, db.SetMember(ctx, store.ScopeOf(teacher), store.Member{CohortID: "c", PersonID: "p", Role: store.MemberStudent, State: store.MemberActive}))
	check(t, db.AddSession(ctx, store.Session{ID: "s", TokenHash: []byte("session"), PersonID: "p"}))
	check(t, db.AddLearner(ctx, store.Learner{ID: "bob", TokenHash: []byte("bob")}))
}

// act is something that a learner does, as the site asks the store for it.
type act struct {
	name  string
	trips int64 // to the server, once its statements are prepared
	do    func(t testing.TB, db *DB) error
}

// acts are what is done all day. The second time each takes as many trips as any
// time after that: statements are prepared at their first use.
func acts() []act {
	n := 0
	next := func() string { n++; return fmt.Sprint("no", n) }
	var handed string
	return []act{
		{"who is signed in", 1, func(t testing.TB, db *DB) error {
			_, _, _, err := db.SessionByToken(t.Context(), []byte("session"))
			return err
		}},
		{"whose browser it is", 1, func(t testing.TB, db *DB) error {
			_, err := db.LearnerByToken(t.Context(), []byte("bob"))
			return err
		}},
		{"lesson page", 1, func(t testing.TB, db *DB) error {
			_, err := db.Standing(t.Context(), "ann", lesson)
			return err
		}},
		{"catalogue", 1, func(t testing.TB, db *DB) error {
			_, err := db.Standings(t.Context(), "ann")
			return err
		}},
		{"step read", 3, func(t testing.TB, db *DB) error { return db.MarkRead(t.Context(), "ann", lesson, next(), 1) }},
		{"right answer", 3, func(t testing.TB, db *DB) error { return try(t, db, next(), true) }},
		{"wrong answer", 4, func(t testing.TB, db *DB) error { return try(t, db, next(), false) }},
		{"draft saved", 4, func(t testing.TB, db *DB) error {
			_, err := db.SaveDraft(t.Context(), "ann", next(), "begun", 0, 1)
			return err
		}},
		{"explanation handed in", 6, func(t testing.TB, db *DB) error {
			handed = next()
			_, err := db.AddExplanation(t.Context(), store.Explanation{ID: handed, LearnerID: "ann", Key: handed, Lesson: lesson, Text: "A lease runs out."})
			return err
		}},
		{"explanation scored later", 10, func(t testing.TB, db *DB) error {
			return db.AddScore(t.Context(), store.Score{ID: handed, ExplanationID: handed, Rubric: "r", Scorer: "s", Result: []byte(scored), AtMS: 1})
		}},
		{"explanation handed in with its score", 9, func(t testing.TB, db *DB) error {
			id := next()
			_, err := db.AddScoredExplanation(t.Context(),
				store.Explanation{ID: id, LearnerID: "ann", Key: id, Lesson: lesson, Text: "A lease runs out."},
				store.Score{ID: id, ExplanationID: id, Rubric: "r", Scorer: "s", Result: []byte(scored), AtMS: 1})
			return err
		}},
		{"what an explanation comes after", 1, func(t testing.TB, db *DB) error {
			_, err := db.Before(t.Context(), "ann", lesson)
			return err
		}},
		{"result page", 3, func(t testing.TB, db *DB) error {
			_, err1 := db.Explanation(t.Context(), "ann", handed)
			_, err2 := db.Scores(t.Context(), handed)
			_, err3 := db.Disputes(t.Context(), handed)
			return errors.Join(err1, err2, err3)
		}},
		{"own answers", 1, func(t testing.TB, db *DB) error {
			_, err := db.Explanations(t.Context(), "ann", "")
			return err
		}},
		{"review page", 1, func(t testing.TB, db *DB) error {
			_, err := db.RecallCards(t.Context(), "ann")
			return err
		}},
	}
}

// TestHowOftenTheServerIsAsked counts the round trips of what learners do: each
// is the time that a line to another machine takes, and work for both.
func TestHowOftenTheServerIsAsked(t *testing.T) {
	seen := &statements{}
	l := defaultLimits
	l.tracer = seen
	db, err := open(t.Context(), fresh(t), l)
	check(t, err)
	defer db.Close()
	school(t, db)
	all := acts()
	for _, a := range all {
		check(t, a.do(t, db))
	}
	for _, a := range all {
		before := seen.trips.Load()
		check(t, a.do(t, db))
		if n := seen.trips.Load() - before; n != a.trips {
			t.Errorf("%s: %d round trips, want %d", a.name, n, a.trips)
		}
	}
}

func try(t testing.TB, db *DB, id string, right bool) error {
	_, err := db.AddAttempt(t.Context(), store.Attempt{
		ID: id, LearnerID: "ann", Key: id, Lesson: lesson, Item: "check", Answer: []byte(`{}`), Right: right, Content: "c", AtMS: 1,
	})
	return err
}
