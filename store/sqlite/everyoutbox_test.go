package sqlite

import (
	"testing"

	"fencepost/store"
)

// runOutbox calls each method on statements that wait.
func runOutbox(t *testing.T, db *DB) {
	t.Helper()
	ctx := t.Context()
	_, err := db.Pseudonym(ctx, "l2", "name")
	check(t, err)
	ctx = store.Telling(ctx, store.Statement{ID: "st", LearnerID: "l2", About: "told", Body: []byte("{}"), AtMS: 1})
	_, err = db.AddAttempt(ctx, store.Attempt{ID: "told", LearnerID: "l2", Key: "told", Lesson: lesson, Item: "x", Answer: []byte("{}"), AtMS: 1})
	check(t, err)
	_, err = db.OutboxDue(ctx, 10)
	check(t, err)
	lanes, err := db.ClaimLanes(ctx, 10, 10, 5, 5)
	check(t, err)
	for _, l := range lanes {
		_, err = db.SettleLanes(ctx, 11, []store.Settled{{
			LearnerID: l.LearnerID, Token: l.Token, Sent: []string{"x"}, Dead: []store.Undelivered{{ID: "y"}}, Failed: []string{"st"}, Why: "w", DueMS: 12,
		}})
		check(t, err)
	}
	_, err = db.OutboxCounts(ctx)
	check(t, err)
	_, err = db.DeadLetters(ctx, 5)
	check(t, err)
	_, err = db.Resend(ctx, "", 20)
	check(t, err)
	_, err = db.DropDead(ctx, "")
	check(t, err)
}
