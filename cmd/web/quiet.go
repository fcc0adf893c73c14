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
	// quietEvery is how often it is looked whether the site is quiet.
	quietEvery = 10 * time.Second
	// fewRequests is how many may come in that time to a site that is quiet: who
	// watches over it asks too.
	fewRequests = 5
)

// How much the heap may grow over what is in use, in percent, before the collector
// runs. Little is in use, some 20 MB, so that at Go's usual 100 the collector runs
// several times a second while a class is at work, and eight times during a start.
// At 300 it takes a third of that time, for some 40 MB more.
const (
	usualPercent = 100
	busyPercent  = 300
)

// quiet lets the collector run seldom while the site starts or is busy, and gives
// memory back to the system when it has fallen quiet: to have as much again at
// hand is of no use while nobody asks, and costs a millisecond or two to take again.
type quiet struct {
	asked   atomic.Int64
	before  int64 // asked, when it was last looked at
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

// rest looks again and again until ctx ends.
func (q *quiet) rest(ctx context.Context) {
	for pause(ctx, quietEvery) {
		switch {
		case q.due():
			q.collect(usualPercent)
			debug.FreeOSMemory()
		case !q.freed:
			q.collect(busyPercent)
		}
	}
}
