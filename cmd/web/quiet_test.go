package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// Memory goes back once after each time that a site was busy, and a health check
// now and then makes no site busy.
func TestMemoryGoesBackOnceASiteIsQuiet(t *testing.T) {
	var q quiet
	h := q.counting(http.NotFoundHandler())
	for i, look := range []struct {
		requests int // since the look before
		due      bool
	}{{0, true}, {1, false}, {0, false}, {100, false}, {40, false}, {fewRequests, true}, {1, false}, {fewRequests + 1, false}, {0, true}, {0, false}} {
		for range look.requests {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
		}
		if due := q.due(); due != look.due {
			t.Errorf("look %d after %d requests: due %v, want %v", i, look.requests, due, look.due)
		}
	}
}

// A class at work is seen within a second.
func TestASiteIsBusyWhileManyAsk(t *testing.T) {
	var q quiet
	h := q.counting(http.NotFoundHandler())
	for i, requests := range []int{0, manyRequests - 1, manyRequests, 3, 2 * manyRequests} {
		for range requests {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
		}
		if busy := q.busy(); busy != (requests >= manyRequests) {
			t.Errorf("look %d after %d requests: busy %v", i, requests, busy)
		}
	}
}
