package writeskew

import (
	"fmt"
	"testing"

	"fencepost/sim"
)

// everySetting calls f with every combination of the parameters.
func everySetting(t *testing.T, f func(t *testing.T, v sim.Values)) {
	base := Scenario().Params.Defaults()
	for isolation := range int64(3) {
		for guard := range int64(5) {
			v := base.With(pIsolation, isolation).With(pGuard, guard)
			t.Run(fmt.Sprint(v), func(t *testing.T) { f(t, v) })
		}
	}
}

// In every order of events of every setting: the rule is broken only where
// nothing covers what a client read and did not write, and a deadlock comes
// only of locks taken in different orders.
func TestWhatKeepsTheRule(t *testing.T) {
	everySetting(t, func(t *testing.T, v sim.Values) {
		e := Scenario().Explore(v, 1000)
		broken := map[string]bool{}
		for _, b := range e.Broken {
			broken[b.Invariant] = true
		}
		guard := v.At(pGuard)
		skew := v.At(pIsolation) != serializable && (guard == nothing || guard == ownLock)
		if !e.Complete || broken["one_stays_up"] != skew || broken["no_deadlock"] != (guard == bothLocks) {
			t.Errorf("complete: %v, broken: %v; want write skew: %v", e.Complete, broken, skew)
		}
	})
}

// Every run ends with both clients done: no wait is for ever, and somebody
// takes a server down.
func TestEveryRunEnds(t *testing.T) {
	everySetting(t, func(t *testing.T, v sim.Values) {
		s := Scenario()
		m := sim.NewMachine(s)
		var tape []int
		for more := true; more; {
			m.Run(v, tape)
			r := m.Report()
			done := map[string]bool{}
			for _, e := range r.Entries {
				if e.Kind == "write" || e.Kind == "leave" || e.Kind == "check" {
					done[e.Actor] = true
				}
			}
			if !done["a"] || !done["b"] || r.Final == "both" {
				t.Fatalf("tape %v: done: %v, up: %s", r.Tape, done, r.Final)
			}
			tape, more = m.NextTape(tape)
		}
	})
}
