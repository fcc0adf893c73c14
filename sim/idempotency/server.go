package idempotency

import "fencepost/sim"

// arrive gives the server a request, unless it is down.
func (m *model) arrive(w *sim.World, msg int32) {
	k := w.Message(msg)
	slot, key := k.Arg[0], k.Arg[1]
	if m.down {
		at := w.Record(actorServer, kTurnedAway, int(k.SentEntry), sim.Args{slot})
		w.Settle(msg, sim.Gone, at)
		return
	}
	at := w.Record(actorServer, kArrive, int(k.SentEntry), sim.Args{slot, key, flag(m.mode > setting)})
	w.Settle(msg, sim.Arrived, at)
	m.requests[slot] = request{next: m.begin(), key: key, entry: at}
	if m.busy < 0 {
		m.busy = w.Enter(actorServer, sWorks, actorServer, sim.Pair{})
		w.After(tick, sim.Event{Rank: rankServer, Kind: evTick})
	}
}

// begin is the server's first step with a request.
func (m *model) begin() phase {
	switch m.mode {
	case noKey, setting:
		return toBook
	case keyBefore:
		return toKey
	}
	return toLook
}

// Which request goes on, as a choice offers it: by its place.
var requestNames = [slots]string{"the first request", "the second request", "the third request", "the fourth request", "the fifth request"}

// work makes one step with one request.
func (m *model) work(w *sim.World) {
	m.options = m.options[:0]
	for i := range m.requests {
		if m.requests[i].next != idle {
			m.movers[len(m.options)] = i
			m.options = append(m.options, requestNames[i])
		}
	}
	slot := m.movers[w.Choose("Which request does the server go on with?", m.options)]
	if w.Stopped() || m.crashes(w, slot) {
		return
	}
	m.step(w, slot)
	for i := range m.requests {
		if m.requests[i].next != idle {
			w.After(tick, sim.Event{Rank: rankServer, Kind: evTick})
			return
		}
	}
	m.rest(w)
}

func (m *model) rest(w *sim.World) {
	w.Leave(m.busy)
	m.busy = -1
}

// Whether the server crashes, by what it is about to do.
var (
	crashOptions = []string{"it goes on", "it crashes"}
	crashAsked   = [...]string{
		toBook: "What does the server do, about to book?", toKey: "What does the server do, about to store the key?",
		toCommit: "What does the server do, about to commit?", toAnswer: "What does the server do, about to answer?",
	}
)

// crashes asks whether the server crashes instead of the step that is next,
// and lets it.
func (m *model) crashes(w *sim.World, slot int) bool {
	r := &m.requests[slot]
	if !m.v.On(pCrash) || r.next == toLook || w.Choose(crashAsked[r.next], crashOptions) == 0 {
		return false
	}
	w.Record(actorServer, kCrash, r.entry, sim.Args{int64(r.next)})
	m.requests, m.memory = [slots]request{}, [slots]bool{}
	m.down = true
	m.rest(w)
	w.Until(w.Enter(actorServer, sDown, actorServer, sim.Pair{}), w.Now().Add(backAfter))
	w.After(backAfter, sim.Event{Rank: rankAnswer, Kind: evBack})
	return true
}

func (m *model) back(w *sim.World) {
	m.down = false
	w.Record(actorServer, kBack, -1, sim.Args{flag(m.mode == inMemory)})
}

func (m *model) step(w *sim.World, slot int) {
	r := &m.requests[slot]
	switch r.next {
	case toLook:
		m.look(w, r)
	case toBook:
		m.book(w, r)
	case toKey:
		m.storeKey(w, r)
	case toCommit:
		m.commit(w, r)
	case toAnswer:
		m.answer(w, slot)
	}
}

func (m *model) known(key int64) bool { return m.keys[key] || m.memory[key] }

func (m *model) look(w *sim.World, r *request) {
	found := m.known(r.key)
	r.entry = w.Record(actorServer, kLook, r.entry, sim.Args{r.key, flag(found), flag(m.mode == inMemory)})
	switch {
	case found:
		r.next = toAnswer
	case m.mode == keyWith:
		r.next = toCommit
	default:
		r.next = toBook
	}
}

// book books the payment, or sets the order to paid.
func (m *model) book(w *sim.World, r *request) {
	m.booked++
	if m.mode == setting {
		r.entry = w.Record(actorStore, kBook, r.entry, sim.Args{1, 1, flag(m.booked > 1)})
		m.booked = 1
	} else {
		r.entry = w.Record(actorStore, kBook, r.entry, sim.Args{m.booked})
	}
	m.written(w, r, true)
	r.next = toAnswer
	if m.mode == inMemory || m.mode == keyAfter {
		r.next = toKey
	}
}

// storeKey stores a request's key, before the effect or after it.
func (m *model) storeKey(w *sim.World, r *request) {
	r.next = toAnswer
	if m.mode == inMemory {
		m.memory[r.key] = true
		r.entry = w.Record(actorServer, kKey, r.entry, sim.Args{r.key, 0, inMemory})
		return
	}
	found := m.keys[r.key]
	m.keys[r.key] = true
	r.entry = w.Record(actorStore, kKey, r.entry, sim.Args{r.key, flag(found), m.mode})
	m.written(w, r, !found)
	if m.mode == keyBefore && !found {
		r.next = toBook
	}
}

// commit stores the key and books, or does neither.
func (m *model) commit(w *sim.World, r *request) {
	found := m.keys[r.key]
	if !found {
		m.keys[r.key] = true
		m.booked++
	}
	r.entry = w.Record(actorStore, kCommit, r.entry, sim.Args{m.booked, flag(found), r.key})
	m.written(w, r, !found)
	r.next = toAnswer
}

// written draws a write and what the database then holds.
func (m *model) written(w *sim.World, r *request, taken bool) {
	fate := sim.Rejected
	if taken {
		fate = sim.Taken
	}
	w.Settle(w.Told(actorServer, actorStore, msgWrite, sim.Pair{}, r.entry), fate, r.entry)
	if !taken {
		return
	}
	keys := int64(0)
	for _, k := range m.keys {
		keys += flag(k)
	}
	w.Leave(m.shelf)
	m.shelf = w.Enter(actorStore, sStored, actorServer, sim.Pair{m.booked, keys})
}

// answer tells the client that the payment is booked.
func (m *model) answer(w *sim.World, slot int) {
	r := &m.requests[slot]
	at := w.Record(actorServer, kAnswer, r.entry, sim.Args{int64(slot)})
	msg := w.Send(actorServer, actorClient, msgAnswer, sim.Pair{int64(slot)}, sim.Link{
		Delay: hop, Lossy: m.v.On(pLossy), Question: "What becomes of the answer?",
		Rank: rankAnswer, ArriveAs: evAnswer, SentEntry: at,
	})
	m.lose(w, msg, actorServer, kLostAnswer)
	m.requests[slot] = request{}
}
