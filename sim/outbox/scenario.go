// Package outbox is the world of asynchronous processing: an API accepts an
// order and sees to it that a worker sends the invoice later. Anything may crash
// between any two of its writes.
//
// # The rules
//
//  1. At 0 s a customer sends an order to the API. Its first step comes a
//     second later, and each further one a second after the one before; after the
//     first it stands still for its pause besides.
//  2. Thread: the API commits the order, answers, and has a thread of its own send
//     the invoice after the working time.
//  3. Commit first: it commits the order, puts a job into the queue, and answers.
//     Publish first: the queue comes before the commit.
//  4. Outbox: it commits the order and the job in one transaction, and answers.
//     A relay looks into the outbox one interval after the commit, puts the job
//     into the queue, and half a second later marks it as sent.
//  5. The worker takes a job that is visible, works on it for the working time,
//     sends the invoice and acknowledges. A job that was taken is hidden for the
//     visibility timeout, and visible again after that unless it was
//     acknowledged.
//  6. If sending twice does no harm, whoever sends the invoice finds that it was
//     sent, and sends nothing.
//  7. At most as many crashes happen as the run allows. Before each step of the
//     API and of the relay it is a choice whether it crashes. Of the worker the
//     choice is made when its work is done: it sends and acknowledges, it crashes
//     before it sends, or between the two.
//  8. An API that crashed is of no use for this order any more. A relay is back
//     after 2 s and looks at once; a worker is back after 2 s.
//  9. A customer who has no answer after 8 s waits no longer.
//
// # Exact ties
//
// Within one instant: the API acts, then the relay; a job becomes visible; the
// worker finishes, or is back; it takes what is visible; last of all, the
// customer stops waiting.
package outbox

import (
	"fmt"

	"fencepost/sim"
)

// The parameters, by their place in the schema.
const (
	pHow = iota
	pCrashes
	pIdempotent
	pPause
	pWork
	pVisibility
	pPoll
)

// Options of pHow.
const (
	howThread = iota
	howCommit
	howPublish
	howOutbox
)

// The actors, by their place in the scenario.
const (
	actorCustomer sim.ActorID = iota
	actorAPI
	actorDatabase
	actorRelay
	actorQueue
	actorWorker
)

// Kinds of trace entries.
const (
	kRequest uint8 = iota
	kCommit
	kPublish
	kAnswer
	kNoAnswer
	kCrash
	kBack
	kMark
	kTake
	kSend
	kSkip
	kAck
	kVisible
)

// States of the bars.
const (
	sWaits uint8 = iota
	sWorks
	sCrashed
	sRows
	sJobs
)

// The invariants, by their place in the scenario.
const (
	nothingLost = iota
	noGhost
	nothingStuck
	sentOnce
)

// The verdicts, by their place in the scenario.
const (
	vSafe uint8 = iota
	vLost
	vGhost
	vStuck
	vTwice
)

// Scenario is the world of asynchronous processing.
func Scenario() *sim.Scenario {
	return &sim.Scenario{
		Name:    "outbox",
		Title:   "Accepted now, done later",
		Summary: "An API accepts an order, and the invoice is sent later, whatever crashes in between.",
		Params:  params(),
		Actors: []sim.Actor{
			actorCustomer: {ID: "customer", Name: "Customer", Shape: "c"},
			actorAPI:      {ID: "api", Name: "API", Shape: "b"},
			actorDatabase: {ID: "database", Name: "Database", Shape: "storage"},
			actorRelay:    {ID: "relay", Name: "Relay", Shape: "c", Optional: true},
			actorQueue:    {ID: "queue", Name: "Queue", Shape: "queue", Optional: true},
			actorWorker:   {ID: "worker", Name: "Worker", Shape: "a", Optional: true},
		},
		Kinds: []string{
			kRequest: "request", kCommit: "commit", kPublish: "publish", kAnswer: "answer", kNoAnswer: "no_answer",
			kCrash: "crash", kBack: "back", kMark: "mark", kTake: "take", kSend: "send", kSkip: "skip", kAck: "ack",
			kVisible: "visible",
		},
		States:      []string{sWaits: "waits", sWorks: "owner", sCrashed: "crashed", sRows: "register", sJobs: "queued"},
		Invariants:  invariants(),
		Verdicts:    verdicts(),
		Horizon:     20 * sim.Second,
		New:         func() sim.Model { return new(model) },
		Judge:       judge,
		Text:        text,
		SpanText:    spanText,
		MessageText: messageText,
		Sentence:    sentence,
		Final:       func(t *sim.Trace) string { return fmt.Sprint(read(t).sent) },
	}
}

func invariants() []sim.Invariant {
	return []sim.Invariant{
		nothingLost:  {Name: "nothing_lost", Liveness: true, Statement: "What was accepted is done in the end."},
		noGhost:      {Name: "no_ghost", Statement: "No invoice is sent for an order that is not there."},
		nothingStuck: {Name: "nothing_stuck", Liveness: true, Statement: "No order stands in the database without ever being worked on."},
		sentOnce:     {Name: "sent_once", Statement: "No invoice is sent twice."},
	}
}

func verdicts() []sim.VerdictWord {
	return []sim.VerdictWord{
		vSafe:  {Kind: "safe", Word: "All or nothing", Meaning: "Order and invoice both came about, once, or neither did and nobody was told otherwise."},
		vLost:  {Kind: "lost", Word: "Lost", Meaning: "The customer was told yes, and no invoice will ever be sent.", Look: "unsafe"},
		vGhost: {Kind: "ghost", Word: "Ghost", Meaning: "An invoice was sent for an order that was not there.", Look: "split"},
		vStuck: {Kind: "stuck", Word: "Stuck", Meaning: "The order is there, and nobody will ever work on it."},
		vTwice: {Kind: "twice", Word: "Sent twice", Meaning: "The invoice was sent again.", Look: "lucky"},
	}
}

func params() sim.Schema {
	return sim.Schema{
		pHow: {
			Name: "how", Label: "The API", Type: sim.Option, Default: howCommit, Main: true,
			Help: "Where the work is put down, and in which order.",
			Options: []sim.OptionValue{
				{Name: "thread", Label: "commits, answers, works in a thread"},
				{Name: "commit", Label: "commits, then publishes"},
				{Name: "publish", Label: "publishes, then commits"},
				{Name: "outbox", Label: "commits order and job together"},
			},
		},
		pCrashes: {
			Name: "crashes", Label: "Crashes, at most", Type: sim.Integer, Max: 2, Step: 1, Default: 1, Unit: "crashes", Main: true,
			Help: "Where they happen is a choice.",
		},
		pIdempotent: {
			Name: "idempotent", Label: "Sending twice does no harm", Type: sim.Bool, Main: true,
			Help: "The mail service knows each invoice by its number and sends it once.",
		},
		pPause: {
			Name: "pause", Label: "The API pauses for", Type: sim.Duration, Max: 10_000, Step: 500,
			Help: "How long it stands still between its first write and the next step.",
		},
		pWork: {
			Name: "work", Label: "The work takes", Type: sim.Duration, Min: 500, Max: 10_000, Step: 500, Default: 2000,
			Help: "From taking the job to sending the invoice.",
		},
		pVisibility: {
			Name: "visibility", Label: "Visibility timeout", Type: sim.Duration, Min: 1000, Max: 15_000, Step: 500, Default: 5000,
			Help: "For how long a job that was taken is hidden.",
		},
		pPoll: {
			Name: "poll", Label: "The relay looks after", Type: sim.Duration, Min: 500, Max: 10_000, Step: 500, Default: 1000,
			Help: "How long a job waits in the outbox.",
		},
	}
}
