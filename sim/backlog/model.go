package backlog

import "fencepost/sim"

// Ranks: the order within one instant that the package comment states. Those
// of consumers follow rankDone.
const (
	rankDone uint8 = iota
	_
	_
	rankCome
	rankBurst
	rankGiveUp
	rankEnd
)

// Events. Event.N is the message.
const (
	evDone uint8 = iota
	evCome
	evBurst
	evGiveUp
	evEnd
)

// maxMessages is how many can come: 20 steady ones at most, and the burst.
const maxMessages = 20 + 12

// message is one that came.
type message struct {
	came  sim.Millis
	entry int
	limit sim.Ticket // when its sender gives up
}

// consumer is what one consumer is doing.
type consumer struct {
	busy    bool
	message int32
	entry   int
	lane    int
}

// model is the state of one run.
type model struct {
	v         *sim.Values
	messages  [maxMessages]message
	came      int32 // how many have come
	line      [maxMessages]int32
	first     int // of those that wait, in line
	waiting   int64
	consumers [3]consumer
	bar       int
	shown     int64 // how many the bar says wait
}

// Start implements sim.Model.
func (m *model) Start(w *sim.World, v *sim.Values) {
	*m = model{v: v}
	m.bar = w.Enter(actorQueue, sWaiting, sim.None, sim.Pair{})
	w.Schedule(0, sim.Event{Rank: rankCome, Kind: evCome})
	if v.At(pBurst) > 0 {
		w.Schedule(burstAt, sim.Event{Rank: rankBurst, Kind: evBurst})
	}
	w.Schedule(end, sim.Event{Rank: rankEnd, Kind: evEnd})
}

// Handle implements sim.Model.
func (m *model) Handle(w *sim.World, e sim.Event) {
	switch e.Kind {
	case evCome:
		m.steady(w)
	case evBurst:
		m.burst(w)
	case evDone:
		m.done(w, e.Actor)
	case evGiveUp:
		w.Record(actorQueue, kGiveUp, m.messages[e.N].entry, sim.Args{int64(e.N), m.v.At(pPatience)})
	case evEnd:
		w.Record(actorQueue, kEnd, -1, sim.Args{m.waiting})
	}
	m.show(w)
}

// steady lets one message come, and plans the next.
func (m *model) steady(w *sim.World) {
	n := m.came
	kind := kCome
	taker, in := m.accept(w)
	if !in {
		kind = kTurn
	}
	at := w.Record(actorQueue, kind, -1, sim.Args{int64(n), int64(taker), m.waiting})
	m.caused(w, n, taker, at)
	if next := w.Now().Add(m.v.Millis(pEvery)); next < end {
		w.Schedule(next, sim.Event{Rank: rankCome, Kind: evCome})
	}
}

// burst lets many come at once.
func (m *model) burst(w *sim.World) {
	first := m.came
	var takers [maxMessages]sim.ActorID
	var taken, turned int64
	for i := range m.v.At(pBurst) {
		taker, in := m.accept(w)
		takers[i] = taker
		switch {
		case !in:
			turned++
		case taker != actorQueue:
			taken++
		}
	}
	at := w.Record(actorQueue, kBurst, -1, sim.Args{m.v.At(pBurst), taken, turned, m.waiting})
	for i := range int32(m.v.At(pBurst)) {
		m.caused(w, first+i, takers[i], at)
	}
}

// caused notes the entry in which a message came, and hands it to its taker.
func (m *model) caused(w *sim.World, n int32, taker sim.ActorID, entry int) {
	m.messages[n].entry = entry
	if taker != actorQueue {
		m.of(taker).entry = entry
		w.Told(actorQueue, taker, 0, sim.Pair{int64(n)}, entry)
	}
}

// accept is what becomes of a message that comes: in is false where it is
// turned away, and taker is the queue where it waits.
func (m *model) accept(w *sim.World) (taker sim.ActorID, in bool) {
	n := m.came
	m.came++
	m.messages[n] = message{came: w.Now()}
	for i := range sim.ActorID(m.v.At(pConsumers)) {
		if who := actorA + i; !m.of(who).busy {
			m.begin(w, who, n)
			return who, true
		}
	}
	if m.v.On(pBounded) && m.waiting >= m.v.At(pRoom) {
		return actorQueue, false
	}
	m.line[m.first+int(m.waiting)] = n
	m.waiting++
	if limit := w.Now().Add(m.v.Millis(pPatience)); limit <= end {
		m.messages[n].limit = w.Schedule(limit, sim.Event{Rank: rankGiveUp, Kind: evGiveUp, N: n})
	}
	return actorQueue, true
}

func (m *model) of(who sim.ActorID) *consumer { return &m.consumers[who-actorA] }

// begin gives a consumer a message to work on.
func (m *model) begin(w *sim.World, who sim.ActorID, n int32) {
	c := m.of(who)
	c.busy, c.message = true, n
	c.lane = w.Enter(who, sWorks, who, sim.Pair{int64(n)})
	done := w.Now().Add(m.v.Millis(pWork))
	w.Until(c.lane, done)
	if done <= end {
		w.Schedule(done, sim.Event{Rank: rankDone + uint8(who-actorA), Kind: evDone, Actor: who})
	}
}

// done frees a consumer, which takes the next message if there is one.
func (m *model) done(w *sim.World, who sim.ActorID) {
	c := m.of(who)
	finished := int64(c.message)
	if m.waiting == 0 {
		c.busy = false
		w.Record(who, kDone, c.entry, sim.Args{finished})
		return
	}
	n := m.line[m.first]
	m.first++
	m.waiting--
	w.Cancel(m.messages[n].limit)
	waited := w.Now() - m.messages[n].came
	c.entry = w.Record(who, kTake, c.entry, sim.Args{finished, int64(n), int64(waited), m.waiting})
	w.Told(actorQueue, who, 0, sim.Pair{int64(n)}, c.entry)
	m.begin(w, who, n)
}

// show begins a new bar where the number of waiting messages has changed.
func (m *model) show(w *sim.World) {
	if m.shown == m.waiting {
		return
	}
	m.shown = m.waiting
	w.Leave(m.bar)
	m.bar = w.Enter(actorQueue, sWaiting, sim.None, sim.Pair{m.waiting})
}
