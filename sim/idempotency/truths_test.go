package idempotency

import (
	"fmt"
	"testing"

	"fencepost/sim"
)

// everySetting calls f with every combination of the switches and keys.
func everySetting(t *testing.T, f func(t *testing.T, v sim.Values)) {
	for n := range 6 * 16 {
		v := Scenario().Params.Defaults().With(pKey, int64(n%6)).With(pTries, 2)
		for i, p := range []int{pLossy, pCrash, pDouble, pFresh} {
			v = v.With(p, int64(n/6>>i&1))
		}
		t.Run(fmt.Sprint(v), func(t *testing.T) { f(t, v) })
	}
}

// brokenBy are the invariants that some run of a setting breaks.
func brokenBy(t *testing.T, v sim.Values) map[string]bool {
	e := Scenario().Explore(v, 200_000)
	if !e.Complete {
		t.Fatalf("more than %d runs", e.Runs)
	}
	out := map[string]bool{}
	for _, b := range e.Broken {
		out[b.Invariant] = true
	}
	return out
}

// With key and effect in one transaction and the same key each time, no loss, no
// crash and no double click books twice, at any point, and nobody is told what
// is not so. The same goes for an effect that only sets a value.
func TestOneTransactionIsEnough(t *testing.T) {
	everySetting(t, func(t *testing.T, v sim.Values) {
		kept := v.At(pKey) == setting || v.At(pKey) == keyWith && !v.On(pFresh)
		if broken := brokenBy(t, v); kept && (broken["at_most_once"] || broken["told_is_true"]) {
			t.Errorf("broken: %v", broken)
		}
	})
}

// Each way that is less than that fails somewhere, and where is known: without
// a usable key whenever a try is repeated after its effect; with the key after
// the effect if a crash or a second request can come between; with the key before
// the effect never twice, but a crash between makes the server's answer a lie.
func TestWhereEachWayFails(t *testing.T) {
	everySetting(t, func(t *testing.T, v sim.Values) {
		lossy, crash, double, fresh := v.On(pLossy), v.On(pCrash), v.On(pDouble), v.On(pFresh)
		var twice, lie bool
		switch key := v.At(pKey); {
		case key == noKey || fresh && key != setting:
			twice = lossy || crash || double
		case key == inMemory || key == keyAfter:
			twice = crash || double
		case key == keyBefore:
			lie = crash
		}
		broken := brokenBy(t, v)
		if broken["at_most_once"] != twice || broken["told_is_true"] != lie {
			t.Errorf("broken: %v; want twice: %v, a lie: %v", broken, twice, lie)
		}
	})
}

// Without a key an answer takes 2 s: the way there, half a second to the booking
// and half a second to the answer, and the way back. A client that waits less
// asks again though nothing failed.
func TestAnImpatientClientBooksTwice(t *testing.T) {
	m := sim.NewMachine(Scenario())
	for timeout := int64(1000); timeout <= 10_000; timeout += 500 {
		v := Scenario().Params.Defaults().With(pKey, noKey).With(pTimeout, timeout)
		j := m.Run(v, nil)
		if got, want := j.Broken[atMostOnce] != sim.Holds, timeout < 2000; got != want {
			t.Errorf("timeout %d ms: booked twice: %v, want %v", timeout, got, want)
		}
	}
}
