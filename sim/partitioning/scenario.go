package partitioning

import "fencepost/sim"

// actorBackup is where a dead node's keys come from. The nodes stand before it:
// n1 is actor 0.
const actorBackup sim.ActorID = maxNodes

// Kinds of trace entries.
const (
	kHold  uint8 = iota // a node before the change
	kJoin               // a node joins
	kDie                // n2 dies
	kMove               // a node hands keys on
	kFetch              // keys of the dead node come from the backup
	kNow                // a node after the change
)

// States of the bars.
const (
	sServes uint8 = iota
	sOverloaded
	sDown
)

// The invariants, by their place in the scenario.
const (
	withinCapacity = iota
	noNeedlessMove
	fairShare
)

// The verdicts, by their place in the scenario.
const (
	vSafe uint8 = iota
	vOverloaded
	vNeedless
	vUneven
)

// Scenario is the world of keys spread over nodes.
func Scenario() *sim.Scenario {
	return &sim.Scenario{
		Name:        "partitioning",
		Title:       "Keys, nodes and a change",
		Summary:     "Keys are spread over nodes by their hashes, and then a node joins or dies.",
		Params:      params(),
		Actors:      actors(),
		Kinds:       []string{kHold: "hold", kJoin: "join", kDie: "die", kMove: "move", kFetch: "fetch", kNow: "now"},
		States:      []string{sServes: "level", sOverloaded: "overloaded", sDown: "down"},
		Invariants:  invariants(),
		Verdicts:    verdicts(),
		Horizon:     5 * sim.Second,
		New:         func() sim.Model { return new(model) },
		Judge:       judge,
		Text:        text,
		SpanText:    spanText,
		Level:       level,
		MessageText: messageText,
		Sentence:    sentence,
		Final:       final,
		Table:       table,
	}
}

func actors() []sim.Actor {
	var out []sim.Actor
	for n := 1; n <= maxNodes; n++ {
		out = append(out, sim.Actor{ID: nodeName(n), Name: "Node " + nodeName(n), Shape: "storage", Optional: true})
	}
	return append(out, sim.Actor{ID: "backup", Name: "The backup", Shape: "queue", Optional: true})
}

func invariants() []sim.Invariant {
	return []sim.Invariant{
		withinCapacity: {
			Name:      "within_capacity",
			Statement: "After the change no node is asked for more than it can serve.",
		},
		noNeedlessMove: {
			Name:      "no_needless_move",
			Statement: "No key moves between two nodes that were there before and after.",
		},
		fairShare: {
			Name:      "fair_share",
			Statement: "After the change no node holds more than one and a half times its fair share of the keys.",
		},
	}
}

func verdicts() []sim.VerdictWord {
	return []sim.VerdictWord{
		vSafe:       {Kind: "safe", Word: "Balanced", Meaning: "Only the keys that had to moved, no node holds far too many, and each can serve what it is asked."},
		vOverloaded: {Kind: "overloaded", Word: "Overloaded", Look: "unsafe", Meaning: "A node is asked for more than it can serve."},
		vNeedless:   {Kind: "needless", Word: "Moved needlessly", Meaning: "Keys moved between nodes that were there before and after."},
		vUneven:     {Kind: "uneven", Word: "Uneven", Look: "lucky", Meaning: "One node holds more than one and a half times its fair share of the keys, and can serve it so far."},
	}
}
