package store

import "context"

// Turns let requests that write go on one after another, where all of their work
// is for the processors of one machine.
type Turns interface {
	// Turn waits, for a moment at most, until a request that is going to write may
	// go on. Whoever got the turn calls done, from the same goroutine. A write under
	// the context that is answered gives the turn away while it waits for its
	// commit, so that many still share one.
	Turn(ctx context.Context) (with context.Context, done func())
}
