package lease

import "fencepost/sim"

// The actors, by their place in the scenario.
const (
	actorA sim.ActorID = iota
	actorB
	actorLease
	actorStorage
)

// Kinds of trace entries.
const (
	kGrant uint8 = iota
	kStall
	kCrash
	kExpire
	kRenew
	kLost
	kCheck
	kWrite
	kStop
	kAccept
	kRefuse
	kDeadline
	kUnheard
)

// States of the bars.
const (
	sOwner uint8 = iota
	sBelieves
	sFrozen
	sCrashed
	sHolds
	sRegister
)

// The invariants, by their place in the scenario.
const (
	noStaleWrite = iota
	highestTokenLast
	doneInTime
	noLateWriter
	noNeedlessHandover
)

// The verdicts, by their place in the scenario.
const (
	vSafe uint8 = iota
	vUnsafe
	vLucky
	vSplit
	vNeedless
	vStuck
)

const (
	tokenA int64 = 33
	tokenB int64 = 34
)

// Scenario is the world of leases and fencing tokens.
func Scenario() *sim.Scenario {
	return &sim.Scenario{
		Name:    "lease",
		Title:   "A lease and a slow owner",
		Summary: "Worker A takes a lease and freezes; the lease runs out, worker B takes it over, and A wakes up.",
		Params:  params(),
		Actors: []sim.Actor{
			actorA:       {ID: "a", Name: "Worker A", Shape: "a"},
			actorB:       {ID: "b", Name: "Worker B", Shape: "b"},
			actorLease:   {ID: "lease", Name: "Lease service", Shape: "lease"},
			actorStorage: {ID: "storage", Name: "Storage", Shape: "storage"},
		},
		Kinds: []string{
			kGrant: "grant", kStall: "stall", kCrash: "crash", kExpire: "expire", kRenew: "renew", kLost: "lost",
			kCheck: "check", kWrite: "write", kStop: "stop", kAccept: "accept", kRefuse: "refuse", kDeadline: "deadline",
			kUnheard: "unheard",
		},
		States: []string{
			sOwner: "owner", sBelieves: "believes", sFrozen: "frozen", sCrashed: "crashed", sHolds: "holds", sRegister: "register",
		},
		Invariants:  invariants(),
		Verdicts:    verdicts(),
		Horizon:     30 * sim.Second,
		New:         func() sim.Model { return new(model) },
		Judge:       judge,
		Text:        text,
		SpanText:    spanText,
		MessageText: messageText,
		Sentence:    sentence,
		Final:       final,
	}
}

func invariants() []sim.Invariant {
	return []sim.Invariant{
		noStaleWrite: {
			Name:      "no_stale_write",
			Statement: "No write is accepted from a worker whose lease has been granted on to another.",
		},
		highestTokenLast: {
			Name:      "highest_token_last",
			Statement: "The last accepted write carries the highest token that was granted.",
		},
		doneInTime: {
			Name: "done_in_time", Liveness: true,
			Statement: "A result is stored by the time the job must be done.",
		},
		noLateWriter: {
			Name:      "no_late_writer",
			Statement: "Nobody sends a write after its lease has been granted on to another.",
		},
		noNeedlessHandover: {
			Name:      "no_needless_handover",
			Statement: "The lease is not taken from a worker that is running, or runs again before the new owner has stored anything.",
		},
	}
}

func verdicts() []sim.VerdictWord {
	return []sim.VerdictWord{
		vSafe:     {Kind: "safe", Word: "Safe", Meaning: "One owner at a time, and its result stands."},
		vUnsafe:   {Kind: "unsafe", Word: "Unsafe", Meaning: "A late write landed on top of the new owner’s result, and stands."},
		vLucky:    {Kind: "lucky", Word: "Lucky", Meaning: "A late write was accepted, and the new owner happened to overwrite it."},
		vSplit:    {Kind: "split", Word: "Split, refused in time", Meaning: "Two workers took themselves for the owner; storage refused the late one."},
		vNeedless: {Kind: "needless", Word: "Needless handover", Meaning: "A worker that was alive lost its lease. Nothing was lost but time."},
		vStuck:    {Kind: "stuck", Word: "Stuck", Meaning: "The job was not done by the time it had to be."},
	}
}
