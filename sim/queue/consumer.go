package queue

import "fencepost/sim"

const backAfter = 2 * sim.Second // a crashed consumer is back

func (m *model) of(who sim.ActorID) *consumer { return &m.consumers[who-actorA] }

func rank(who sim.ActorID) uint8 { return rankA + uint8(who-actorA) }

// receive gives a payment to a consumer.
func (m *model) receive(w *sim.World, who sim.ActorID, n int32) {
	p, c := &m.payments[n], m.of(who)
	m.receipts++
	p.receives++
	p.receipt = m.receipts
	p.entry = w.Record(who, kReceive, p.entry, sim.Args{int64(n), m.v.At(pVisibility), p.receives, m.v.At(pAck)})
	w.Told(actorBroker, who, msgDeliver, sim.Pair{int64(n)}, p.entry)
	c.busy, c.payment, c.receipt, c.entry = true, n, p.receipt, p.entry
	c.lane = w.Enter(who, sWorks, who, sim.Pair{int64(n)})
	m.hide(w, n)
	m.show(w)
	if m.v.At(pAck) == ackBefore {
		m.acknowledge(w, who)
	}
	w.After(m.v.Millis(pWork), sim.Event{Rank: rank(who), Kind: evReady, Actor: who})
	m.planExtension(w, who)
}

func (m *model) planExtension(w *sim.World, who sim.ActorID) {
	if !m.v.On(pExtend) || m.v.At(pAck) == ackBefore {
		return
	}
	c := m.of(who)
	c.extender = w.After(m.v.Millis(pVisibility)/2, sim.Event{Rank: rank(who), Kind: evExtend, Actor: who, N: c.receipt})
}

// extend asks for the whole timeout anew.
func (m *model) extend(w *sim.World, who sim.ActorID, receipt int32) {
	c := m.of(who)
	p := &m.payments[c.payment]
	if c.paused || p.where != hidden || p.receipt != receipt {
		return
	}
	w.Record(who, kExtend, c.entry, sim.Args{int64(c.payment), int64(w.Now().Add(m.v.Millis(pVisibility)))})
	m.hide(w, c.payment)
	m.planExtension(w, who)
}

// ready is when a consumer's work is done: it pauses, or goes on.
func (m *model) ready(w *sim.World, who sim.ActorID) {
	c := m.of(who)
	length := m.v.Millis(pPause)
	if who != actorA || c.began || length == 0 {
		m.finish(w, who)
		return
	}
	c.paused = true
	c.entry = w.Record(who, kPause, c.entry, sim.Args{int64(c.payment)})
	w.Until(w.Enter(who, sPaused, who, sim.Pair{int64(length)}), w.Now().Add(length))
	w.After(length, sim.Event{Rank: rank(who), Kind: evResume, Actor: who})
}

func (m *model) resume(w *sim.World, who sim.ActorID) {
	m.of(who).paused = false
	m.finish(w, who)
}

// What a consumer does when its work is done, if it can crash.
const (
	goesOn = iota
	crashesBefore
	crashesAfter
)

var (
	askedOf      = [2]string{"What does A do now?", "What does B do now?"}
	crashOptions = []string{"it posts and goes on", "it crashes before it posts", "it crashes after it posts"}
)

// finish posts a payment, acknowledges it and frees the consumer, unless it
// crashes in between.
func (m *model) finish(w *sim.World, who sim.ActorID) {
	c := m.of(who)
	c.began = true
	w.Cancel(c.extender)
	fate := goesOn
	if m.v.On(pCrash) {
		fate = w.Choose(askedOf[who-actorA], crashOptions)
	}
	if fate == crashesBefore {
		m.crash(w, who, false)
		return
	}
	posted := m.post(w, who)
	if fate == crashesAfter {
		m.crash(w, who, posted)
		return
	}
	if posted && m.v.At(pAck) == ackAfter {
		m.acknowledge(w, who)
	}
	m.free(w, who)
}

func (m *model) free(w *sim.World, who sim.ActorID) {
	c := m.of(who)
	w.Leave(c.lane)
	c.busy = false
}

// post enters a payment in the ledger, and reports whether the ledger has it
// then.
func (m *model) post(w *sim.World, who sim.ActorID) bool {
	c := m.of(who)
	p := &m.payments[c.payment]
	sent := sim.Pair{int64(c.payment)}
	if m.v.On(pPoison) && c.payment == 0 {
		c.entry = w.Record(actorLedger, kFail, c.entry, sim.Args{0, int64(who), m.v.At(pAck)})
		w.Settle(w.Told(who, actorLedger, msgPost, sent, c.entry), sim.Rejected, c.entry)
		return false
	}
	if m.v.On(pDedupe) && p.posted > 0 {
		c.entry = w.Record(actorLedger, kSkip, c.entry, sim.Args{int64(c.payment), int64(who)})
		w.Settle(w.Told(who, actorLedger, msgPost, sent, c.entry), sim.Rejected, c.entry)
		return true
	}
	p.posted++
	m.postings++
	c.entry = w.Record(actorLedger, kPost, c.entry, sim.Args{int64(c.payment), int64(who), p.posted})
	w.Settle(w.Told(who, actorLedger, msgPost, sent, c.entry), sim.Taken, c.entry)
	w.Leave(m.ledger)
	m.ledger = w.Enter(actorLedger, sLedger, who, sim.Pair{m.postings})
	return true
}

var ackAsked = [2]string{"What becomes of A’s acknowledgement?", "What becomes of B’s acknowledgement?"}

// acknowledge tells the broker that a payment is done.
func (m *model) acknowledge(w *sim.World, who sim.ActorID) {
	c := m.of(who)
	lossy := m.v.On(pLossy)
	msg := w.Send(who, actorBroker, msgAck, sim.Pair{int64(c.payment), int64(c.receipt)}, sim.Link{
		Lossy: lossy, Twice: lossy, Question: ackAsked[who-actorA],
		Rank: rankBroker, ArriveAs: evAck, SentEntry: c.entry,
	})
	if msg >= 0 && w.Message(int32(msg)).Fate == sim.Gone {
		at := w.Record(who, kLostAck, c.entry, sim.Args{int64(c.payment)})
		w.Settle(int32(msg), sim.Gone, at)
	}
}

// crash stops a consumer, which forgets what it was doing.
func (m *model) crash(w *sim.World, who sim.ActorID, posted bool) {
	c := m.of(who)
	c.entry = w.Record(who, kCrash, c.entry, sim.Args{int64(c.payment), flag(posted), m.v.At(pAck)})
	w.Leave(c.lane)
	w.Until(w.Enter(who, sCrashed, who, sim.Pair{}), w.Now().Add(backAfter))
	w.After(backAfter, sim.Event{Rank: rankBack, Kind: evBack, Actor: who})
}

// back is when a crashed consumer can receive again.
func (m *model) back(w *sim.World, who sim.ActorID) {
	c := m.of(who)
	c.busy = false
	if m.open() {
		w.Record(who, kBack, c.entry, sim.Args{})
	}
}

// open reports whether any payment still waits for a consumer.
func (m *model) open() bool {
	for i := range m.payments {
		if p := m.payments[i].where; p == visible || p == hidden {
			return true
		}
	}
	return false
}
