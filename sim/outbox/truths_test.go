package outbox

import (
	"testing"

	"fencepost/sim"
	"fencepost/sim/simtest"
)

func every(param int) simtest.Axis { return simtest.Every(params(), param) }

// world is corners and middles of every duration.
func world() []simtest.Axis {
	return []simtest.Axis{
		simtest.Some(pPause, 0, 2000, 10_000),
		simtest.Some(pWork, 500, 2000, 10_000),
		simtest.Some(pVisibility, 1000, 5000, 15_000),
		simtest.Some(pPoll, 500, 1000, 10_000),
	}
}

// explored runs all orders of events and returns how many there were of each
// verdict.
func explored(t *testing.T, s *sim.Scenario, v sim.Values) (runs int, counts map[string]int) {
	t.Helper()
	e := s.Explore(v, 10_000)
	if !e.Complete {
		t.Fatalf("%v: more than %d runs", v, e.Runs)
	}
	counts = map[string]int{}
	for _, c := range e.Counts {
		counts[c.Kind] = c.N
	}
	return e.Runs, counts
}

// An outbox and work that may be done twice leave no crash that does harm.
func TestOutboxAndIdempotenceBearEveryCrash(t *testing.T) {
	s := Scenario()
	base := s.Params.Defaults().With(pHow, howOutbox).With(pIdempotent, 1)
	n := simtest.Each(base, append(world(), every(pCrashes)), func(v sim.Values) {
		if runs, counts := explored(t, s, v); counts["safe"] != runs {
			t.Errorf("%v: %v of %d runs", v, counts, runs)
		}
	})
	if want := 3 * 3 * 3 * 3 * 3; n != want {
		t.Errorf("%d settings, want %d", n, want)
	}
}

// The outbox alone never loses an order, never leaves one, and never works for
// one that is not there: all that can happen is that work is done twice.
func TestOutboxAloneOnlyDoubles(t *testing.T) {
	s := Scenario()
	base := s.Params.Defaults().With(pHow, howOutbox)
	simtest.Each(base, append(world(), every(pCrashes)), func(v sim.Values) {
		runs, counts := explored(t, s, v)
		if counts["safe"]+counts["twice"] != runs || v.At(pCrashes) > 0 && counts["twice"] == 0 {
			t.Errorf("%v: %v of %d runs", v, counts, runs)
		}
	})
}

// Two writes leave one place between them, whichever comes first and however
// the durations are; idempotence does not mend it.
func TestBetweenTwoWritesThereIsAlwaysAPlace(t *testing.T) {
	s := Scenario()
	base := s.Params.Defaults().With(pIdempotent, 1)
	simtest.Each(base, world(), func(v sim.Values) {
		if _, counts := explored(t, s, v.With(pHow, howCommit)); counts["stuck"] != 1 {
			t.Errorf("%v, commit first: %v, want one run stuck", v, counts)
		}
		if _, counts := explored(t, s, v.With(pHow, howPublish)); counts["ghost"] == 0 {
			t.Errorf("%v, publish first: %v, want a ghost", v, counts)
		}
	})
}

// Without any crash, who publishes first is overtaken exactly if the work ends
// before the commit: 1 s and the work against 2 s and the pause.
func TestAWorkerOvertakesTheCommit(t *testing.T) {
	s := Scenario()
	m := sim.NewMachine(s)
	base := s.Params.Defaults().With(pHow, howPublish).With(pCrashes, 0)
	simtest.Each(base, []simtest.Axis{every(pPause), every(pWork)}, func(v sim.Values) {
		want := 2000+v.Millis(pPause) > 1000+v.Millis(pWork)
		if got := m.Run(v, nil).Broken[noGhost] != sim.Holds; got != want {
			t.Errorf("%v: a ghost: %v, want %v", v, got, want)
		}
	})
}
