package idempotency

import "fencepost/sim"

const (
	hop       = 500 * sim.Millis(1) // a message's way
	tick      = 500 * sim.Millis(1) // a step of the server
	backAfter = sim.Second          // a crashed server is back
)

// Ranks: the order within one instant that the package comment states.
const (
	rankAnswer uint8 = iota
	rankServer
	rankTimeout
)

// Events. Event.Message is the message that arrives.
const (
	evArrive  uint8 = iota // a request reaches the server
	evTick                 // the server makes a step
	evBack                 // the server is back from a crash
	evAnswer               // an answer reaches the client
	evTimeout              // the client has waited long enough
)

// Messages; Pair[0] is the request's place, Pair[1] its key.
const (
	msgRequest uint8 = iota
	msgAnswer
	msgWrite
)

// phase is what the server does next with a request.
type phase uint8

const (
	idle phase = iota // not in the server's hands
	toLook
	toBook
	toKey
	toCommit
	toAnswer
)

// request is one request in the server's hands.
type request struct {
	next  phase
	key   int64
	entry int // its last entry
}

// slots is how many requests a run can have: four tries, the first one twice.
const slots = 5

// model is the state of one run.
type model struct {
	v      *sim.Values
	mode   int64
	tries  int64 // made
	sent   int   // requests
	done   bool  // the client waits no more
	asking int   // the client's bar
	last   int   // its last entry
	timer  sim.Ticket

	requests [slots]request
	down     bool
	busy     int // the server's bar, -1 for none
	memory   [slots]bool

	booked int64
	keys   [slots]bool
	shelf  int // the database's bar

	options []string
	movers  [slots]int
}

// Start implements sim.Model.
func (m *model) Start(w *sim.World, v *sim.Values) {
	*m = model{v: v, mode: v.At(pKey), busy: -1, last: -1, options: m.options[:0]}
	m.shelf = w.Enter(actorStore, sStored, sim.None, sim.Pair{})
	m.asking = w.Enter(actorClient, sWaits, actorClient, sim.Pair{})
	m.try(w)
}

// Handle implements sim.Model.
func (m *model) Handle(w *sim.World, e sim.Event) {
	switch e.Kind {
	case evArrive:
		m.arrive(w, e.Message)
	case evTick:
		m.work(w)
	case evBack:
		m.back(w)
	case evAnswer:
		m.told(w, e.Message)
	case evTimeout:
		m.timeout(w)
	}
}

// try sends the request, or the two of a double click.
func (m *model) try(w *sim.World) {
	m.tries++
	m.send(w)
	if m.tries == 1 && m.v.On(pDouble) {
		m.send(w)
	}
	m.timer = w.After(m.v.Millis(pTimeout), sim.Event{Rank: rankTimeout, Kind: evTimeout})
}

func (m *model) send(w *sim.World) {
	slot := m.sent
	m.sent++
	key := int64(0)
	if m.v.On(pFresh) {
		key = int64(slot)
	}
	m.last = w.Record(actorClient, kSend, m.last, sim.Args{int64(slot), key, m.tries, flag(m.mode > setting)})
	msg := w.Send(actorClient, actorServer, msgRequest, sim.Pair{int64(slot), key}, sim.Link{
		Delay: hop, Lossy: m.v.On(pLossy), Question: "What becomes of the request?",
		Rank: rankServer, ArriveAs: evArrive, SentEntry: m.last,
	})
	m.lose(w, msg, actorClient, kLostRequest)
}

// lose records that a message was lost, if it was, at its sender.
func (m *model) lose(w *sim.World, msg int, who sim.ActorID, kind uint8) {
	if msg < 0 || w.Message(int32(msg)).Fate != sim.Gone {
		return
	}
	w.Record(who, kind, int(w.Message(int32(msg)).SentEntry), sim.Args{w.Message(int32(msg)).Arg[0]})
	w.Settle(int32(msg), sim.Gone, -1)
}

// timeout lets the client ask again, or give up.
func (m *model) timeout(w *sim.World) {
	if m.tries < m.v.At(pTries) {
		m.try(w)
		return
	}
	m.last = w.Record(actorClient, kGiveUp, m.last, sim.Args{m.tries})
	m.done = true
	w.Leave(m.asking)
}

// told lets an answer reach the client. The first one ends its waiting.
func (m *model) told(w *sim.World, msg int32) {
	at := w.Record(actorClient, kTold, int(w.Message(msg).SentEntry), sim.Args{m.tries, flag(m.done)})
	w.Settle(msg, sim.Arrived, at)
	w.Cancel(m.timer)
	m.done = true
	w.Leave(m.asking)
}

func flag(on bool) int64 {
	if on {
		return 1
	}
	return 0
}
