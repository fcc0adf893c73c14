package xapi

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"time"

	"fencepost/store"
)

const (
	lanesAtOnce = 20
	perLane     = 10 // statements of one learner in one round

	// held is how long lanes are claimed. No request begins that could end after
	// it, so that a relay that is slow does not send what another has claimed.
	held = 2 * time.Minute

	idle = 2 * time.Second // between two looks at an outbox with nothing due

	// Backoff with full jitter: a random time below a bound that doubles
	// (M. Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015).
	firstBound = time.Second
	lastBound  = 6 * time.Hour

	// mostTries makes a dead letter: on average after about three days.
	mostTries = 40
)

// Relay sends what waits in an outbox. Several may work on one outbox.
type Relay struct {
	outbox store.Outbox
	client *Client
	log    *slog.Logger
	now    func() time.Time
	wait   func(ctx context.Context, d time.Duration)
	random func() float64 // in [0,1)
	lost   int            // rounds in a row that did not reach the store
}

// NewRelay makes a relay, which does nothing before Run.
func NewRelay(outbox store.Outbox, client *Client, log *slog.Logger, now func() time.Time) *Relay {
	return &Relay{outbox: outbox, client: client, log: log, now: now, wait: pause, random: rand.Float64}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// Run sends until ctx ends.
func (r *Relay) Run(ctx context.Context) {
	for ctx.Err() == nil {
		due, err := r.outbox.OutboxDue(ctx, r.now().UnixMilli())
		if err == nil && due {
			var after time.Duration
			if after, err = r.round(ctx); err == nil && after > 0 {
				r.wait(ctx, after)
				continue
			}
		}
		if err != nil && ctx.Err() == nil {
			r.log.Error("statements not sent", "err", err)
		}
		if err != nil || !due {
			r.wait(ctx, idle)
		}
	}
}

// round claims lanes, sends what is in them and records what came of it. after
// is how long to leave a store alone that could not be reached.
func (r *Relay) round(ctx context.Context) (after time.Duration, err error) {
	begun := time.Now()
	lanes, err := r.outbox.ClaimLanes(ctx, r.now().UnixMilli(), held.Milliseconds(), lanesAtOnce, perLane)
	if err != nil || len(lanes) == 0 {
		return 0, err
	}
	d := delivery{relay: r, until: begun.Add(held)}
	d.all(ctx, lanes)
	// What was sent is recorded also where the program is about to end.
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	stale, err := r.outbox.SettleLanes(last, r.now().UnixMilli(), d.settled)
	if err != nil {
		return 0, err
	}
	r.report(d, stale)
	if d.lost == nil {
		r.lost = 0
		return 0, nil
	}
	r.lost++
	return max(r.backoff(r.lost), min(d.lost.after, lastBound)), nil
}

func (r *Relay) report(d delivery, stale int) {
	var sent, dead int
	for _, s := range d.settled {
		sent, dead = sent+len(s.Sent), dead+len(s.Dead)
	}
	if dead > 0 {
		r.log.Error("statements given up; web xapi dead shows them", "n", dead)
	}
	if d.lost != nil {
		r.log.Warn("the learning record store did not take statements", "err", d.lost, "rounds", r.lost+1)
	}
	if sent > 0 || stale > 0 {
		r.log.Info("statements sent", "n", sent, "stale", stale)
	}
}

// backoff is a random time below a bound that doubles with each try from 1 on.
func (r *Relay) backoff(tries int) time.Duration {
	bound := lastBound
	if tries < 16 { // 2^15 seconds are more than the last bound
		bound = min(lastBound, firstBound<<(tries-1))
	}
	return time.Duration(r.random() * float64(bound))
}

// bodies are the statements of lanes, in order.
func bodies(lanes []store.Lane) []json.RawMessage {
	var out []json.RawMessage
	for _, l := range lanes {
		for _, w := range l.Waiting {
			out = append(out, w.Body)
		}
	}
	return out
}
