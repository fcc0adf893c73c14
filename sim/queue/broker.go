package queue

import "fencepost/sim"

// Ranks: the order within one instant that the package comment states.
const (
	rankTimeout uint8 = iota
	rankBroker
	rankA
	rankB
	rankBack
	rankDeliver
)

// Events. Event.N is the payment, or the receipt, as each says.
const (
	evSend    uint8 = iota // the producer sends payment N
	evTimeout              // the timeout of payment N ends
	evAck                  // an acknowledgement reaches the broker
	evReady                // a consumer's work is done; N is its receipt
	evResume               // a consumer's pause is over
	evExtend               // half of a timeout has passed; N is the receipt
	evBack                 // a consumer is back from a crash
	evDeliver              // free consumers receive what is visible
)

// Messages.
const (
	msgSend uint8 = iota
	msgDeliver
	msgPost
	msgAck
)

// where is what has become of a payment.
type where uint8

const (
	unsent where = iota
	visible
	hidden
	gone
	dead
)

// payment is one message in the broker's hands.
type payment struct {
	where    where
	since    int32 // its place in the queue: lower is earlier
	receives int64
	receipt  int32 // of the last receive; an acknowledgement must carry it
	timeout  sim.Ticket
	posted   int64
	entry    int // its last entry
}

// consumer is what one consumer is and does.
type consumer struct {
	busy     bool // at work, paused or crashed
	paused   bool
	began    bool // it has received something before
	payment  int32
	receipt  int32
	entry    int
	lane     int
	extender sim.Ticket
}

// model is the state of one run.
type model struct {
	v         *sim.Values
	payments  [3]payment
	consumers [2]consumer
	places    int32
	receipts  int32
	postings  int64
	delivery  sim.Ticket
	queue     int // the broker's bar
	ledger    int // the ledger's bar
}

// Start implements sim.Model.
func (m *model) Start(w *sim.World, v *sim.Values) {
	*m = model{v: v}
	for i := range m.payments {
		m.payments[i].entry = -1
	}
	for i := range m.consumers {
		m.consumers[i].lane = -1
	}
	m.queue = w.Enter(actorBroker, sQueued, sim.None, sim.Pair{})
	m.ledger = w.Enter(actorLedger, sLedger, sim.None, sim.Pair{})
	for i := range v.At(pPayments) {
		w.Schedule(sim.Millis(i)*sim.Second, sim.Event{Rank: rankBroker, Kind: evSend, N: int32(i)})
	}
}

// Handle implements sim.Model.
func (m *model) Handle(w *sim.World, e sim.Event) {
	switch e.Kind {
	case evSend:
		m.send(w, e.N)
	case evTimeout:
		m.timeout(w, e.N)
	case evAck:
		m.acknowledged(w, e)
	case evReady:
		m.ready(w, e.Actor)
	case evResume:
		m.resume(w, e.Actor)
	case evExtend:
		m.extend(w, e.Actor, e.N)
	case evBack:
		m.back(w, e.Actor)
	case evDeliver:
		m.deliver(w)
		return
	}
	w.Cancel(m.delivery)
	m.delivery = w.After(0, sim.Event{Rank: rankDeliver, Kind: evDeliver})
}

func (m *model) send(w *sim.World, n int32) {
	p := &m.payments[n]
	p.entry = w.Record(actorProducer, kSend, -1, sim.Args{int64(n), m.v.At(pPayments)})
	w.Told(actorProducer, actorBroker, msgSend, sim.Pair{int64(n)}, p.entry)
	m.enqueue(w, p)
}

// enqueue makes a payment visible, behind all others.
func (m *model) enqueue(w *sim.World, p *payment) {
	m.places++
	p.where, p.since = visible, m.places
	m.show(w)
}

// timeout ends the time for which a payment is hidden.
func (m *model) timeout(w *sim.World, n int32) {
	p := &m.payments[n]
	if p.receives < m.v.At(pReceives) {
		p.entry = w.Record(actorBroker, kVisible, p.entry, sim.Args{int64(n), m.v.At(pVisibility)})
		m.enqueue(w, p)
		return
	}
	p.entry = w.Record(actorBroker, kDead, p.entry, sim.Args{int64(n), p.receives})
	p.where = dead
	m.show(w)
}

// deliver gives what is visible to who is free.
func (m *model) deliver(w *sim.World) {
	for i := range int(m.v.At(pConsumers)) {
		if n := m.first(); n >= 0 && !m.consumers[i].busy {
			m.receive(w, actorA+sim.ActorID(i), n)
		}
	}
}

// first is the payment that has been visible longest of those that may be
// handed out, -1 for none.
func (m *model) first() int32 {
	best := int32(-1)
	for i := range m.payments {
		p := &m.payments[i]
		if p.where == visible && !m.heldBack(i) && (best < 0 || p.since < m.payments[best].since) {
			best = int32(i)
		}
	}
	return best
}

// accounts are whose payments are whose.
var accounts = [3]byte{'X', 'Y', 'X'}

// heldBack reports whether a payment waits for an earlier one of its account.
func (m *model) heldBack(n int) bool {
	if !m.v.On(pKeyed) {
		return false
	}
	for i := range n {
		if at := m.payments[i].where; accounts[i] == accounts[n] && (at == visible || at == hidden) {
			return true
		}
	}
	return false
}

// hide makes a payment invisible for the whole timeout from now on.
func (m *model) hide(w *sim.World, n int32) {
	p := &m.payments[n]
	w.Cancel(p.timeout)
	p.timeout = w.After(m.v.Millis(pVisibility), sim.Event{Rank: rankTimeout, Kind: evTimeout, N: n})
	p.where = hidden
}

// acknowledged lets an acknowledgement reach the broker.
func (m *model) acknowledged(w *sim.World, e sim.Event) {
	msg := w.Message(e.Message)
	n, receipt := int32(msg.Arg[0]), int32(msg.Arg[1])
	p := &m.payments[n]
	if p.where != hidden || p.receipt != receipt {
		at := w.Record(actorBroker, kLateAck, int(msg.SentEntry), sim.Args{int64(n), int64(msg.From), flag(p.where == gone)})
		w.Settle(e.Message, sim.Rejected, at)
		return
	}
	p.entry = w.Record(actorBroker, kAck, int(msg.SentEntry), sim.Args{int64(n), int64(msg.From)})
	w.Settle(e.Message, sim.Taken, p.entry)
	p.where = gone
	w.Cancel(p.timeout)
	m.show(w)
}

func flag(on bool) int64 {
	if on {
		return 1
	}
	return 0
}

// show begins a new bar for what the broker holds.
func (m *model) show(w *sim.World) {
	var seen, unseen int64
	for i := range m.payments {
		switch m.payments[i].where {
		case visible:
			seen++
		case hidden:
			unseen++
		}
	}
	w.Leave(m.queue)
	m.queue = w.Enter(actorBroker, sQueued, sim.None, sim.Pair{seen, unseen})
}
