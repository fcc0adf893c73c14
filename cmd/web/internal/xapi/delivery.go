package xapi

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"fencepost/store"
)

// delivery is one round's requests and what came of them.
type delivery struct {
	relay   *Relay
	until   time.Time // when the lanes are no longer held
	settled []store.Settled
	lost    *failure // the newest by which the store could not be reached; nil: none
}

// all sends lanes in one request. The store takes all of a request or nothing,
// so where it takes offence each lane is sent alone, and where a lane is
// refused, each statement.
func (d *delivery) all(ctx context.Context, lanes []store.Lane) {
	full := slices.DeleteFunc(slices.Clone(lanes), func(l store.Lane) bool { return len(l.Waiting) == 0 })
	for _, l := range lanes {
		if len(l.Waiting) == 0 {
			d.settle(l, outcome{})
		}
	}
	if len(full) == 0 {
		return
	}
	f := d.relay.client.post(ctx, bodies(full))
	for _, l := range full {
		switch {
		case f == nil:
			d.settle(l, outcome{sent: ids(l.Waiting)})
		case f.refused():
			d.lane(ctx, l)
		default:
			d.failed(ctx, l, outcome{}, l.Waiting, f)
		}
	}
}

// lane sends one lane in one request.
func (d *delivery) lane(ctx context.Context, l store.Lane) {
	if d.late(ctx) {
		d.settle(l, outcome{})
		return
	}
	f := d.relay.client.post(ctx, bodies([]store.Lane{l}))
	switch {
	case f == nil:
		d.settle(l, outcome{sent: ids(l.Waiting)})
	case f.refused():
		d.each(ctx, l)
	default:
		d.failed(ctx, l, outcome{}, l.Waiting, f)
	}
}

// each sends a lane's statements one by one, in order. One that is refused is
// given up and the next goes on; one that cannot be sent now ends it.
func (d *delivery) each(ctx context.Context, l store.Lane) {
	var o outcome
	for _, w := range l.Waiting {
		if d.late(ctx) {
			break
		}
		f := d.one(ctx, w)
		switch {
		case f == nil:
			o.sent = append(o.sent, w.ID)
		case f.refused():
			o.dead = append(o.dead, store.Undelivered{ID: w.ID, Why: f.whole()})
		default:
			d.failed(ctx, l, o, []store.Outgoing{w}, f)
			return
		}
	}
	d.settle(l, o)
}

// one sends a statement. A store that has it already may answer with a conflict;
// only this site makes statements of this id, so what it has is this one.
func (d *delivery) one(ctx context.Context, w store.Outgoing) *failure {
	f := d.relay.client.post(ctx, []json.RawMessage{w.Body})
	if f == nil || f.status != http.StatusConflict {
		return f
	}
	there, lost := d.relay.client.has(ctx, w.ID)
	switch {
	case lost != nil && !lost.refused():
		return lost
	case there:
		return nil
	}
	return f
}

// late says that no request may begin any more.
func (d *delivery) late(ctx context.Context) bool {
	return ctx.Err() != nil || time.Now().Add(requestWithin).After(d.until)
}

// outcome is what became of a lane's statements so far.
type outcome struct {
	sent []string            // ids
	dead []store.Undelivered // given up
}

// failed records that some statements of a lane could not be sent now. One that
// was tried often enough is given up. The end of the program says nothing about
// them.
func (d *delivery) failed(ctx context.Context, l store.Lane, o outcome, tried []store.Outgoing, f *failure) {
	if ctx.Err() != nil {
		d.settle(l, o)
		return
	}
	d.lost = f
	s := d.base(l, o)
	s.Why = f.whole()
	for _, w := range tried {
		if w.Tries+1 >= mostTries {
			s.Dead = append(s.Dead, store.Undelivered{ID: w.ID, Why: f.whole()})
			continue
		}
		s.Failed = append(s.Failed, w.ID)
	}
	wait := max(d.relay.backoff(tried[0].Tries+1), min(f.after, lastBound))
	s.DueMS = d.relay.now().Add(wait).UnixMilli()
	d.settled = append(d.settled, s)
}

// settle records what became of a lane whose rest, if any, is due at once.
func (d *delivery) settle(l store.Lane, o outcome) {
	d.settled = append(d.settled, d.base(l, o))
}

func (d *delivery) base(l store.Lane, o outcome) store.Settled {
	return store.Settled{LearnerID: l.LearnerID, Token: l.Token, Sent: o.sent, Dead: o.dead, DueMS: d.relay.now().UnixMilli()}
}

func ids(list []store.Outgoing) []string {
	var out []string
	for _, w := range list {
		out = append(out, w.ID)
	}
	return out
}
