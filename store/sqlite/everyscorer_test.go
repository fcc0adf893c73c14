package sqlite

import (
	"encoding/json"
	"testing"

	"fencepost/store"
)

// runScorers calls each method about scorers, on each path that has a statement
// of its own.
func runScorers(t *testing.T, db *DB, teacher store.Scope) {
	t.Helper()
	ctx := t.Context()
	check(t, db.KeepRubric(ctx, lesson, "r", []byte("body")))
	_, err := db.Rubric(ctx, lesson, "r")
	check(t, err)
	c := store.Scorer{ID: "c", Lesson: lesson, Rubric: "r", State: store.ScorerTrying}
	check(t, db.AddScorer(ctx, c))
	_, err = db.Trying(ctx)
	check(t, err)
	_, err = db.Candidate(ctx, lesson)
	check(t, err)
	stored, err := db.StoredAfter(ctx, lesson, 0, 10)
	check(t, err)
	c.State = store.ScorerTried
	check(t, db.Try(ctx, c, []store.Move{{Place: stored[0].Place, Item: "token", Way: 1, Was: "missing", Will: "covered", Quotes: json.RawMessage("[]")}}))
	_, err = db.Moves(ctx, teacher, "c", "token", 1, store.Page{})
	check(t, err)
	check(t, db.Publish(ctx, store.Publication{ID: "p", Scorer: c}, ""))
	score := store.Score{ID: "adopted", ExplanationID: stored[0].ExplanationID, Rubric: "r", Scorer: "v", Result: []byte("{}")}
	for range 2 {
		check(t, db.Adopt(ctx, "p", []store.Score{score}, stored[0].Place, true))
	}
	_, err = db.Publications(ctx, lesson, 5)
	check(t, err)
	_, err = db.InForce(ctx)
	check(t, err)
	_, err = db.Marks(ctx, lesson, 99, 99, 10)
	check(t, err)
	_, err = db.Waiting(ctx, c)
	check(t, err)
	_, err = db.Unmarked(ctx, lesson, 9)
	check(t, err)
	check(t, db.Ask(ctx, []string{stored[0].ExplanationID}))
	_, err = db.CountStored(ctx, lesson)
	check(t, err)
	_, err = db.Concord(ctx, lesson)
	check(t, err)
	c.ID = "d"
	check(t, db.AddScorer(ctx, c))
	check(t, db.Discard(ctx, "d"))
	_, err = db.Scorer(ctx, "d")
	check(t, err)
}
