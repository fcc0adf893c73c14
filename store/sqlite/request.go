package sqlite

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// A request is queued until either the writer takes it or its caller gives it
// up; whichever comes first decides.
const (
	queued int32 = iota
	taken
	givenUp
)

// request is one write that waits for its commit.
type request struct {
	ctx   context.Context
	do    work
	state atomic.Int32
	err   error      // of do; the writer's until it answers
	done  chan error // holds the answer
}

func newRequest(ctx context.Context, do work) *request {
	return &request{ctx: ctx, do: do, done: make(chan error, 1)}
}

// wait blocks until the request is answered. While it is still queued, the end
// of its context or of its patience takes it back. Once it is taken, the truth
// is worth the milliseconds that a commit lasts.
func (r *request) wait(expired <-chan time.Time) error {
	var err error
	select {
	case err := <-r.done:
		return err
	case <-r.ctx.Done():
		err = r.ctx.Err()
	case <-expired:
		err = fmt.Errorf("%w: no turn came in time", store.ErrBusy)
	}
	if r.state.CompareAndSwap(queued, givenUp) {
		return err
	}
	return <-r.done
}

// take says whether the request is the writer's to run.
func (r *request) take() bool {
	return r.state.CompareAndSwap(queued, taken)
}

// run does the work. The caller's context is no longer heeded: interrupting a
// statement would roll back the transaction that others share.
func (r *request) run(tx sqlstore.Tx) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a write: %v", p)
		}
	}()
	return translate(r.do(context.WithoutCancel(r.ctx), tx))
}

// answer tells the caller how it ended: commitErr for the whole batch, or else
// the request's own error.
func (r *request) answer(commitErr error) {
	if commitErr != nil {
		r.err = commitErr
	}
	r.done <- r.err
}
