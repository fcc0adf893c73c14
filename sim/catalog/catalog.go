// Package catalog lists the scenarios that there are.
package catalog

import (
	"fmt"
	"strings"

	"fencepost/sim"
	"fencepost/sim/backlog"
	"fencepost/sim/backoff"
	"fencepost/sim/idempotency"
	"fencepost/sim/lease"
	"fencepost/sim/lostupdate"
	"fencepost/sim/ordering"
	"fencepost/sim/outbox"
	"fencepost/sim/partitioning"
	"fencepost/sim/queue"
	"fencepost/sim/writeskew"
)

// All are the scenarios in the order in which they are shown. Each call makes
// new ones; keep them if they are used often.
func All() []*sim.Scenario {
	return []*sim.Scenario{
		lease.Scenario(),
		lostupdate.Scenario(),
		writeskew.Scenario(),
		idempotency.Scenario(),
		queue.Scenario(),
		backoff.Scenario(),
		outbox.Scenario(),
		backlog.Scenario(),
		ordering.Scenario(),
		partitioning.Scenario(),
	}
}

// Find is the scenario of that name. Its error says which there are.
func Find(name string) (*sim.Scenario, error) {
	var names []string
	for _, s := range All() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return nil, fmt.Errorf("no scenario %q; there are: %s", name, strings.Join(names, ", "))
}
