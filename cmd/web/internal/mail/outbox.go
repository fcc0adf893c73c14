package mail

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"
)

// messageID is unique and tells nothing but the site's name.
func messageID(site string) string { return rand.Text() + "@" + site }

// Job writes a letter. ok is false where there is none to send.
type Job func(ctx context.Context) (l Letter, ok bool, err error)

const (
	// outboxHolds is how many jobs wait at most.
	outboxHolds = 256
	// outboxHands is how many are done at once: a letter that waits for its
	// next try holds up no other.
	outboxHands = 4
	// outboxTries is how often a letter is tried.
	outboxTries = 4
	// outboxFirst is how long to wait after the first time; then ten times as
	// long each time.
	outboxFirst = 2 * time.Second
)

// Outbox does jobs a few at a time, behind the back of who asked. What
// waits in it when the program ends is lost; whoever asked may ask again.
type Outbox struct {
	sender Sender
	log    *slog.Logger
	wait   func(ctx context.Context, d time.Duration)
	jobs   chan Job
}

// NewOutbox makes an outbox. Nothing leaves it before Run.
func NewOutbox(s Sender, log *slog.Logger) *Outbox {
	return &Outbox{sender: s, log: log, wait: sleep, jobs: make(chan Job, outboxHolds)}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// Put takes a job. It never waits: a job that finds the outbox full is logged
// and dropped.
func (o *Outbox) Put(j Job) {
	select {
	case o.jobs <- j:
	default:
		o.log.Error("mail not sent: too much waits already", "waiting", outboxHolds)
	}
}

// Run does jobs until ctx ends.
func (o *Outbox) Run(ctx context.Context) {
	var hands sync.WaitGroup
	for range outboxHands {
		hands.Go(func() { o.work(ctx) })
	}
	hands.Wait()
}

func (o *Outbox) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-o.jobs:
			o.do(ctx, j)
		}
	}
}

func (o *Outbox) do(ctx context.Context, j Job) {
	l, ok, err := j(ctx)
	switch {
	case err != nil:
		o.log.Error("letter not written", "err", err)
	case ok:
		o.send(ctx, l)
	}
}

// send tries a letter until it is sent, refused for good, or was tried often.
// The log names no address.
func (o *Outbox) send(ctx context.Context, l Letter) {
	pause := outboxFirst
	for n := 1; ; n++ {
		err := o.sender.Send(ctx, l)
		switch {
		case err == nil:
			o.log.Info("mail sent", "tries", n)
			return
		case n == outboxTries || !Passing(err) || ctx.Err() != nil:
			o.log.Error("mail not sent", "tries", n, "err", discreet(err))
			return
		}
		o.wait(ctx, pause)
		pause *= 10
	}
}
