package backlog

import (
	"testing"

	"fencepost/sim"
	"fencepost/sim/simtest"
)

func every(param int) simtest.Axis { return simtest.Every(params(), param) }

func broken(j sim.Judgement, invariant int) bool { return j.Broken[invariant] != sim.Holds }

// A bounded queue of room R makes no one wait longer than R messages take that N
// consumers share: R/N, rounded up, times the work.
func TestABoundBoundsTheWait(t *testing.T) {
	m := sim.NewMachine(Scenario())
	base := Scenario().Params.Defaults().With(pBounded, 1)
	axes := []simtest.Axis{every(pConsumers), every(pRoom), every(pWork), simtest.Some(pEvery, 2000, 4000, 8000), simtest.Some(pBurst, 0, 6, 12)}
	simtest.Each(base, axes, func(v sim.Values) {
		n := v.At(pConsumers)
		limit := v.Millis(pWork) * sim.Millis((v.At(pRoom)+n-1)/n)
		if limit+500 > 30_000 {
			return
		}
		// A sender who is more patient than that by half a second never gives up.
		v = v.With(pPatience, max(int64(limit)+500, 2000))
		if broken(m.Run(v, nil), inTime) {
			t.Errorf("%v: someone waited for more than %v", v, limit)
		}
	})
}

// Without a bound nobody is turned away, with one nobody is who finds fewer
// waiting than there is room.
func TestOnlyAFullQueueTurnsAway(t *testing.T) {
	m := sim.NewMachine(Scenario())
	axes := []simtest.Axis{every(pBurst), every(pConsumers), every(pWork), every(pEvery)}
	simtest.Each(Scenario().Params.Defaults(), axes, func(v sim.Values) {
		if broken(m.Run(v, nil), allTakenIn) {
			t.Fatalf("%v: turned away by a queue without a bound", v)
		}
		if peak := m.Final(); len(peak) == 1 && peak <= "5" {
			if broken(m.Run(v.With(pBounded, 1).With(pRoom, 5), nil), allTakenIn) {
				t.Fatalf("%v: at most %s wait, and a queue of room 5 turned one away", v, peak)
			}
		}
	})
}

// Consumers to whom twice the work comes that they can do never catch up.
func TestOverloadIsNeverMadeGood(t *testing.T) {
	m := sim.NewMachine(Scenario())
	axes := []simtest.Axis{every(pConsumers), every(pWork), every(pEvery), simtest.Some(pBurst, 1, 6, 12)}
	overloaded := 0
	simtest.Each(Scenario().Params.Defaults(), axes, func(v sim.Values) {
		n := sim.Millis(v.At(pConsumers))
		if v.Millis(pWork) < n*v.Millis(pEvery)*2 {
			return
		}
		overloaded++
		if !broken(m.Run(v, nil), catchesUp) {
			t.Errorf("%v: an overloaded queue was empty again", v)
		}
	})
	if overloaded == 0 {
		t.Fatal("no setting is overloaded")
	}
}

// Consumers catch up with any burst if they can do all the work between 10 and
// 36 s that is there by then: the burst, what is under way at 10 s, and what
// comes steadily.
func TestSpareTimeAbsorbsTheBurst(t *testing.T) {
	m := sim.NewMachine(Scenario())
	axes := []simtest.Axis{every(pBurst), every(pConsumers), every(pWork), every(pEvery)}
	absorbed := 0
	simtest.Each(Scenario().Params.Defaults(), axes, func(v sim.Values) {
		n, work, gap := v.At(pConsumers), v.At(pWork), v.At(pEvery)
		due := v.At(pBurst)*work + n*work + 26_000/gap*work + work
		if due > n*26_000 {
			return
		}
		absorbed++
		if broken(m.Run(v, nil), catchesUp) {
			t.Errorf("%v: %d ms of work for %d consumers, and the queue was never empty again", v, due, n)
		}
	})
	if absorbed == 0 {
		t.Fatal("no setting has time to spare")
	}
}
