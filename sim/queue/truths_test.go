package queue

import (
	"testing"

	"fencepost/sim"
	"fencepost/sim/simtest"
)

func every(param int) simtest.Axis { return simtest.Every(params(), param) }

func broken(j sim.Judgement, invariant int) bool { return j.Broken[invariant] != sim.Holds }

// world is corners and middles of everything but choices.
func world() []simtest.Axis {
	return []simtest.Axis{
		simtest.Some(pPause, 0, 500, 6000, 8000, 30_000),
		simtest.Some(pVisibility, 1000, 4000, 10_000, 30_000),
		simtest.Some(pWork, 500, 4000, 20_000),
		simtest.Some(pDedupe, 0, 1),
		simtest.Some(pExtend, 0, 1),
		simtest.Some(pConsumers, 1, 2),
		simtest.Some(pPayments, 1, 3),
		simtest.Some(pReceives, 1, 3, 5),
		simtest.Some(pKeyed, 0, 1),
		simtest.Some(pPoison, 0, 1),
	}
}

// Acknowledged after the work, no payment is ever lost: it is posted, or lies
// among the dead letters.
func TestAcknowledgedAfterTheWorkNothingIsLost(t *testing.T) {
	m := sim.NewMachine(Scenario())
	n := simtest.Each(Scenario().Params.Defaults(), world(), func(v sim.Values) {
		if broken(m.Run(v, nil), nothingLost) {
			t.Fatalf("%v: a payment is lost", v)
		}
	})
	if want := 5 * 4 * 3 * 2 * 2 * 2 * 2 * 3 * 2 * 2; n != want {
		t.Errorf("%d runs, want %d", n, want)
	}
}

// The same over everything that crashes and lost acknowledgements can do to one
// payment and two consumers.
func TestNoCrashLosesWhatIsAcknowledgedAfterTheWork(t *testing.T) {
	s := Scenario()
	base := s.Params.Defaults().With(pCrash, 1).With(pLossy, 1)
	axes := []simtest.Axis{simtest.Some(pPause, 0, 8000), simtest.Some(pKeyed, 0, 1), simtest.Some(pDedupe, 0, 1)}
	simtest.Each(base, axes, func(v sim.Values) {
		e := s.Explore(v, 100_000)
		if !e.Complete {
			t.Fatalf("%v: more than %d runs", v, e.Runs)
		}
		for _, b := range e.Broken {
			if b.Invariant == "nothing_lost" || v.On(pDedupe) && b.Invariant == "posted_at_most_once" {
				t.Errorf("%v: %s broken by tape %v", v, b.Invariant, b.Tape)
			}
		}
	})
}

// A ledger that knows payments by number never posts one twice.
func TestDedupePostsOnce(t *testing.T) {
	m := sim.NewMachine(Scenario())
	base := Scenario().Params.Defaults().With(pDedupe, 1)
	simtest.Each(base, world()[:3], func(v sim.Values) {
		for _, ack := range []int64{ackAfter, ackBefore} {
			if broken(m.Run(v.With(pAck, ack), nil), postedAtMostOnce) {
				t.Fatalf("%v: posted twice", v)
			}
		}
	})
}

// One payment is posted twice exactly if working and pausing take as long as
// the timeout, or longer.
func TestWorkAndPauseAgainstTheTimeout(t *testing.T) {
	m := sim.NewMachine(Scenario())
	axes := []simtest.Axis{every(pPause), every(pVisibility), simtest.Some(pWork, 500, 4000, 12_000), simtest.Some(pConsumers, 1, 2)}
	n := simtest.Each(Scenario().Params.Defaults(), axes, func(v sim.Values) {
		want := v.Millis(pWork)+v.Millis(pPause) >= v.Millis(pVisibility)
		if got := broken(m.Run(v, nil), postedAtMostOnce); got != want {
			t.Errorf("%v: posted twice: %v, want %v", v, got, want)
		}
	})
	if want := 61 * 59 * 3 * 2; n != want {
		t.Errorf("%d runs, want %d", n, want)
	}
}

// A consumer that extends has, when it pauses, what is left since the last half
// timeout that passed before its work was done; how long the work takes no
// longer matters.
func TestExtendingOutlastsWorkAndNoPause(t *testing.T) {
	m := sim.NewMachine(Scenario())
	base := Scenario().Params.Defaults().With(pExtend, 1)
	axes := []simtest.Axis{every(pPause), every(pVisibility), every(pWork)}
	simtest.Each(base, axes, func(v sim.Values) {
		half, work := v.Millis(pVisibility)/2, v.Millis(pWork)
		last := (work - 1) / half * half
		want := work+v.Millis(pPause) >= last+v.Millis(pVisibility)
		if got := broken(m.Run(v, nil), workedOnce); got != want {
			t.Errorf("%v: received twice: %v, want %v", v, got, want)
		}
	})
}

// Held together by account, payments are posted in order, unless one was set
// aside and the next let through while somebody still worked on it.
func TestHeldTogetherTheOrderIsKept(t *testing.T) {
	m := sim.NewMachine(Scenario())
	base := Scenario().Params.Defaults().With(pKeyed, 1).With(pPayments, 3)
	axes := []simtest.Axis{every(pPause), every(pVisibility), simtest.Some(pWork, 500, 4000, 20_000), simtest.Some(pConsumers, 1, 2), simtest.Some(pReceives, 1, 3)}
	disordered := 0
	simtest.Each(base, axes, func(v sim.Values) {
		switch j := m.Run(v, nil); {
		case !broken(j, orderKept):
		case !broken(j, noDeadLetter):
			t.Errorf("%v: out of order without a dead letter", v)
		default:
			disordered++
		}
	})
	if disordered == 0 {
		t.Error("no run is out of order after a dead letter; receives=1 pause=8s should be")
	}
}
