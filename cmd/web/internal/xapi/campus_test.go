package xapi

import (
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"fencepost/store"
	"fencepost/store/sqlite"
)

// campus is a store with learners, a teller, and a clock that is set by hand.
type campus struct {
	t      *testing.T
	db     *sqlite.DB
	teller *Teller
	ms     atomic.Int64
	sent   map[string][]string // ids of statements by learner, in order
}

func newCampus(t *testing.T, learners ...string) *campus {
	t.Helper()
	db, err := sqlite.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	base, _ := url.Parse("https://learn.example")
	c := &campus{t: t, db: db, teller: NewTeller(base, db, false), sent: map[string][]string{}}
	c.ms.Store(1_800_000_000_000)
	for _, id := range learners {
		c.must(db.AddLearner(t.Context(), store.Learner{ID: id, TokenHash: []byte(id)}))
	}
	return c
}

func (c *campus) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *campus) now() time.Time { return time.UnixMilli(c.ms.Load()) }

// answers has each learner answer n times, in turn.
func (c *campus) answers(n int, learners ...string) {
	c.t.Helper()
	for i := range n {
		for _, who := range learners {
			id := fmt.Sprintf("%s-%d-%d", who, i, len(c.sent[who]))
			right := i%2 == 0
			ctx, err := c.teller.Tell(c.t.Context(), Event{
				Learner: who, About: id, Verb: Answered, Object: "/concepts/leases/checks/expiry", Lesson: "leases", Title: "Leases",
				Interaction: Choice, Success: &right, AtMS: c.ms.Load(),
			})
			c.must(err)
			_, err = c.db.AddAttempt(ctx, store.Attempt{ID: id, LearnerID: who, Key: id, Lesson: "leases", Item: "expiry", Answer: []byte(`{}`), AtMS: c.ms.Load()})
			c.must(err)
			c.sent[who] = append(c.sent[who], store.ToldOf(ctx, id)[0].ID)
		}
	}
}

// relay is one towards l. Chance is at the middle.
func (c *campus) relay(l *lrs) *Relay {
	c.t.Helper()
	client, err := NewClient(Settings{Endpoint: l.URL + "/xapi/", Username: "site", Password: "secret"})
	c.must(err)
	r := NewRelay(c.db, client, slog.New(slog.DiscardHandler), c.now)
	r.random = func() float64 { return .5 }
	return r
}

// work lets a relay work until nothing waits; where it pauses, the clock moves.
func (c *campus) work(r *Relay) {
	c.t.Helper()
	for range 400 {
		_, err := r.round(c.t.Context())
		c.must(err)
		if c.counts().Waiting == 0 {
			return
		}
		c.ms.Add(time.Hour.Milliseconds())
	}
	c.t.Fatalf("still waiting: %+v", c.counts())
}

func (c *campus) counts() store.OutboxCounts {
	c.t.Helper()
	n, err := c.db.OutboxCounts(c.t.Context())
	c.must(err)
	return n
}

// arrived fails the test unless each statement is kept once, those of a learner
// in order.
func (c *campus) arrived(l *lrs) {
	c.t.Helper()
	for who, want := range c.sent {
		if got := l.among(want); !slices.Equal(got, want) {
			c.t.Errorf("of %s: %d kept, want %d in order\n got %v\nwant %v", who, len(got), len(want), got, want)
		}
	}
}
