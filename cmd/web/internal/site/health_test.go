package site

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestManyWhoAskShareOneProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProbe()
		var runs atomic.Int32
		slow := func(context.Context) error {
			runs.Add(1)
			time.Sleep(300 * time.Millisecond)
			return errNoWrite
		}
		var all sync.WaitGroup
		for range 64 {
			all.Go(func() {
				if err := p.ask(t.Context(), slow); !errors.Is(err, errNoWrite) {
					t.Errorf("answer %v", err)
				}
			})
		}
		all.Wait()
		if n := runs.Load(); n != 1 {
			t.Errorf("%d probes, want 1", n)
		}
		time.Sleep(probeKeeps)
		if err := p.ask(t.Context(), func(context.Context) error { return nil }); err != nil {
			t.Errorf("a second later the answer is still %v", err)
		}
	})
}

func TestProbeOutlivesTheFirstWhoAsks(t *testing.T) {
	p := newProbe()
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := p.ask(gone, func(ctx context.Context) error { return ctx.Err() }); err != nil {
		t.Errorf("the probe ended with whoever asked: %v", err)
	}
}
