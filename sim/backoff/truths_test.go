package backoff

import (
	"testing"

	"fencepost/sim"
	"fencepost/sim/simtest"
)

func every(param int) simtest.Axis { return simtest.Every(params(), param) }

func broken(j sim.Judgement, invariant int) bool { return j.Broken[invariant] != sim.Holds }

// lastTry is when a job that is never refused makes its last try: the sum of
// its delays.
func lastTry(v sim.Values) sim.Millis {
	sum, d := sim.Millis(0), v.Millis(pDelay)
	for range v.At(pTries) - 1 {
		sum += min(d, 16*sim.Second)
		if v.On(pDoubling) {
			d *= 2
		}
	}
	return sum
}

// A job alone is set aside exactly if the outage outlasts its last try.
func TestOneJobAgainstTheOutage(t *testing.T) {
	m := sim.NewMachine(Scenario())
	base := Scenario().Params.Defaults().With(pJobs, 1)
	axes := []simtest.Axis{every(pOutage), every(pTries), every(pDelay), every(pDoubling)}
	n := simtest.Each(base, axes, func(v sim.Values) {
		want := v.Millis(pOutage) > lastTry(v)
		if j := m.Run(v, nil); broken(j, allDone) != want || broken(j, noCrowd) {
			t.Errorf("%v: %v, want set aside: %v", v, j, want)
		}
	})
	if want := 31 * 8 * 8 * 2; n != want {
		t.Errorf("%d runs, want %d", n, want)
	}
}

// Jobs in step always get in each other's way once the service is up, if they
// have a try left by then.
func TestJobsInStepMeet(t *testing.T) {
	m := sim.NewMachine(Scenario())
	axes := []simtest.Axis{every(pOutage), every(pTries), every(pDelay), every(pDoubling), simtest.Some(pJobs, 2, 3)}
	simtest.Each(Scenario().Params.Defaults(), axes, func(v sim.Values) {
		want := v.Millis(pOutage) <= lastTry(v)
		if got := broken(m.Run(v, nil), noCrowd); got != want {
			t.Errorf("%v: refused: %v, want %v", v, got, want)
		}
	})
}

// Jitter opens two jobs a way past each other whenever the outage ends half a
// first delay before the last try, and that half is longer than a call: one job
// waits for half of its first delay, and for all of the others.
func TestJitterOpensWays(t *testing.T) {
	s := Scenario()
	base := s.Params.Defaults().With(pJitter, 1).With(pTries, 3).With(pJobs, 2)
	opened := 0
	simtest.Each(base, []simtest.Axis{every(pOutage), every(pDelay), every(pDoubling)}, func(v sim.Values) {
		half := v.Millis(pDelay) / 2
		if v.Millis(pOutage) == 0 || v.Millis(pOutage) > lastTry(v)-half || half < takes {
			return
		}
		opened++
		e := s.Explore(v, 20_000)
		if !e.Complete || e.Counts[0].Kind != "safe" {
			t.Errorf("%v: %v; no way in which both are done and none is refused", v, e.Counts)
		}
	})
	if opened == 0 {
		t.Error("no outage ends in time")
	}
}
