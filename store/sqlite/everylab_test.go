package sqlite

import (
	"testing"

	"fencepost/store"
)

// runLabs calls each method on labs, for the student p2.
func runLabs(t *testing.T, db *DB, teacher store.Scope) {
	t.Helper()
	ctx := t.Context()
	for range 2 {
		_, err := db.AddLabTry(ctx, store.LabTry{ID: "lt", LearnerID: "l2", Key: "lt", Lesson: lesson, Lab: "lab", Answer: []byte("{}")})
		check(t, err)
	}
	_, err := db.LabTries(ctx, "l2", lesson, "lab")
	check(t, err)
	check(t, db.AddLabAid(ctx, store.LabAid{LearnerID: "l2", Lesson: lesson, Lab: "lab", Aid: "hint-1"}))
	_, err = db.LabAids(ctx, "l2", lesson, "lab")
	check(t, err)
	_, err = db.SaveLabDraft(ctx, store.LabDraft{LearnerID: "l2", Lesson: lesson, Lab: "lab", Text: "{}"}, 0)
	check(t, err)
	_, err = db.LabDraft(ctx, "l2", lesson, "lab")
	check(t, err)
	_, err = db.LabStandings(ctx, "l2")
	check(t, err)
	_, err = db.LabStandingsOf(ctx, teacher, "c")
	check(t, err)
}
