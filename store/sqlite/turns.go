package sqlite

import (
	"context"
	"time"
)

// turns has a place for each request that writes and is worked on. Of a class
// that answers at once as many are as there are processors; a page then waits
// behind those and not behind the class.
type turns chan struct{}

// longestTurn is how long a request waits for its turn. Turns are there to keep
// an order, not to shut anybody out: where one is held for long, by who knows
// what, the others go on without.
const longestTurn = 250 * time.Millisecond

// turn is one request's, for one goroutine at a time.
type turn struct {
	turns
	held bool
}

type turnKey struct{}

// Turn implements store.Turns.
func (db *DB) Turn(ctx context.Context) (context.Context, func()) {
	t := &turn{turns: db.turns}
	t.take()
	return context.WithValue(ctx, turnKey{}, t), t.give
}

func (t *turn) take() {
	select {
	case t.turns <- struct{}{}:
		t.held = true
		return
	default:
	}
	patience := time.NewTimer(longestTurn)
	defer patience.Stop()
	select {
	case t.turns <- struct{}{}:
		t.held = true
	case <-patience.C:
	}
}

func (t *turn) give() {
	if t.held {
		t.held = false
		<-t.turns
	}
}

// aside gives the turn of ctx away, if it has one, until back is called.
func aside(ctx context.Context) (back func()) {
	t, _ := ctx.Value(turnKey{}).(*turn)
	if t == nil || !t.held {
		return func() {}
	}
	t.give()
	return t.take
}
