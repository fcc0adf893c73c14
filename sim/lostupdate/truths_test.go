package lostupdate

import (
	"fmt"
	"testing"

	"fencepost/sim"
)

// bound is how many orders of three clients are tried where there are more.
const bound = 10_000

// In every order of events of every setting: an update is lost only where
// neither the write itself nor a lock nor the database's snapshot compares what
// was read with what is there.
func TestWhatKeepsUpdates(t *testing.T) {
	base := Scenario().Params.Defaults()
	for strategy := range int64(5) {
		for isolation := range int64(2) {
			for clients := int64(2); clients <= 3; clients++ {
				v := base.With(pStrategy, strategy).With(pIsolation, isolation).With(pClients, clients)
				t.Run(fmt.Sprint(v), func(t *testing.T) { checkLoss(t, v) })
			}
		}
	}
}

func checkLoss(t *testing.T, v sim.Values) {
	e := Scenario().Explore(v, bound)
	lost := false
	for _, b := range e.Broken {
		lost = lost || b.Invariant == "no_lost_update"
	}
	blind := v.At(pStrategy) == nothing || v.At(pStrategy) == recheck
	want := blind && v.At(pIsolation) == committed
	if lost != want || !e.Complete && v.At(pClients) == 2 {
		t.Errorf("%d runs, complete: %v, an update is lost: %v, want %v", e.Runs, e.Complete, lost, want)
	}
}

// With as many tries as there are clients nobody gives up: a refusal means that
// another was accepted, and each is accepted once.
func TestAsManyTriesAsClientsAreEnough(t *testing.T) {
	base := Scenario().Params.Defaults()
	for clients := int64(2); clients <= 3; clients++ {
		for _, strategy := range []int64{version, lock} {
			for isolation := range int64(2) {
				v := base.With(pClients, clients).With(pStrategy, strategy).With(pIsolation, isolation)
				few := Scenario().Explore(v.With(pTries, clients-1), bound)
				enough := Scenario().Explore(v.With(pTries, clients), bound)
				refuses := strategy == version || isolation == repeatable
				if len(enough.Broken) != 0 || (len(few.Broken) != 0) != refuses {
					t.Errorf("%v: with %d tries broken: %v; with one less: %v", v, clients, enough.Broken, few.Broken)
				}
			}
		}
	}
}
