// Package backlog is the world of a queue under load: messages come steadily,
// once there is a burst of them, and one to three consumers work them off.
//
// # The rules
//
//  1. From 0 s a message comes once every interval, up to and without 40 s. At
//     10 s a burst of messages comes at once, besides.
//  2. A message is taken at once by a consumer that is free, by A before B and
//     B before C. Otherwise it waits behind those that wait already.
//  3. A consumer works on a message for the working time and then takes the one
//     that has waited longest.
//  4. A queue that is bounded turns a message away when as many wait as it has
//     room for. The sender is told.
//  5. Whoever sent a message that has waited for as long as their patience gives
//     up. The message stays where it is and is worked off like any other.
//  6. The run ends at 40 s. Work that lasts longer is not seen to its end.
//
// # Exact ties
//
// Within one instant: consumers finish and take what waits, A first; then the
// steady message comes; then the burst; then senders give up; last of all, the
// run ends.
package backlog

import (
	"fmt"

	"fencepost/sim"
)

// The parameters, by their place in the schema.
const (
	pBurst = iota
	pConsumers
	pBounded
	pEvery
	pWork
	pRoom
	pPatience
)

// The actors, by their place in the scenario.
const (
	actorQueue sim.ActorID = iota
	actorA
	actorB
	actorC
)

// Kinds of trace entries.
const (
	kCome uint8 = iota
	kTurn
	kBurst
	kTake
	kDone
	kGiveUp
	kEnd
)

// States of the bars.
const (
	sWaiting uint8 = iota
	sWorks
)

// The invariants, by their place in the scenario.
const (
	catchesUp = iota
	inTime
	allTakenIn
)

// The verdicts, by their place in the scenario.
const (
	vSafe uint8 = iota
	vBehind
	vLate
	vTurned
)

const (
	end      = 40 * sim.Second
	burstAt  = 10 * sim.Second
	lastPart = 10 * sim.Second // of the run, in which the queue should once be empty
)

// Scenario is the world of a queue under load.
func Scenario() *sim.Scenario {
	return &sim.Scenario{
		Name:    "backlog",
		Title:   "A queue under load",
		Summary: "A burst of messages comes at once, and consumers work it off.",
		Params:  params(),
		Actors: []sim.Actor{
			actorQueue: {ID: "queue", Name: "Queue", Shape: "queue"},
			actorA:     {ID: "a", Name: "Consumer A", Shape: "a"},
			actorB:     {ID: "b", Name: "Consumer B", Shape: "b", Optional: true},
			actorC:     {ID: "c", Name: "Consumer C", Shape: "c", Optional: true},
		},
		Kinds: []string{
			kCome: "come", kTurn: "turn_away", kBurst: "burst", kTake: "take", kDone: "done", kGiveUp: "give_up", kEnd: "end",
		},
		States:      []string{sWaiting: "level", sWorks: "working"},
		Invariants:  invariants(),
		Verdicts:    verdicts(),
		Horizon:     end,
		New:         func() sim.Model { return new(model) },
		Judge:       judge,
		Text:        text,
		SpanText:    spanText,
		Level:       func(s sim.SpanMark) int { return int(s.Arg[0] * 100 / fullQueue) },
		MessageText: func(sim.MessageMark) string { return "" },
		Sentence:    sentence,
		Final:       func(t *sim.Trace) string { return fmt.Sprint(read(t).peak) },
	}
}

// fullQueue is how many waiting messages are drawn as a full lane.
const fullQueue = 12

func params() sim.Schema {
	return sim.Schema{
		pBurst: {
			Name: "burst", Label: "Messages in the burst", Type: sim.Integer, Max: 12, Step: 1, Default: 6, Unit: "messages", Main: true,
			Help: "How many come at once at 10\u00a0s, besides the steady ones.",
		},
		pConsumers: {
			Name: "consumers", Label: "Consumers", Type: sim.Integer, Min: 1, Max: 3, Step: 1, Default: 2, Unit: "consumers", Main: true,
			Help: "How many work on messages, each on one at a time.",
		},
		pBounded: {
			Name: "bounded", Label: "The queue is bounded", Type: sim.Bool, Main: true,
			Help: "It then turns away what it has no room for.",
		},
		pEvery: {
			Name: "every", Label: "A message comes every", Type: sim.Duration, Min: 2000, Max: 8000, Step: 500, Default: 4000,
			Help: "The steady load, apart from the burst.",
		},
		pWork: {
			Name: "work", Label: "A message takes", Type: sim.Duration, Min: 1000, Max: 8000, Step: 500, Default: 4000,
			Help: "How long a consumer works on one message.",
		},
		pRoom: {
			Name: "room", Label: "Room in a bounded queue", Type: sim.Integer, Min: 1, Max: 12, Step: 1, Default: 5, Unit: "messages",
			Help: "How many messages can wait in a queue that is bounded.",
		},
		pPatience: {
			Name: "patience", Label: "Senders wait for at most", Type: sim.Duration, Min: 2000, Max: 30_000, Step: 500, Default: 12_000,
			Help: "After that nobody wants the result any more.",
		},
	}
}

func invariants() []sim.Invariant {
	return []sim.Invariant{
		catchesUp:  {Name: "catches_up", Liveness: true, Statement: "In the last 10\u00a0s there is a time at which nothing waits."},
		inTime:     {Name: "in_time", Statement: "No message waits until its sender gives up."},
		allTakenIn: {Name: "all_taken_in", Statement: "No message is turned away."},
	}
}

func verdicts() []sim.VerdictWord {
	return []sim.VerdictWord{
		vSafe:   {Kind: "safe", Word: "Absorbed", Meaning: "Every message is taken in time, and the queue is empty again."},
		vBehind: {Kind: "behind", Word: "Behind", Meaning: "The queue is never empty again.", Look: "unsafe"},
		vLate:   {Kind: "late", Word: "Too late", Meaning: "The queue is empty again, but some senders had given up.", Look: "lucky"},
		vTurned: {Kind: "turned", Word: "Turned away", Meaning: "Some senders were told no at once; nobody waited in vain.", Look: "split"},
	}
}
