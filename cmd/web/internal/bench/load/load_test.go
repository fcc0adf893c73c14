package load

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestEveryAnswerWithinTheTimeIsCounted(t *testing.T) {
	var served atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		served.Add(1)
		fmt.Fprintf(w, "%s %s %s", r.Method, r.Header.Get("Cookie"), body)
	}))
	defer server.Close()
	addr := server.Listener.Addr().String()
	var wrong atomic.Int64
	source := func() Request {
		raw := Raw(http.MethodPost, "/x", addr, http.Header{"Cookie": {"a=b"}}, "hello")
		return Request{Raw: raw, Want: http.StatusOK, Read: func(body []byte) error {
			if string(body) != "POST a=b hello" {
				wrong.Add(1)
			}
			return nil
		}}
	}
	var r Result
	var err error
	// A busy machine may answer nothing within so short a time.
	for long := 50 * time.Millisecond; r.Requests == 0 && err == nil && long < time.Minute; long *= 2 {
		served.Store(0)
		r, err = Run(t.Context(), Plan{Addr: addr, Clients: []Source{source, source, source}, For: long})
	}
	if err != nil || wrong.Load() > 0 {
		t.Fatal(err, wrong.Load(), "answers were not as sent")
	}
	// Each of the three clients may have one answer that came after the end.
	if n := int(served.Load()); r.Requests == 0 || r.Requests > n || r.Requests < n-3 {
		t.Errorf("%d counted of %d served", r.Requests, n)
	}
	if want := int64(r.Requests * len("POST a=b hello")); r.Bytes != want || len(r.Slow) != r.Requests {
		t.Errorf("%d bytes and %d times, want %d and %d", r.Bytes, len(r.Slow), want, r.Requests)
	}
}

func TestAnAnswerThatIsNotTheWantedOneEndsTheRun(t *testing.T) {
	var n atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if n.Add(1) == 5 {
			http.Error(w, "slow down", http.StatusTooManyRequests)
		}
	}))
	defer server.Close()
	addr := server.Listener.Addr().String()
	source := func() Request {
		return Request{Raw: Raw(http.MethodGet, "/", addr, nil, ""), Want: http.StatusOK}
	}
	_, err := Run(t.Context(), Plan{Addr: addr, Clients: []Source{source}, For: time.Minute})
	if err == nil || !strings.Contains(err.Error(), "status 429") || !strings.Contains(err.Error(), "slow down") {
		t.Errorf("error %v", err)
	}
}

func TestQuantilesAreNearestRanks(t *testing.T) {
	var l Latencies
	for i := range 200 {
		l = append(l, time.Duration(i+1))
	}
	for q, want := range map[float64]time.Duration{0: 1, 0.5: 100, 0.99: 198, 0.999: 200, 1: 200} {
		if got := l.At(q); got != want {
			t.Errorf("at %v it is %d, want %d", q, got, want)
		}
	}
	if got := Latencies(nil).At(0.5); got != 0 {
		t.Errorf("of none it is %d", got)
	}
}
