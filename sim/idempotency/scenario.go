// Package idempotency is the world of requests that are sent again: a client
// wants one payment to be booked, and messages or the server may fail it at any
// point.
//
// # The rules
//
//  1. At 0 s the client sends its request with key K1. A message takes half a
//     second. Where no answer has come for the length of the timeout it sends the
//     request again, with the same key or, if it is so set, with a new one each
//     time. After its last try it waits that long again, and gives up. Sent twice
//     at once, the first try is two equal requests.
//  2. The server works on a request in steps of half a second. If it has several
//     it goes on with one of them at each step, and which one is a choice. Its
//     last step is to answer that the payment is booked.
//  3. Without a key it books the payment and answers. If the effect only sets a
//     value, it sets the order to paid and answers; doing so again changes
//     nothing.
//  4. With the key after the effect it looks the key up; if it is unknown, it
//     books, then stores the key, and answers. With the key in memory the same,
//     but a crash forgets all keys. With the key before the effect it stores the
//     key; then it books, and answers. With the key in the same transaction it
//     looks the key up, and then stores it and books in one write. A key that is
//     known it answers at once, without booking.
//  5. The database takes a key once. A transaction that brings a known key has
//     no effect, and the server answers as for any known key.
//  6. On a lossy network each message may be lost, which is a choice. A server
//     that can crash may do so before each write and before each answer, which is
//     a choice. It forgets what it was at, and is back after a second; a request
//     that arrives meanwhile is lost.
//
// Within one instant answers arrive first, then the server works, then the
// client's time is up.
package idempotency

import (
	"strconv"

	"fencepost/sim"
)

// The parameters, by their place in the schema.
const (
	pKey = iota
	pLossy
	pCrash
	pDouble
	pFresh
	pTries
	pTimeout
)

// Options of pKey.
const (
	noKey = iota
	setting
	inMemory
	keyAfter
	keyBefore
	keyWith
)

// The actors, by their place in the scenario.
const (
	actorClient sim.ActorID = iota
	actorServer
	actorStore
)

// Kinds of trace entries.
const (
	kSend uint8 = iota
	kLostRequest
	kArrive
	kTurnedAway
	kLook
	kBook
	kKey
	kCommit
	kAnswer
	kLostAnswer
	kTold
	kCrash
	kBack
	kGiveUp
)

// States of the bars.
const (
	sWaits uint8 = iota
	sWorks
	sDown
	sStored
)

// The invariants, by their place in the scenario.
const (
	atMostOnce = iota
	toldIsTrue
	clientLearns
)

// The verdicts, by their place in the scenario.
const (
	vSafe uint8 = iota
	vTwice
	vLost
	vUnknown
)

// Scenario is the world of requests that are sent again.
func Scenario() *sim.Scenario {
	return &sim.Scenario{
		Name:    "idempotency",
		Title:   "One payment, several tries",
		Summary: "A client asks for a payment until it is answered; messages are lost and the server crashes where you say.",
		Params:  params(),
		Actors: []sim.Actor{
			actorClient: {ID: "client", Name: "Client", Shape: "a"},
			actorServer: {ID: "server", Name: "Server", Shape: "b"},
			actorStore:  {ID: "store", Name: "Database", Shape: "storage"},
		},
		Kinds: []string{
			kSend: "send", kLostRequest: "lost_request", kArrive: "arrive", kTurnedAway: "turned_away", kLook: "look",
			kBook: "book", kKey: "key", kCommit: "commit", kAnswer: "answer", kLostAnswer: "lost_answer", kTold: "told",
			kCrash: "crash", kBack: "back", kGiveUp: "give_up",
		},
		States:      []string{sWaits: "waits", sWorks: "owner", sDown: "down", sStored: "stored"},
		Invariants:  invariants(),
		Verdicts:    verdicts(),
		Horizon:     10 * sim.Second,
		New:         func() sim.Model { return new(model) },
		Judge:       judge,
		Text:        text,
		SpanText:    spanText,
		MessageText: messageText,
		Sentence:    sentence,
		Final:       func(t *sim.Trace) string { return strconv.Itoa(read(t).booked) },
	}
}

func invariants() []sim.Invariant {
	return []sim.Invariant{
		atMostOnce:   {Name: "at_most_once", Statement: "The payment is booked at most once."},
		toldIsTrue:   {Name: "told_is_true", Statement: "If the client is told that the payment is booked, it is."},
		clientLearns: {Name: "client_learns", Liveness: true, Statement: "In the end the client has been told."},
	}
}

func verdicts() []sim.VerdictWord {
	return []sim.VerdictWord{
		vSafe:    {Kind: "safe", Word: "Booked once", Meaning: "The payment is booked once, and the client knows it."},
		vTwice:   {Kind: "unsafe", Word: "Booked twice", Meaning: "The customer pays twice or more for one order."},
		vLost:    {Kind: "lost", Word: "Told, but not booked", Meaning: "The client was told that the payment is booked, and it never was.", Look: "needless"},
		vUnknown: {Kind: "stuck", Word: "Nobody knows", Meaning: "The client gave up without an answer. The payment was booked once or not at all."},
	}
}
