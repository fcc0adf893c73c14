package sqlite

import (
	"testing"

	"fencepost/store"
)

// runRecall calls each method on reviews, for the student p2.
func runRecall(t *testing.T, db *DB, teacher store.Scope) {
	t.Helper()
	ctx := t.Context()
	item := store.RecallItem{Lesson: lesson, Kind: store.RecallCheck, Item: "c"}
	_, err := db.AddAttempt(ctx, store.Attempt{ID: "missed", LearnerID: "l2", Key: "missed", Lesson: lesson, Item: "c", Answer: []byte("{}")})
	check(t, err)
	_, err = db.RecallCards(ctx, "l2")
	check(t, err)
	card, err := db.RecallCard(ctx, "l2", item)
	check(t, err)
	_, err = db.RecallCountsOf(ctx, teacher, "c", 1)
	check(t, err)
	_, err = db.RecallCardsOf(ctx, teacher, "c")
	check(t, err)
	_, err = db.RecallDue(ctx, "l2", 1)
	check(t, err)
	for i, e := range []store.RecallEvent{{ID: "ra", Act: store.RecallAnswered}, {ID: "ru", Act: store.RecallUndone, Of: "ra"}} {
		e.LearnerID, e.Key, e.RecallItem, e.Detail, e.Turn = "l2", e.ID, item, []byte("{}"), int64(i)
		for range 2 {
			_, err = db.AddRecall(ctx, e, card)
			check(t, err)
		}
	}
	_, err = db.RecallEvent(ctx, "l2", "ra")
	check(t, err)
	_, err = db.RecallEvents(ctx, "l2", item)
	check(t, err)
	_, err = db.RecallsSince(ctx, "l2", 0)
	check(t, err)
	check(t, db.SetRecall(ctx, store.RecallSetting{LearnerID: "l2", Remind: true, FeedHash: []byte("f")}))
	_, err = db.RecallSetting(ctx, "l2")
	check(t, err)
	_, err = db.RecallFeed(ctx, []byte("f"))
	check(t, err)
	_, err = db.Reminders(ctx, 1, 7, 1, 1<<40, "", 10)
	check(t, err)
	_, err = db.ClaimReminder(ctx, "l2", 1, []byte("e"))
	check(t, err)
	check(t, db.EndReminders(ctx, []byte("e"), 1))
}
