// Package lostupdate is the world of concurrency control: two or three clients
// each read one row, decide, and write it back. The schedule is the choice
// tape.
//
// # The rules
//
//  1. The row holds 100. A wants to add 10 to it, B 20, and C, if there are
//     three clients, 40.
//  2. Each second one client makes one step; which one is a choice among those
//     that can go on. A step takes no time.
//  3. Without protection the steps are: read the row; decide, by adding to what
//     was read; write the sum.
//  4. With a lock, reading takes the row's lock and writing gives it back. A
//     client that asks for the row while another has the lock waits, and cannot
//     go on; the lock then passes to the one that asked first, which reads in
//     that same step.
//  5. With a version check every write raises the row's version, and a write
//     counts only if the row still has the version that its client read. A
//     client whose write is refused begins again with reading, and gives up
//     once it has made all its tries.
//  6. An atomic update is a single step: the row adds.
//  7. With a second look a client reads the row once more after it has decided.
//     If the row has changed it decides anew, from the new value; if not, its
//     next step is to write, whatever happens in between.
//  8. Each client's steps are one transaction, which commits as it writes. Under
//     read committed every read sees what was committed last, and every write
//     is taken. Under repeatable read, as PostgreSQL defines it, a transaction
//     sees the row as it was when its first statement began, also when it looks
//     again; a write to a row that was changed since is refused, and so is a
//     lock upon it once it is free. The client begins again, as under rule 5.
package lostupdate

import (
	"fmt"

	"fencepost/sim"
)

// The parameters, by their place in the schema.
const (
	pStrategy = iota
	pClients
	pTries
	pIsolation
)

// Options of pStrategy.
const (
	nothing = iota
	lock
	version
	atomic
	recheck
)

// Options of pIsolation.
const (
	committed = iota
	repeatable
)

// The actors, by their place in the scenario; clients come first.
const (
	actorA sim.ActorID = iota
	actorB
	actorC
	actorRow
)

// Kinds of trace entries.
const (
	kRead uint8 = iota
	kDecide
	kWrite
	kRefuse
	kGiveUp
	kWait
	kAdd
	kLook
	kAbort
)

// States of the bars.
const (
	sRow uint8 = iota
	sRemembers
	sLock
	sWaits
)

// The invariants, by their place in the scenario.
const (
	noLostUpdate = iota
	sumIsRight
	allDone
)

// The verdicts, by their place in the scenario.
const (
	vSafe uint8 = iota
	vLost
	vGaveUp
)

const start int64 = 100 // what the row holds at first

// amounts are what the clients add. Every sum of some of them is different, so
// that the row's value tells whose updates it holds.
var amounts = [3]int64{10, 20, 40}

// Scenario is the world of the lost update.
func Scenario() *sim.Scenario {
	return &sim.Scenario{
		Name:    "lostupdate",
		Title:   "Several clients, one row",
		Summary: "Clients read a row, decide, and write it back; who goes next is your choice.",
		Params:  params(),
		Actors: []sim.Actor{
			actorA:   {ID: "a", Name: "Client A", Shape: "a"},
			actorB:   {ID: "b", Name: "Client B", Shape: "b"},
			actorC:   {ID: "c", Name: "Client C", Shape: "c", Optional: true},
			actorRow: {ID: "row", Name: "The row", Shape: "storage"},
		},
		Kinds: []string{
			kRead: "read", kDecide: "decide", kWrite: "write", kRefuse: "refuse",
			kGiveUp: "give_up", kWait: "wait", kAdd: "add",
			kLook: "look", kAbort: "abort",
		},
		States: []string{sRow: "row", sRemembers: "remembers", sLock: "owner", sWaits: "waits"},
		Invariants: []sim.Invariant{
			noLostUpdate: {Name: "no_lost_update", Statement: "No write replaces one that its client had not read."},
			sumIsRight:   {Name: "sum_is_right", Statement: "The row ends with 100 and everything that was added by an accepted write."},
			allDone:      {Name: "all_done", Liveness: true, Statement: "In the end every client’s update is accepted."},
		},
		Verdicts: []sim.VerdictWord{
			vSafe:   {Kind: "safe", Word: "Every update counts", Meaning: "The row holds what every client added."},
			vLost:   {Kind: "unsafe", Word: "Lost update", Meaning: "A write replaced another that it had not seen, and nobody was told."},
			vGaveUp: {Kind: "stuck", Word: "Gave up", Meaning: "A client used up its tries. Its update is missing, but it knows."},
		},
		Horizon:     7 * sim.Second,
		New:         func() sim.Model { return new(model) },
		Judge:       judge,
		Text:        text,
		SpanText:    spanText,
		MessageText: messageText,
		Sentence:    sentence,
		Final:       func(t *sim.Trace) string { return fmt.Sprint(read(t).value) },
	}
}

func params() sim.Schema {
	return sim.Schema{
		pStrategy: {
			Name: "strategy", Label: "Protection", Type: sim.Option, Main: true,
			Help: "What keeps the clients from overwriting each other.",
			Options: []sim.OptionValue{
				{Name: "nothing", Label: "none"},
				{Name: "lock", Label: "a lock on the row"},
				{Name: "version", Label: "a version check on each write"},
				{Name: "atomic", Label: "one atomic update"},
				{Name: "recheck", Label: "a second look before each write"},
			},
		},
		pClients: {
			Name: "clients", Label: "Clients", Type: sim.Integer, Min: 2, Max: 3, Step: 1, Default: 2, Unit: "clients", Main: true,
			Help: "How many clients change the row.",
		},
		pTries: {
			Name: "tries", Label: "Tries", Type: sim.Integer, Min: 1, Max: 5, Step: 1, Default: 3, Unit: "tries",
			Help: "How often a client writes at most if its write is refused.",
		},
		pIsolation: {
			Name: "isolation", Label: "Isolation", Type: sim.Option,
			Help: "What the database promises a transaction. Repeatable read is as PostgreSQL has it: a snapshot, and no write to a row that was changed since.",
			Options: []sim.OptionValue{
				committed:  {Name: "committed", Label: "read committed"},
				repeatable: {Name: "repeatable", Label: "repeatable read"},
			},
		},
	}
}
