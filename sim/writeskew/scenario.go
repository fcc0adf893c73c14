// Package writeskew is the world of a rule over two rows: one of two servers
// must stay up. A means to take server 1 down and B server 2. Each looks at both
// rows, decides, and writes one of them. The schedule is the choice tape.
//
// # The rules
//
//  1. Both servers are up. Row 1 says so of server 1, row 2 of server 2. A takes
//     server 1 down if server 2 is up, B takes server 2 down if server 1 is up;
//     otherwise it leaves its server as it is.
//  2. Each second one client makes one step; which one is a choice among those
//     that can go on. A step takes no time. The steps are: read both rows;
//     decide; write its own row. They are one transaction, which commits with
//     the write, or with the decision to leave the server up.
//  3. A lock is held until its transaction commits or begins again. Own row: a
//     client's read takes the lock of the row that it may write. Both rows: it
//     reads and locks one row in each of two steps, its own first, or row 1
//     first. A client that asks for a lock that another has waits; the lock
//     passes to it as soon as it is free, and it reads the row as it then is.
//  4. A client that asks for a lock while the other waits for one of its own
//     closes a circle. The database sees this at once, and makes the one that
//     closed it begin again, without its locks.
//  5. With a check, a third row counts the servers that are up, each write
//     lowers it by one, and a CHECK refuses a count below 1. A client whose
//     write is refused so leaves its server up, and is done.
//  6. Read committed: a read sees what was committed last. Repeatable read, as
//     PostgreSQL has it: a transaction sees the rows as they were when its first
//     statement began, and a write or lock upon a row that was changed since is
//     refused; its client begins again. Serializable: besides that, a write is
//     refused if any row that its transaction read was changed since. (A
//     database that tracks dependencies, as PostgreSQL does, refuses less; with
//     two transactions that read both rows and write different ones the two
//     rules agree.)
package writeskew

import "fencepost/sim"

// The parameters, by their place in the schema.
const (
	pIsolation = iota
	pGuard
)

// Options of pIsolation.
const (
	committed = iota
	repeatable
	serializable
)

// Options of pGuard.
const (
	nothing = iota
	ownLock
	bothLocks // its own first
	inOrder   // both, row 1 first
	counted   // a row that counts, and a check
)

// The actors, by their place in the scenario; clients come first.
const (
	actorA sim.ActorID = iota
	actorB
	actorOne
	actorTwo
)

// Kinds of trace entries.
const (
	kRead uint8 = iota
	kLock
	kWait
	kDecide
	kLeave
	kWrite
	kRefuse
	kAbort
	kDeadlock
	kCheck
)

// States of the bars.
const (
	sRow uint8 = iota
	sDown
	sRemembers
	sLock
	sWaits
)

// The invariants, by their place in the scenario.
const (
	ruleKept = iota
	noDeadlock
)

// The verdicts, by their place in the scenario.
const (
	vSafe uint8 = iota
	vSkew
	vDeadlock
)

// Scenario is the world of write skew.
func Scenario() *sim.Scenario {
	return &sim.Scenario{
		Name:    "writeskew",
		Title:   "One rule, two rows",
		Summary: "Two clients read both rows and each writes its own; who goes next is your choice.",
		Params:  params(),
		Actors: []sim.Actor{
			actorA:   {ID: "a", Name: "Client A", Shape: "a"},
			actorB:   {ID: "b", Name: "Client B", Shape: "b"},
			actorOne: {ID: "one", Name: "Row 1", Shape: "storage"},
			actorTwo: {ID: "two", Name: "Row 2", Shape: "storage"},
		},
		Kinds: []string{
			kRead: "read", kLock: "lock", kWait: "wait", kDecide: "decide", kLeave: "leave", kWrite: "write",
			kRefuse: "refuse", kAbort: "abort", kDeadlock: "deadlock", kCheck: "check",
		},
		States: []string{sRow: "row", sDown: "down", sRemembers: "remembers", sLock: "owner", sWaits: "waits"},
		Invariants: []sim.Invariant{
			ruleKept:   {Name: "one_stays_up", Statement: "At every moment one of the two servers is up."},
			noDeadlock: {Name: "no_deadlock", Statement: "The clients never wait for each other in a circle."},
		},
		Verdicts: []sim.VerdictWord{
			vSafe:     {Kind: "safe", Word: "The rule holds", Meaning: "One server stays up, and nobody had to be thrown out of a deadlock."},
			vSkew:     {Kind: "unsafe", Word: "Write skew", Meaning: "Both servers are down. No write replaced another, and each was right by what it had read."},
			vDeadlock: {Kind: "deadlock", Word: "Deadlock, broken up", Meaning: "The rule holds, but the clients waited for each other until the database threw one out.", Look: "needless"},
		},
		Horizon:     8 * sim.Second,
		New:         func() sim.Model { return new(model) },
		Judge:       judge,
		Text:        text,
		SpanText:    spanText,
		MessageText: messageText,
		Sentence:    sentence,
		Final:       final,
	}
}

func params() sim.Schema {
	return sim.Schema{
		pIsolation: {
			Name: "isolation", Label: "Isolation", Type: sim.Option, Main: true,
			Help: "What the database promises a transaction. The names are PostgreSQL’s; its repeatable read is snapshot isolation.",
			Options: []sim.OptionValue{
				committed:    {Name: "committed", Label: "read committed"},
				repeatable:   {Name: "repeatable", Label: "repeatable read"},
				serializable: {Name: "serializable", Label: "serializable"},
			},
		},
		pGuard: {
			Name: "guard", Label: "Protection", Type: sim.Option, Main: true,
			Help: "What the clients do besides, or have the database do.",
			Options: []sim.OptionValue{
				nothing:   {Name: "nothing", Label: "none"},
				ownLock:   {Name: "own", Label: "lock the row that is written"},
				bothLocks: {Name: "both", Label: "lock both rows, one’s own first"},
				inOrder:   {Name: "order", Label: "lock both rows, row 1 first"},
				counted:   {Name: "check", Label: "a count, and a CHECK on it"},
			},
		},
	}
}
