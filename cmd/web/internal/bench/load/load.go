// Package load sends requests to a server over sockets, by so many clients at
// once, and tells how many a second were answered and how long each took. The
// loop is closed: a client sends its next request once the last was answered.
package load

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Request is one request and what is expected of its answer.
type Request struct {
	Raw  []byte // as it goes over the wire
	Want int    // status; any other is an error
	// Read gets the body of the answer, which is good until it returns; nil
	// where nobody needs it.
	Read func(body []byte) error
}

// Source makes one client's requests, one after the other. It is used by that
// client alone.
type Source func() Request

// Plan is what is to be sent.
type Plan struct {
	Addr    string        // host:port
	Clients []Source      // each has a connection of its own, which is kept
	Warm    time.Duration // before anything is counted
	For     time.Duration // counted after that
	// At is called when counting begins and when it ends; nil where nobody
	// wants to know.
	At func(begins bool)
}

// Result is what was counted. An answer counts where it was complete before the
// end.
type Result struct {
	Requests int
	Took     time.Duration // over which they were counted
	Bytes    int64         // of bodies
	Slow     Latencies
}

// PerSecond is the rate of answers.
func (r Result) PerSecond() float64 { return float64(r.Requests) / r.Took.Seconds() }

// Run sends what the plan says. It fails where one answer is not the wanted one:
// a figure of requests that were refused would be worth nothing.
func Run(ctx context.Context, p Plan) (Result, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var counting atomic.Bool
	tallies := make([]tally, len(p.Clients))
	failed := make([]error, len(p.Clients))
	var end sync.WaitGroup
	for i, source := range p.Clients {
		end.Go(func() {
			failed[i] = tallies[i].send(ctx, p.Addr, i, source, &counting)
			if failed[i] != nil {
				stop(failed[i])
			}
		})
	}
	pause(ctx, p.Warm)
	took := count(ctx, p, &counting)
	stop(errDone)
	end.Wait()
	if err := context.Cause(ctx); !errors.Is(err, errDone) { // the first cause stays
		return Result{}, err
	}
	return sum(tallies, took), errors.Join(failed...)
}

// errDone ends the clients of a run that went well.
var errDone = errors.New("load: done")

// count lets the clients count for as long as the plan says.
func count(ctx context.Context, p Plan, counting *atomic.Bool) time.Duration {
	if p.At != nil {
		p.At(true)
	}
	begun := time.Now()
	counting.Store(true)
	pause(ctx, p.For)
	counting.Store(false)
	took := time.Since(begun)
	if p.At != nil {
		p.At(false)
	}
	return took
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// tally is what one client counts.
type tally struct {
	requests int
	bytes    int64
	slow     Latencies
}

// send sends requests until ctx ends, and counts those answered while counting.
func (t *tally) send(ctx context.Context, addr string, n int, source Source, counting *atomic.Bool) error {
	c, err := dial(ctx, addr, n)
	if err != nil {
		return err
	}
	defer c.close()
	for ctx.Err() == nil {
		r := source()
		begun := time.Now()
		size, err := c.exchange(r)
		switch {
		case err != nil:
			return fmt.Errorf("client %d: %w", n, err)
		case counting.Load():
			t.requests++
			t.bytes += int64(size)
			t.slow = append(t.slow, time.Since(begun))
		}
	}
	return nil
}

func sum(tallies []tally, took time.Duration) Result {
	r := Result{Took: took}
	for _, t := range tallies {
		r.Requests += t.requests
		r.Bytes += t.bytes
		r.Slow = append(r.Slow, t.slow...)
	}
	slices.Sort(r.Slow)
	return r
}

// Latencies are times from a request's first byte sent to its answer's last byte
// read, in ascending order.
type Latencies []time.Duration

// At is the time that a share q in [0,1] of the requests did not exceed; 0 where
// there are none. It is the nearest rank, so a time that was measured.
func (l Latencies) At(q float64) time.Duration {
	if len(l) == 0 {
		return 0
	}
	rank := int(q*float64(len(l))+0.9999999) - 1
	return l[min(max(rank, 0), len(l)-1)]
}
