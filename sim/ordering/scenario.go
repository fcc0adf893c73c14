package ordering

import "fencepost/sim"

// The processes, by their place in the scenario. A process's place is also that
// of its part in a vector, and that of its write.
const (
	actorA sim.ActorID = iota
	actorB
	actorC
)

const processes = 3

// Kinds of trace entries.
const (
	kWrite uint8 = iota // a process writes
	kTake               // an arrival replaces what was held
	kKeep               // an arrival is dropped for what is held
	kBoth               // an arrival is held beside what is held
)

// sHolds is the only state of the bars: what the replica holds.
const sHolds uint8 = 0

// The invariants, by their place in the scenario.
const (
	noNewerLost = iota
	replicasAgree
	noneDroppedUnseen
)

// The verdicts, by their place in the scenario.
const (
	vSafe uint8 = iota
	vUnsafe
	vDiffer
	vDropped
)

// Scenario is the world of clocks that disagree.
func Scenario() *sim.Scenario {
	return &sim.Scenario{
		Name:    "ordering",
		Title:   "Three clocks, one value",
		Summary: "A writes, B answers it, and three replicas decide which write is the newer.",
		Params:  params(),
		Actors: []sim.Actor{
			actorA: {ID: "a", Name: "Process A", Shape: "a"},
			actorB: {ID: "b", Name: "Process B", Shape: "b"},
			actorC: {ID: "c", Name: "Process C", Shape: "c"},
		},
		Kinds:       []string{kWrite: "write", kTake: "take", kKeep: "keep", kBoth: "both"},
		States:      []string{sHolds: "register"},
		Invariants:  invariants(),
		Verdicts:    verdicts(),
		Horizon:     6 * sim.Second,
		New:         func() sim.Model { return new(model) },
		Judge:       judge,
		Text:        text,
		Reading:     reading,
		SpanText:    spanText,
		MessageText: messageText,
		Sentence:    sentence,
		Final:       final,
		Table:       table,
	}
}

func invariants() []sim.Invariant {
	return []sim.Invariant{
		noNewerLost: {
			Name:      "no_newer_lost",
			Statement: "No replica drops a write in favour of one that its writer had already seen.",
		},
		replicasAgree: {
			Name:      "replicas_agree",
			Statement: "When every message has arrived, the replicas hold the same.",
		},
		noneDroppedUnseen: {
			Name:      "none_dropped_unseen",
			Statement: "No replica drops a write in favour of one whose writer had not seen it.",
		},
	}
}

func verdicts() []sim.VerdictWord {
	return []sim.VerdictWord{
		vSafe:    {Kind: "safe", Word: "Safe", Meaning: "What was dropped had been seen by the writer of what was kept."},
		vUnsafe:  {Kind: "unsafe", Word: "Newer write lost", Meaning: "A replica dropped an answer and kept what it was an answer to."},
		vDiffer:  {Kind: "differ", Word: "Replicas differ", Look: "split", Meaning: "Everybody has received everything, and they hold different values."},
		vDropped: {Kind: "dropped", Word: "Dropped unseen", Look: "lucky", Meaning: "Of two writes made in ignorance of each other, one is gone, and nobody was asked."},
	}
}
