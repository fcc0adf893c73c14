package lease

import "fencepost/sim"

// The parameters, by their place in the schema.
const (
	pFreeze = iota
	pFencing
	pLease
	pRenew
	pAt
	pCrash
	pCheck
	pPause
	pJudge
	pSkew
	pLearn
	pWork
	pWrite
	pDeadline
	pLossy
)

// Options of pPause.
const (
	pauseBefore = iota
	pauseBetween
)

// Options of pJudge.
const (
	judgeService = iota
	judgeOwn
)

// Options of pLearn.
const (
	learnWrite = iota
	learnGrant
)

const half = 500 // ms: the step of the durations

func params() sim.Schema {
	return sim.Schema{
		pFreeze: {
			Name: "freeze", Label: "A is frozen for", Type: sim.Duration, Max: 30_000, Step: half, Default: 12_000, Main: true,
			Help: "How long worker A stands still: a collector’s pause, a stalled disk, a suspended machine.",
		},
		pFencing: {
			Name: "fencing", Label: "Storage checks tokens", Type: sim.Bool, Main: true,
			Help: "With fencing, storage refuses a write whose token is lower than one it knows.",
		},
		pLease: {
			Name: "lease", Label: "Length of the lease", Type: sim.Duration, Min: 2000, Max: 30_000, Step: half, Default: 10_000,
			Help: "For how long a grant or a renewal lasts.",
		},
		pRenew: {
			Name: "renew", Label: "Renewed every", Type: sim.Duration, Min: 500, Max: 15_000, Step: half, Default: 3000,
			Help: "How often the owner renews while it works.",
		},
		pAt: {
			Name: "at", Label: "The freeze begins at", Type: sim.Duration, Min: 500, Max: 20_000, Step: half, Default: 2000,
			Help: "When A is about to write, and freezes or crashes instead.",
		},
		pCrash: {
			Name: "crash", Label: "A crashes instead", Type: sim.Bool,
			Help: "A never wakes. The length of the freeze then does not matter.",
		},
		pCheck: {
			Name: "check", Label: "A checks its lease before it writes", Type: sim.Bool,
			Help: "A looks at its own clock and stops if its lease is over.",
		},
		pPause: {
			Name: "pause", Label: "The freeze falls", Type: sim.Option, Help: "Where the freeze falls, if A checks its lease.",
			Options: []sim.OptionValue{{Name: "before", Label: "before the check"}, {Name: "between", Label: "between check and write"}},
		},
		pJudge: {
			Name: "judge", Label: "Who says that a lease is over", Type: sim.Option,
			Help:    "One clock for all, the lease service’s, or the clock of the worker that wants the lease.",
			Options: []sim.OptionValue{{Name: "service", Label: "the lease service’s clock"}, {Name: "own", Label: "B’s own clock"}},
		},
		pSkew: {
			Name: "skew", Label: "B’s clock is ahead by", Type: sim.Duration, Min: -10_000, Max: 10_000, Step: half,
			Help: "How far B’s clock is ahead of A’s; less than zero is behind. It matters only if B’s own clock judges.",
		},
		pLearn: {
			Name: "learn", Label: "Storage learns of a token", Type: sim.Option,
			Help:    "At the first write that carries it, or at the grant, as in a table whose row the grant updates.",
			Options: []sim.OptionValue{{Name: "write", Label: "at the first write with it"}, {Name: "grant", Label: "at the grant"}},
		},
		pWork: {
			Name: "work", Label: "B works for", Type: sim.Duration, Max: 10_000, Step: half, Default: 1000,
			Help: "From B’s grant to its write.",
		},
		pWrite: {
			Name: "write", Label: "A write takes", Type: sim.Duration, Max: 10_000, Step: half,
			Help: "From the moment a worker sends its result until storage has it.",
		},
		pDeadline: {
			Name: "deadline", Label: "The job must be done by", Type: sim.Duration, Min: 5000, Max: 120_000, Step: half, Default: 30_000,
			Help: "If nothing is stored by then, the job counts as stuck.",
		},
		pLossy: {
			Name: "lossy", Label: "Renewals can be lost", Type: sim.Bool,
			Help: "What becomes of each renewal is then a choice. Its sender cannot tell.",
		},
	}
}
