package main

import (
	"context"
	"net/http"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"
)

const (
	// lookEvery is how often it is looked whether the site is busy, and quietLooks
	// how many looks there are between those that ask whether it is quiet.
	lookEvery  = time.Second
	quietLooks = 10
	// fewRequests is how many may come between those to a site that is quiet: who
	// watches over it asks too.
	fewRequests = 5
	// manyRequests come within a second to a site that is busy: a class is at work.
	manyRequests = 20
)

// How much the heap may grow over what is in use, in percent, before the collector
// runs. Little is in use, some 20 MB, so that at Go's usual 100 the collector runs
// several times a second while a class is at work, and eight times during a start.
// At 300 it takes a third of that time, for some 40 MB more.
const (
	usualPercent = 100
	startPercent = 200
	busyPercent  = 300
)

// quiet lets the collector run seldom while the site starts or is busy, and gives
// memory back to the system when it has fallen quiet: to have as much again at
// hand is of no use while nobody asks, and costs a millisecond or two to take again.
type quiet struct {
	asked   atomic.Int64
	last    int64 // asked, at the last look
	before  int64 // asked, when it was last looked whether it is quiet
	freed   bool  // and the site was quiet since
	percent int   // of the collector, as it was set last
}

// collect sets the collector's pace, unless the operator did so by GOGC.
func (q *quiet) collect(percent int) {
	if q.percent != percent && os.Getenv("GOGC") == "" {
		q.percent = percent
		debug.SetGCPercent(percent)
	}
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

// busy says, at each look, whether many have asked since the last.
func (q *quiet) busy() bool {
	now := q.asked.Load()
	many := now-q.last >= manyRequests
	q.last = now
	return many
}

// rest looks again and again until ctx ends.
func (q *quiet) rest(ctx context.Context) {
	pause(ctx, afterYou)
	q.collect(usualPercent)
	for n := 1; pause(ctx, lookEvery); n++ {
		if q.busy() {
			q.collect(busyPercent)
		}
		if n%quietLooks == 0 && q.due() {
			q.collect(usualPercent)
			debug.FreeOSMemory()
		}
	}
}
