package xapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

func TestEachStatementArrivesHoweverTheStoreFails(t *testing.T) {
	for name, faults := range map[string][]fault{
		"all is well":                        nil,
		"500, then 503":                      {status(500), status(503)},
		"429 with a time":                    {status(429, "Retry-After", "30")},
		"no answer in time":                  {silent},
		"the connection cut before":          {cut, cut},
		"the connection cut after it stored": {keptAndCut, keptAndCut},
		"half an answer":                     {keptAndHalf},
		"a wrong password for a while":       {status(401), status(403)},
		"moved":                              {status(301, "Location", "http://127.0.0.1:1/")},
		"a batch that will not do":           {status(400)},
		"one thing after the other":          {status(500), keptAndCut, cut, status(429, "Retry-After", "5"), status(400), keptAndHalf, status(502)},
	} {
		for _, repeats := range []int{http.StatusOK, http.StatusConflict} {
			t.Run(fmt.Sprintf("%s, a repeat is %d", name, repeats), func(t *testing.T) {
				l := newLRS(t, faults...)
				l.repeats = repeats
				c := newCampus(t, "ann", "bob")
				c.answers(7, "ann", "bob")
				r := c.relay(l)
				if name == "no answer in time" {
					r.client.http.Timeout = 500 * time.Millisecond
				}
				c.work(r)
				c.arrived(l)
				if n := c.counts(); n.Dead != 0 || n.Sent != 14 {
					t.Errorf("counted %+v", n)
				}
			})
		}
	}
}

func TestAStatementThatIsRefusedHoldsUpNoOther(t *testing.T) {
	l := newLRS(t)
	c := newCampus(t, "ann", "bob")
	c.answers(3, "ann", "bob")
	bad := c.sent["ann"][1]
	l.refuse[bad] = http.StatusBadRequest
	c.work(c.relay(l))
	c.sent["ann"] = slices.Delete(c.sent["ann"], 1, 2)
	c.arrived(l)
	dead, err := c.db.DeadLetters(t.Context(), 10)
	c.must(err)
	if len(dead) != 1 || dead[0].ID != bad || dead[0].Tries != 1 || dead[0].Why != "400 Bad Request: one of them will not do" {
		t.Fatalf("dead letters: %+v", dead)
	}
	delete(l.refuse, bad)
	if n, err := c.db.Resend(t.Context(), bad, c.ms.Load()); n != 1 || err != nil {
		t.Fatalf("sent again: %d, %v", n, err)
	}
	c.work(c.relay(l))
	if len(l.among([]string{bad})) != 1 {
		t.Error("what was mended did not arrive")
	}
}

func TestAConflictThatTheStoreDoesNotHoldIsGivenUp(t *testing.T) {
	l := newLRS(t)
	c := newCampus(t, "ann")
	c.answers(2, "ann")
	l.refuse[c.sent["ann"][0]] = http.StatusConflict
	c.work(c.relay(l))
	if n := c.counts(); n.Dead != 1 || n.Sent != 1 {
		t.Errorf("counted %+v", n)
	}
}

func TestAStoreThatIsAwayForLongMakesDeadLetters(t *testing.T) {
	var away []fault
	for range 2 * mostTries {
		away = append(away, status(503))
	}
	l := newLRS(t, away...)
	c := newCampus(t, "ann")
	c.answers(2, "ann")
	c.work(c.relay(l))
	if n := c.counts(); n.Dead != 2 || l.attempts() != mostTries {
		t.Errorf("counted %+v after %d requests, want 2 given up after %d", n, l.attempts(), mostTries)
	}
	l.faults = nil
	if _, err := c.db.Resend(t.Context(), "", c.ms.Load()); err != nil {
		t.Fatal(err)
	}
	c.work(c.relay(l))
	c.arrived(l)
}

// A pause is between nothing and a bound that doubles up to six hours; what the
// store asks for is waited for in full.
func TestPauses(t *testing.T) {
	r := &Relay{random: func() float64 { return 1 }}
	for tries, want := range map[int]time.Duration{
		1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 15: 16384 * time.Second, 16: 6 * time.Hour, 40: 6 * time.Hour,
	} {
		if got := r.backoff(tries); got != want {
			t.Errorf("after %d tries below %v, want %v", tries, got, want)
		}
	}
	r.random = func() float64 { return 0 }
	if got := r.backoff(9); got != 0 {
		t.Errorf("the least is %v", got)
	}
	l := newLRS(t, status(429, "Retry-After", "1800"))
	c := newCampus(t, "ann")
	c.answers(1, "ann")
	after, err := c.relay(l).round(t.Context())
	c.must(err)
	if after != 30*time.Minute {
		t.Errorf("the store is left alone for %v, want the half hour that it asks for", after)
	}
	for ms, want := range map[int64]bool{1_799_999: false, 1_800_000: true} {
		if due, _ := c.db.OutboxDue(t.Context(), c.ms.Load()+ms); due != want {
			t.Errorf("after %d ms due %v", ms, due)
		}
	}
}

func TestSeveralRelaysNeverSendTheSameAtOnce(t *testing.T) {
	l := newLRS(t, status(500), nil, keptAndCut, status(400))
	l.faults = slices.DeleteFunc(l.faults, func(f fault) bool { return f == nil })
	var who []string
	for i := range 60 {
		who = append(who, fmt.Sprint("learner-", i))
	}
	c := newCampus(t, who...)
	c.answers(4, who...)
	var all sync.WaitGroup
	for range 4 {
		r := c.relay(l)
		r.random = func() float64 { return 0 } // try again at once
		all.Go(func() {
			for range 60 {
				if _, err := r.round(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	c.arrived(l)
	if len(l.twice) > 0 {
		t.Errorf("sent by two at once: %v", l.twice)
	}
	if n := c.counts(); n.Waiting != 0 || n.Sent != 240 {
		t.Errorf("counted %+v", n)
	}
}

// A relay that sleeps through the end of its claim must not settle what another
// has claimed since.
func TestARelayThatWasFrozenSettlesNothing(t *testing.T) {
	go_, hold := make(chan struct{}), make(chan struct{})
	l := newLRS(t, func(*lrs, http.ResponseWriter, []stored) bool { close(hold); <-go_; return false })
	c := newCampus(t, "ann")
	c.answers(2, "ann")
	slow, quick := c.relay(l), c.relay(l)
	slow.client.http.Timeout = time.Minute
	var frozen sync.WaitGroup
	frozen.Go(func() { _, _ = slow.round(t.Context()) })
	<-hold
	c.ms.Add(held.Milliseconds() + 1)
	_, err := quick.round(t.Context())
	c.must(err)
	c.answers(1, "ann") // and more has come since
	close(go_)
	frozen.Wait()
	if n := c.counts(); n.Waiting != 1 || n.Sent != 2 {
		t.Errorf("counted %+v, want two sent and the third waiting", n)
	}
	c.work(quick)
	c.arrived(l)
}

func TestTheEndOfTheProgramCountsAsNoTry(t *testing.T) {
	begun, over := make(chan struct{}), make(chan struct{})
	l := newLRS(t, func(*lrs, http.ResponseWriter, []stored) bool {
		close(begun)
		<-over
		return true
	})
	c := newCampus(t, "ann")
	c.answers(1, "ann")
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { c.relay(l).Run(ctx) })
	<-begun
	stop()
	ended.Wait()
	close(over)
	if n := c.counts(); n.Waiting != 1 || n.Failing != 0 {
		t.Errorf("counted %+v", n)
	}
	if due, _ := c.db.OutboxDue(t.Context(), c.ms.Load()); !due {
		t.Error("the lane was not let go")
	}
}
