package ordering

import "fencepost/sim"

// The parameters, by their place in the schema.
const (
	pSkew = iota
	pRule
	pThird
	pDelay
	pThink
	pSlow
	pLink
	pCAt
	pCSkew
)

// Options of pRule.
const (
	byArrival = iota
	byWall
	byLamport
	byVector
)

const half = 500 // ms: the step of the durations

func params() sim.Schema {
	return sim.Schema{
		pSkew: {
			Name: "skew", Label: "B’s clock is ahead by", Type: sim.Duration, Min: -5000, Max: 5000, Step: half, Default: -3000, Main: true,
			Help: "How far B’s clock is ahead of A’s; less than zero is behind.",
		},
		pRule: {
			Name: "rule", Label: "Of two writes, a replica keeps", Type: sim.Option, Default: byWall, Main: true,
			Help: "How a process decides which of two writes is the newer.",
			Options: []sim.OptionValue{
				{Name: "arrival", Label: "the one that arrived last"},
				{Name: "wall", Label: "the one with the later time"},
				{Name: "lamport", Label: "the one with the higher Lamport number"},
				{Name: "vector", Label: "by vectors: the newer, or both"},
			},
		},
		pThird: {
			Name: "third", Label: "C writes as well", Type: sim.Bool, Main: true,
			Help: "C then writes c, at a time of its own and knowing only what has reached it.",
		},
		pDelay: {
			Name: "delay", Label: "A’s message to B takes", Type: sim.Duration, Min: half, Max: 4000, Step: half, Default: 1000,
			Help: "From A’s write until B has it.",
		},
		pThink: {
			Name: "think", Label: "B thinks for", Type: sim.Duration, Max: 5000, Step: half, Default: half,
			Help: "From the arrival of a until B writes b.",
		},
		pSlow: {
			Name: "slow", Label: "A’s message to C takes", Type: sim.Duration, Min: half, Max: 10_000, Step: half, Default: 4000,
			Help: "If it takes long, b overtakes a on its way to C.",
		},
		pLink: {
			Name: "link", Label: "Other messages take", Type: sim.Duration, Min: half, Max: 5000, Step: half, Default: 1000,
			Help: "From a write of B or C until the others have it.",
		},
		pCAt: {
			Name: "cat", Label: "C writes at", Type: sim.Duration, Min: half, Max: 10_000, Step: half, Default: 2000,
			Help: "It matters only if C writes as well.",
		},
		pCSkew: {
			Name: "cskew", Label: "C’s clock is ahead by", Type: sim.Duration, Min: -5000, Max: 5000, Step: half,
			Help: "How far C’s clock is ahead of A’s; less than zero is behind.",
		},
	}
}
