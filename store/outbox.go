package store

import (
	"context"
	"encoding/json"
)

// Statement is what a learning record store is told of a learner's work. It is
// written in the transaction that stores the work, so that there is never one
// without the other.
type Statement struct {
	ID          string // UUID, fixed here: who hears it twice keeps it once
	LearnerID   string // in whose lane it stands
	About       string // id of the attempt, explanation, score, review or recall event that it tells of
	Explanation string // id of the explanation behind it, with which it goes; "" for none
	Body        json.RawMessage
	AtMS        int64
}

type tellingKey struct{}

// Telling makes the writes under the context store those of the statements that
// are about what they store, in the same transaction. A write that finds its
// record stored before tells nothing.
func Telling(ctx context.Context, list ...Statement) context.Context {
	return context.WithValue(ctx, tellingKey{}, append(list, told(ctx)...))
}

func told(ctx context.Context) []Statement {
	list, _ := ctx.Value(tellingKey{}).([]Statement)
	return list
}

// ToldOf are the statements that Telling put into the context about one record.
func ToldOf(ctx context.Context, about string) (list []Statement) {
	for _, s := range told(ctx) {
		if s.About == about {
			list = append(list, s)
		}
	}
	return list
}

// Lane is one learner's statements on their way, in order. Whoever has the
// newest token of a lane sends from it; nobody else does.
type Lane struct {
	LearnerID string
	Token     int64 // rises with every claim
	Waiting   []Outgoing
}

// Outgoing is a statement that waits.
type Outgoing struct {
	ID    string
	Body  json.RawMessage
	Tries int // that failed
}

// Settled is what became of a lane's statements under a token.
type Settled struct {
	LearnerID string
	Token     int64
	Sent      []string      // ids
	Dead      []Undelivered // given up
	Failed    []string      // tried, to be tried again
	Why       string        // of those that failed
	DueMS     int64         // when the lane's next one may be sent
}

// Undelivered is a statement that was given up.
type Undelivered struct{ ID, Why string }

// DeadLetter is a statement that was given up, as an operator sees it.
type DeadLetter struct {
	ID        string
	LearnerID string
	Body      json.RawMessage
	Why       string
	Tries     int
	AtMS      int64 // when it was written
	DeadMS    int64
}

// OutboxCounts are how an outbox stands.
type OutboxCounts struct {
	Waiting  int
	Failing  int // of those that wait: tried at least once
	Dead     int
	OldestMS int64 // when the first of those that wait was written; 0: none waits
	Sent     int64 // ever
	SentMS   int64 // when the newest was sent; 0: never
}

// Outbox keeps statements until they are delivered: at least once each, those
// of one learner in the order in which they were stored. Nothing that answers
// another person's request may use it.
type Outbox interface {
	// Pseudonym is the name under which a learner is spoken of. The first time it
	// becomes fresh; once the learner is deleted, nothing connects the two.
	Pseudonym(ctx context.Context, learner, fresh string) (string, error)
	// OutboxDue says whether a lane could be claimed.
	OutboxDue(ctx context.Context, atMS int64) (bool, error)
	// ClaimLanes takes at most n lanes in which something is due and that nobody
	// holds, until atMS + ttlMS, with at most each of their statements.
	ClaimLanes(ctx context.Context, atMS, ttlMS int64, n, each int) ([]Lane, error)
	// SettleLanes records what came of lanes, and lets them go. One that was
	// claimed by another meanwhile, or whose learner is gone, stays untouched and
	// is counted as stale.
	SettleLanes(ctx context.Context, atMS int64, list []Settled) (stale int, err error)
	// OutboxCounts counts the outbox.
	OutboxCounts(ctx context.Context) (OutboxCounts, error)
	// DeadLetters are those given up, oldest first, at most n.
	DeadLetters(ctx context.Context, n int) ([]DeadLetter, error)
	// Resend lets the dead letter with this id, or all for "", wait again from
	// atMS on, and says how many.
	Resend(ctx context.Context, id string, atMS int64) (int, error)
	// DropDead deletes the dead letter with this id, or all for "".
	DropDead(ctx context.Context, id string) (int, error)
}
