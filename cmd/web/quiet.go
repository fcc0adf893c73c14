package main

import (
	"context"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// quietEvery is how often it is looked whether the site is quiet.
	quietEvery = 10 * time.Second
	// fewRequests is how many may come in that time to a site that is quiet: who
	// watches over it asks too.
	fewRequests = 5
)

// quiet gives memory back to the system when a site that was busy has fallen
// quiet. The collector keeps as much again as the site needs, so that it need
// not run often; that is of no use while nobody asks, and costs a millisecond or
// two to take again.
type quiet struct {
	asked  atomic.Int64
	before int64 // asked, when it was last looked at
	freed  bool  // and the site was quiet since
}

// startPercent is how much the heap may grow over what was in use, in percent,
// before the collector runs while the site starts.
const startPercent = 200

// uncollected lets a start make its garbage, some 40 MB within a tenth of a
// second: the collector would run eight times meanwhile, since nearly nothing is in
// use yet, and take a fifth of the processor's time. Call done when it is over.
func uncollected() (done func()) {
	usual := debug.SetGCPercent(startPercent)
	return sync.OnceFunc(func() { debug.SetGCPercent(usual) })
}

// counting is h with its requests counted.
func (q *quiet) counting(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q.asked.Add(1)
		h.ServeHTTP(w, r)
	})
}

// due says, at each look, whether memory is to be given back: once after each
// time that the site was busy. It was, when it starts.
func (q *quiet) due() bool {
	now := q.asked.Load()
	few := now-q.before <= fewRequests
	due := few && !q.freed
	q.before, q.freed = now, few
	return due
}

// rest looks again and again until ctx ends.
func (q *quiet) rest(ctx context.Context) {
	for pause(ctx, quietEvery) {
		if q.due() {
			debug.FreeOSMemory()
		}
	}
}
