package store

import (
	"context"
	"encoding/json"
)

// The kinds of thing that are brought back.
const (
	RecallPoint = "point" // a key point of the lesson's rubric
	RecallCheck = "check" // a check or a prediction
)

// RecallAfterMS is how long after something was missed it is asked again: a day.
const RecallAfterMS = 24 * 60 * 60 * 1000

// RecallItem names one thing that a learner is asked again.
type RecallItem struct {
	Lesson string // slug
	Kind   string // RecallPoint or RecallCheck
	Item   string // id of the key point, check or prediction
}

// RecallCard is where one thing stands with a learner. The numbers of the
// memory are those of lessons/recall; the store keeps them and works none out.
type RecallCard struct {
	LearnerID string
	RecallItem
	EnteredMS  int64 // when it was missed
	DueMS      int64
	Stability  float64
	Difficulty float64
	Days       int   // from LastMS to DueMS
	LastMS     int64 // of the last review that counts; 0: none yet
	Reps       int   // reviews that count
	Lapses     int
	Turn       int64 // rises with every event
}

// What a RecallEvent is.
const (
	RecallAnswered = "answer" // an item was answered
	RecallRated    = "rate"   // the learner says how an answer went
	RecallUndone   = "undo"   // an answer is taken back
)

// RecallEvent is one thing that a learner did in review. Events are never
// changed: a second thought is another event, and an undo is one.
type RecallEvent struct {
	ID        string
	LearnerID string
	Key       string // idempotency key of the form, unique per learner
	RecallItem
	Act     string          // RecallAnswered, RecallRated or RecallUndone
	Of      string          // id of the answer that is rated or undone; "" for an answer
	Rating  int             // 1 again, 2 hard, 3 good, 4 easy; 0 for an answer in doubt and for an undo
	Detail  json.RawMessage // what was asked and answered
	Content string          // the lesson's version
	Turn    int64           // of the card that the form was made for
	AtMS    int64
}

// RecallSetting is how a learner wants to review.
type RecallSetting struct {
	LearnerID string
	Daily     int    // reviews a day at most; 0: as the site has it
	Remind    bool   // letters are asked for
	Hour      int    // of the day, UTC, from which a letter may go
	FeedHash  []byte // SHA-256 of the secret in the calendar's address; nil: there is none
	AtMS      int64
}

// Reminder is a letter that may be due.
type Reminder struct {
	LearnerID string
	Email     string
	Name      string
	Due       int // cards due by the end of the day, before anybody looked whether they can still be asked
}

// RecallCount is how one learner stands in review.
type RecallCount struct {
	Due      int // cards due before the time asked for
	Reviewed int // reviews that count, over all cards
}

// Recalls keeps what learners review. A card comes with the attempt, score or
// review by which something turns out to be missed or only just there: a check
// or a prediction answered wrong; a key point of the learner's newest
// explanation of a lesson that the verdicts in force do not call covered, or
// that the scorer found with little to spare. A key point that is covered after
// all goes again, as long as it was never reviewed.
type Recalls interface {
	// RecallCards are all of the learner's, by due time.
	RecallCards(ctx context.Context, learner string) ([]RecallCard, error)
	// RecallCard is one of them, or ErrNotFound.
	RecallCard(ctx context.Context, learner string, item RecallItem) (RecallCard, error)
	// RecallCardsOf are those of a cohort's active students: what is due, and
	// how often each thing was reviewed.
	RecallCardsOf(ctx context.Context, sc Scope, cohort string) ([]RecallCard, error)
	// RecallCountsOf counts those of a cohort's active students, by LearnerID, in
	// one grouped statement.
	RecallCountsOf(ctx context.Context, sc Scope, cohort string, beforeMS int64) (map[string]RecallCount, error)
	// RecallDue counts the learner's cards due before a time.
	RecallDue(ctx context.Context, learner string, beforeMS int64) (int, error)

	// AddRecall stores e, and card as what follows from it, in one transaction.
	// The same learner and key again stores nothing and returns the first.
	// Where the card has moved on from e.Turn, as in another tab, nothing is
	// stored: ErrStale. A card or an answer that is not the learner's is
	// ErrNotFound.
	AddRecall(ctx context.Context, e RecallEvent, card RecallCard) (RecallEvent, error)
	// RecallEvent finds one of the learner's own, or ErrNotFound.
	RecallEvent(ctx context.Context, learner, id string) (RecallEvent, error)
	// RecallEvents are all of the learner's about one item, oldest first.
	RecallEvents(ctx context.Context, learner string, item RecallItem) ([]RecallEvent, error)
	// RecallsSince are the learner's answers from a time on that were not
	// undone, oldest first.
	RecallsSince(ctx context.Context, learner string, fromMS int64) ([]RecallEvent, error)

	// RecallSetting is the learner's; the zero setting where nothing was set.
	RecallSetting(ctx context.Context, learner string) (RecallSetting, error)
	// SetRecall stores a setting in place of the one before.
	SetRecall(ctx context.Context, set RecallSetting) error
	// RecallFeed finds whose calendar a hash opens, or ErrNotFound.
	RecallFeed(ctx context.Context, hash []byte) (RecallSetting, error)

	// Reminders are letters that people asked for, whose hour has come and that
	// were not claimed on that day, with something due before beforeMS and
	// nothing answered since sinceMS; at most n, by learner, after the one named.
	Reminders(ctx context.Context, day int64, hour int, sinceMS, beforeMS int64, after string, n int) ([]Reminder, error)
	// ClaimReminder says whether the caller is the one who sends the learner's
	// letter of a day (counted from 1 January 1970, UTC). Of all who ask, in
	// however many processes on one database, one is told so. hash is that of
	// the secret by which the letter lets its reader end the letters.
	ClaimReminder(ctx context.Context, learner string, day int64, hash []byte) (bool, error)
	// EndReminders sets Remind off for whom a letter with this hash went to, or
	// answers ErrNotFound. Of letters older than two months nothing is known.
	EndReminders(ctx context.Context, hash []byte, atMS int64) error
}
