package lease

import (
	"testing"

	"fencepost/sim"
	"fencepost/sim/simtest"
)

func every(param int) simtest.Axis { return simtest.Every(params(), param) }

// world is everything about a setting but the freeze and the lease: corners and
// middles of every other parameter.
func world() []simtest.Axis {
	return []simtest.Axis{
		simtest.Some(pRenew, 500, 3000, 15_000),
		simtest.Some(pAt, 500, 2000, 9000),
		simtest.Some(pCrash, 0, 1),
		simtest.Some(pCheck, 0, 1),
		simtest.Some(pPause, pauseBefore, pauseBetween),
		simtest.Some(pJudge, judgeService, judgeOwn),
		simtest.Some(pSkew, -10_000, 0, 2500, 10_000),
		simtest.Some(pWork, 0, 1000, 10_000),
		simtest.Some(pWrite, 0, 500, 10_000),
	}
}

// coarse are freezes and leases that fall before, at and after each other.
func coarse() []simtest.Axis {
	return []simtest.Axis{
		simtest.Some(pFreeze, 0, 1500, 8000, 12_000, 30_000),
		simtest.Some(pLease, 2000, 9500, 10_000, 30_000),
	}
}

func broken(j sim.Judgement, invariant int) bool { return j.Broken[invariant] != sim.Holds }

// With fencing, and the grant telling storage of the token, nothing stale is
// accepted: neither over the whole map of freeze against lease, nor in any
// corner of the other parameters.
func TestFencingAtTheGrantAcceptsNothingStale(t *testing.T) {
	m := sim.NewMachine(Scenario())
	base := Scenario().Params.Defaults().With(pFencing, 1).With(pLearn, learnGrant)
	runs := 0
	check := func(v sim.Values) {
		runs++
		if j := m.Run(v, nil); broken(j, noStaleWrite) || broken(j, highestTokenLast) {
			t.Fatalf("%v: a stale write was accepted", v)
		}
	}
	simtest.Each(base, []simtest.Axis{every(pFreeze), every(pLease), simtest.Some(pRenew, 500, 3000, 15_000)}, check)
	simtest.Each(base, append(coarse(), world()...), check)
	if want := 61*57*3 + 5*4*3*3*2*2*2*2*4*3*3; runs != want {
		t.Errorf("explored %d runs, want %d", runs, want)
	}
}

// With fencing at the first write, a stale write can be accepted between the
// new grant and the new owner's first write, and never stands, because that
// first write replaces it.
func TestFencingAtTheFirstWriteLeavesAWindow(t *testing.T) {
	m := sim.NewMachine(Scenario())
	base := Scenario().Params.Defaults().With(pFencing, 1).With(pLearn, learnWrite)
	simtest.Each(base, append(coarse(), world()...), func(v sim.Values) {
		if j := m.Run(v, nil); broken(j, highestTokenLast) {
			t.Fatalf("%v: a stale write stands", v)
		}
	})
	// A's lease ends at 10 s and B's write reaches storage at 10 s + work. A wakes
	// at 2 s + freeze, and is in the window if 8 s <= freeze < 8 s + work.
	simtest.Each(base, []simtest.Axis{every(pFreeze), every(pWork)}, func(v sim.Values) {
		want := v.Millis(pFreeze) >= 8000 && v.Millis(pFreeze) < v.Millis(pWork)+8000
		if got := broken(m.Run(v, nil), noStaleWrite); got != want {
			t.Errorf("%v: stale write accepted: %v, want %v", v, got, want)
		}
	})
}

// A check before the write is void once the freeze falls after it: the write is
// stale whenever the freeze outlasts what is left of the lease, however long
// the lease.
func TestSelfFencingFailsBetweenCheckAndWrite(t *testing.T) {
	m := sim.NewMachine(Scenario())
	base := Scenario().Params.Defaults().With(pCheck, 1).With(pPause, pauseBetween)
	axes := []simtest.Axis{every(pFreeze), every(pLease), simtest.Some(pRenew, 500, 1500), simtest.Some(pAt, 500, 2000, 7500)}
	simtest.Each(base, axes, func(v sim.Values) {
		left := leaseLeft(v)
		want := v.Millis(pFreeze) > 0 && v.Millis(pFreeze) >= left
		if got := broken(m.Run(v, nil), noStaleWrite); got != want {
			t.Errorf("%v: stale write accepted: %v, want %v with %v left", v, got, want, left)
		}
	})
}

