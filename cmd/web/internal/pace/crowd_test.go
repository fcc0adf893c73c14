package pace

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestACrowdLetsSoManyInAndTheNextAsOneLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCrowd(2, 2, time.Minute)
		first, _ := c.Enter(t.Context(), "a")
		if _, err := c.Enter(t.Context(), "b"); err != nil {
			t.Fatal(err)
		}
		in := false
		go func() {
			if _, err := c.Enter(t.Context(), "c"); err != nil {
				t.Error(err)
			}
			in = true
		}()
		if synctest.Wait(); in {
			t.Fatal("three are in where two may be")
		}
		first()
		first() // leaving twice is leaving once
		if synctest.Wait(); !in || c.in != 2 {
			t.Errorf("after one left, the next is in: %v; %d are", in, c.in)
		}
	})
}

func TestOneOfACrowdHoldsUpNobodyElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCrowd(3, 1, time.Minute)
		if _, err := c.Enter(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		go func() { _, _ = c.Enter(t.Context(), "a") }() // waits
		synctest.Wait()
		b, err := c.Enter(t.Context(), "b")
		if err != nil {
			t.Fatal(err)
		}
		b()
		if synctest.Wait(); c.of["a"] != 1 || len(c.waiting) != 1 {
			t.Errorf("%d of a are in and %d wait", c.of["a"], len(c.waiting))
		}
	})
}

func TestWhoeverWaitsInACrowdMayGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCrowd(1, 1, time.Minute)
		leave, _ := c.Enter(t.Context(), "a")
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := c.Enter(ctx, "b")
			ended <- err
		}()
		synctest.Wait()
		stop()
		if err := <-ended; !errors.Is(err, ErrCrowded) {
			t.Errorf("error %v", err)
		}
		leave()
		if c.in != 0 || len(c.of) != 0 || len(c.waiting) != 0 {
			t.Errorf("left behind: %d, %v, %d", c.in, c.of, len(c.waiting))
		}
	})
}

func TestNotEverybodyMayWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCrowd(1, 1, time.Minute)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		for range 5 { // one comes in, four wait
			go func() { _, _ = c.Enter(ctx, "a") }()
			synctest.Wait()
		}
		if _, err := c.Enter(ctx, "b"); !errors.Is(err, ErrCrowded) {
			t.Errorf("error %v, want %v", err, ErrCrowded)
		}
	})
}

func TestNobodyWaitsInACrowdForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCrowd(1, 1, time.Minute)
		leave, _ := c.Enter(t.Context(), "a")
		began := time.Now()
		if _, err := c.Enter(t.Context(), "b"); !errors.Is(err, ErrCrowded) || time.Since(began) != time.Minute {
			t.Errorf("error %v after %v", err, time.Since(began))
		}
		leave()
		if c.in != 0 || len(c.waiting) != 0 {
			t.Errorf("left behind: %d, %d", c.in, len(c.waiting))
		}
	})
}
