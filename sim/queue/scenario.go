// Package queue is the world of message queues: a producer, a broker with a
// visibility timeout, one or two consumers, and the ledger in which they post
// what they were told to.
//
// # The rules
//
//  1. The producer sends payments 1, 2, ... one a second from 0 s. The broker
//     keeps them in order.
//  2. A consumer that is free receives the first payment that is visible; if
//     both are free, A does. The payment is then invisible for the visibility
//     timeout, which begins anew with every receive.
//  3. A consumer works on a payment for its working time and then posts it in
//     the ledger. On the first payment that it receives, A pauses once before it
//     posts.
//  4. It acknowledges after posting, or at once on receiving. An acknowledged
//     payment is gone. One that is not acknowledged by the end of its timeout
//     becomes visible again, behind all others, and an acknowledgement by whoever
//     had received it earlier is refused.
//  5. A payment that was received as often as is allowed, and becomes visible
//     again, goes to the dead letters.
//  6. Consumers that extend ask for the whole timeout anew each time half of it
//     has passed while they work; a consumer that pauses asks for nothing.
//  7. A ledger that knows payments by their number posts each only once.
//  8. If consumers can crash, what a consumer does when its work is done is a
//     choice: it posts and goes on; it crashes before it posts; or it crashes
//     after posting and before it acknowledges. It is back after 2 s, and has
//     forgotten everything.
//  9. A payment that cannot be posted is payment 1: whoever works on it finds
//     that out when the work is done, posts nothing, acknowledges nothing and is
//     free for another.
//  10. Payments 1 and 3 are of account X, payment 2 is of account Y. A broker
//     that holds accounts together hands a payment out only when every earlier
//     one of its account is acknowledged or a dead letter.
//  11. On a lossy network what becomes of an acknowledgement is a choice: it
//     arrives, it is lost, or it arrives twice. Its sender cannot tell.
//
// # Exact ties
//
// Within one instant: timeouts end first; then messages arrive at the broker;
// then A goes on, then B; a consumer comes back from a crash; last of all, free
// consumers receive what is visible. So an acknowledgement sent at the very end
// of a timeout is too late.
package queue

import (
	"fmt"

	"fencepost/sim"
)

// The parameters, by their place in the schema.
const (
	pPause = iota
	pVisibility
	pWork
	pAck
	pDedupe
	pExtend
	pConsumers
	pPayments
	pReceives
	pCrash
	pLossy
	pKeyed
	pPoison
)

// Options of pAck.
const (
	ackAfter = iota
	ackBefore
)

// The actors, by their place in the scenario.
const (
	actorProducer sim.ActorID = iota
	actorBroker
	actorA
	actorB
	actorLedger
)

// Kinds of trace entries.
const (
	kSend uint8 = iota
	kReceive
	kPause
	kExtend
	kPost
	kSkip
	kAck
	kLateAck
	kLostAck
	kVisible
	kDead
	kCrash
	kBack
	kFail
)

// States of the bars.
const (
	sQueued uint8 = iota
	sWorks
	sPaused
	sCrashed
	sLedger
)

// The invariants, by their place in the scenario.
const (
	postedAtMostOnce = iota
	nothingLost
	noDeadLetter
	workedOnce
	orderKept
)

// The verdicts, by their place in the scenario.
const (
	vSafe uint8 = iota
	vTwice
	vLost
	vDead
	vRepeated
	vDisordered
)

// Scenario is the world of message queues.
func Scenario() *sim.Scenario {
	return &sim.Scenario{
		Name:    "queue",
		Title:   "A queue and a slow consumer",
		Summary: "A consumer pauses in its work; the queue hands its message to another.",
		Params:  params(),
		Actors: []sim.Actor{
			actorProducer: {ID: "producer", Name: "Producer", Shape: "c"},
			actorBroker:   {ID: "broker", Name: "Broker", Shape: "queue"},
			actorA:        {ID: "a", Name: "Consumer A", Shape: "a"},
			actorB:        {ID: "b", Name: "Consumer B", Shape: "b", Optional: true},
			actorLedger:   {ID: "ledger", Name: "Ledger", Shape: "storage"},
		},
		Kinds: []string{
			kSend: "send", kReceive: "receive", kPause: "pause", kExtend: "extend", kPost: "post", kSkip: "skip", kAck: "ack",
			kLateAck: "late_ack", kLostAck: "lost_ack", kVisible: "visible", kDead: "dead", kCrash: "crash", kBack: "back",
			kFail: "fail",
		},
		States:      []string{sQueued: "queued", sWorks: "owner", sPaused: "frozen", sCrashed: "crashed", sLedger: "register"},
		Invariants:  invariants(),
		Verdicts:    verdicts(),
		Horizon:     30 * sim.Second,
		New:         func() sim.Model { return new(model) },
		Judge:       judge,
		Text:        text,
		SpanText:    spanText,
		MessageText: messageText,
		Sentence:    sentence,
		Final:       func(t *sim.Trace) string { return fmt.Sprint(read(t).postings) },
	}
}

func invariants() []sim.Invariant {
	return []sim.Invariant{
		postedAtMostOnce: {Name: "posted_at_most_once", Statement: "No payment is posted twice."},
		nothingLost: {
			Name: "nothing_lost", Liveness: true,
			Statement: "In the end every payment is posted or lies among the dead letters.",
		},
		noDeadLetter: {Name: "no_dead_letter", Statement: "No payment goes to the dead letters."},
		workedOnce:   {Name: "received_once", Statement: "No payment is received twice."},
		orderKept:    {Name: "order_kept", Statement: "Payments of one account are posted in the order in which they were sent."},
	}
}

func verdicts() []sim.VerdictWord {
	return []sim.VerdictWord{
		vSafe:       {Kind: "safe", Word: "Once each", Meaning: "Every payment was received once and posted once."},
		vTwice:      {Kind: "twice", Word: "Posted twice", Meaning: "A payment was delivered again and posted again.", Look: "unsafe"},
		vLost:       {Kind: "lost", Word: "Lost", Meaning: "A payment was acknowledged and never posted.", Look: "stuck"},
		vDead:       {Kind: "dead", Word: "Dead letter", Meaning: "A payment was set aside after too many deliveries.", Look: "split"},
		vRepeated:   {Kind: "repeated", Word: "Work done twice", Meaning: "A payment was delivered again, and posted once.", Look: "needless"},
		vDisordered: {Kind: "disordered", Word: "Out of order", Meaning: "A payment was posted after a later one of its account.", Look: "lucky"},
	}
}