// leaseLeft is what is left of A's lease when the freeze begins: the last
// renewal sent before that instant made it whole.
func leaseLeft(v sim.Values) sim.Millis {
	at, renew := v.Millis(pAt), v.Millis(pRenew)
	last := (at - 1) / renew * renew
	return last + v.Millis(pLease) - at
}

// If nothing comes between the check and the write, and the write takes no
// time, and one clock judges, a worker that checks never writes late.
func TestSelfFencingHoldsWhereNothingComesBetween(t *testing.T) {
	m := sim.NewMachine(Scenario())
	base := Scenario().Params.Defaults().With(pCheck, 1).With(pPause, pauseBefore)
	axes := []simtest.Axis{every(pFreeze), every(pLease), simtest.Some(pRenew, 500, 3000, 15_000), simtest.Some(pAt, 500, 2000, 20_000), every(pWork)}
	axes[4].Values = []int64{0, 1000, 10_000}
	simtest.Each(base, axes, func(v sim.Values) {
		if j := m.Run(v, nil); broken(j, noLateWriter) || broken(j, noStaleWrite) {
			t.Fatalf("%v: a late write after a check", v)
		}
	})
}

// Recovery from a crash takes what is left of the lease, and B's work and
// write: a longer lease is a longer wait.
func TestRecoveryTakesTheRestOfTheLease(t *testing.T) {
	s := Scenario()
	m := sim.NewMachine(s)
	simtest.Each(s.Params.Defaults().With(pCrash, 1), []simtest.Axis{every(pLease), simtest.Some(pWork, 0, 1000, 4500), simtest.Some(pWrite, 0, 2000)}, func(v sim.Values) {
		m.Run(v, nil)
		r := m.Report()
		last := r.Entries[len(r.Entries)-1]
		want := v.Millis(pLease) + v.Millis(pWork) + v.Millis(pWrite)
		if last.Kind != "accept" || last.At != want {
			t.Errorf("%v: the run ends with %q at %v, want the result at %v", v, last.Kind, last.At, want)
		}
	})
}

// Clocks that agree make no difference to who judges.
func TestAgreeingClocksJudgeAlike(t *testing.T) {
	s := Scenario()
	service, own := sim.NewMachine(s), sim.NewMachine(s)
	base := s.Params.Defaults().With(pSkew, 0)
	simtest.Each(base, []simtest.Axis{every(pFreeze), every(pLease), simtest.Some(pFencing, 0, 1)}, func(v sim.Values) {
		a, b := service.Run(v.With(pJudge, judgeService), nil), own.Run(v.With(pJudge, judgeOwn), nil)
		if a != b {
			t.Fatalf("%v: by the service’s clock %v, by B’s own %v", v, a, b)
		}
	})
}

// With one clock a healthy worker that renews in time keeps its lease; with a
// clock at B that is ahead by the whole lease it never does.
func TestHandoverFromAHealthyOwner(t *testing.T) {
	m := sim.NewMachine(Scenario())
	base := Scenario().Params.Defaults().With(pFreeze, 0).With(pAt, 20_000)
	simtest.Each(base, []simtest.Axis{every(pLease), every(pRenew)}, func(v sim.Values) {
		want := v.Millis(pRenew) >= v.Millis(pLease) && v.Millis(pLease) <= 20_000
		if got := broken(m.Run(v, nil), noNeedlessHandover); got != want {
			t.Errorf("%v: needless handover: %v, want %v", v, got, want)
		}
	})
	for _, lease := range []int64{2000, 5000, 10_000} {
		v := base.With(pLease, lease).With(pJudge, judgeOwn).With(pSkew, lease)
		if !broken(m.Run(v, nil), noNeedlessHandover) {
			t.Errorf("%v: A kept a lease that B’s clock saw as over from the start", v)
		}
	}
}
