package sqlite

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestTurnsGoOneAfterAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &DB{turns: make(turns, 1)}
		_, first := db.Turn(t.Context())
		var in atomic.Int64
		for range 2 {
			go func() {
				_, done := db.Turn(t.Context())
				in.Add(1)
				time.Sleep(time.Millisecond)
				done()
			}()
		}
		if synctest.Wait(); in.Load() != 0 {
			t.Fatal("two are at it where one may be")
		}
		first()
		first() // giving it twice is giving it once
		if synctest.Wait(); in.Load() != 1 {
			t.Fatalf("%d are at it after the first, want 1", in.Load())
		}
		time.Sleep(time.Millisecond)
		if synctest.Wait(); in.Load() != 2 {
			t.Error("the third does not get its turn")
		}
		time.Sleep(time.Millisecond)
	})
}

// Where one is held for long, the others go on without, and give none away that
// they do not have.
func TestNobodyWaitsForLongForATurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &DB{turns: make(turns, 1)}
		_, _ = db.Turn(t.Context()) // and never gives it
		begun := time.Now()
		ctx, done := db.Turn(t.Context())
		if took := time.Since(begun); took != longestTurn {
			t.Errorf("waited %v, want %v", took, longestTurn)
		}
		aside(ctx)()
		done()
		if len(db.turns) != 1 {
			t.Error("the turn of another was given away")
		}
	})
}

func TestATurnIsGivenAwayWhileACommitIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &DB{turns: make(turns, 1)}
		ctx, done := db.Turn(t.Context())
		back := aside(ctx)
		_, other := db.Turn(t.Context())
		got := make(chan struct{})
		go func() {
			back()
			close(got)
		}()
		synctest.Wait()
		select {
		case <-got:
			t.Error("two have the only turn")
		default:
		}
		other()
		<-got
		done()
		aside(context.Background())() // a write without a turn
		if len(db.turns) != 0 {
			t.Errorf("%d turns are left behind", len(db.turns))
		}
	})
}
