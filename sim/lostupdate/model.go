package lostupdate

import "fencepost/sim"

// phase is what a client does next.
type phase uint8

const (
	toRead phase = iota
	toDecide
	toLook // once more, before it writes
	toWrite
	waiting // for the lock
	finished
)

// client is what one client is and knows.
type client struct {
	next    phase
	read    int64 // value that it read
	version int64 // version that it read
	sum     int64 // what it will write
	tries   int64
	entry   int // its last entry
	memory  int // its bar, -1 for none
	lane    int // its bar of having or awaiting the lock
}

// model is the state of one run.
type model struct {
	v        *sim.Values
	clients  [3]client
	n        int
	value    int64
	version  int64
	bar      int         // the row's bar
	written  int         // entry of the last accepted write, -1 for none
	locked   sim.ActorID // who has the lock
	queue    [3]sim.ActorID
	waiting  int
	options  []string
	movers   [3]sim.ActorID
	strategy int64

	repeatable bool // transactions keep the snapshot that they began with
}

// Messages.
const (
	msgRead uint8 = iota
	msgWrite
)

// Start implements sim.Model.
func (m *model) Start(w *sim.World, v *sim.Values) {
	*m = model{
		v: v, n: int(v.At(pClients)), strategy: v.At(pStrategy), value: start, version: 1,
		written: -1, locked: sim.None, options: m.options[:0], repeatable: v.At(pIsolation) == repeatable,
	}
	for i := range m.clients {
		m.clients[i] = client{entry: -1, memory: -1, lane: -1}
	}
	m.bar = w.Enter(actorRow, sRow, sim.None, sim.Pair{start, m.shownVersion(1)})
	w.After(sim.Second, sim.Event{})
}

// Handle implements sim.Model: a second has passed and one client goes on.
func (m *model) Handle(w *sim.World, _ sim.Event) {
	who, any := m.choose(w)
	if !any || w.Stopped() {
		return
	}
	m.step(w, who)
	if m.left() {
		w.After(sim.Second, sim.Event{})
	}
}

// left reports whether any client can still go on.
func (m *model) left() bool {
	for i := range m.n {
		if m.clients[i].next < waiting {
			return true
		}
	}
	return false
}

// choose asks which of the clients that can go on does.
func (m *model) choose(w *sim.World) (who sim.ActorID, any bool) {
	m.options = m.options[:0]
	for i := range m.n {
		if next := m.clients[i].next; next < waiting {
			m.movers[len(m.options)] = sim.ActorID(i)
			m.options = append(m.options, m.stepName(i, next))
		}
	}
	if len(m.options) == 0 {
		return 0, false
	}
	return m.movers[w.Choose("Who goes next?", m.options)], true
}

// stepNames are the steps as a choice offers them: fixed texts, by client and
// phase.
var stepNames = [3][4]string{
	{"A reads", "A decides", "A looks again", "A writes"},
	{"B reads", "B decides", "B looks again", "B writes"},
	{"C reads", "C decides", "C looks again", "C writes"},
}

var addNames = [3]string{"A updates", "B updates", "C updates"}

func (m *model) stepName(i int, next phase) string {
	if m.strategy == atomic {
		return addNames[i]
	}
	return stepNames[i][next]
}

func (m *model) step(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	switch {
	case m.strategy == atomic:
		m.add(w, who)
	case c.next == toRead:
		m.ask(w, who)
	case c.next == toDecide:
		m.decide(w, who)
	case c.next == toLook:
		m.look(w, who)
	default:
		m.write(w, who)
	}
}

// decide makes up a client's mind about what it will write.
func (m *model) decide(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	c.sum = c.read + amounts[who]
	c.entry = w.Record(who, kDecide, c.entry, sim.Args{c.read, amounts[who], c.sum})
	c.next = toWrite
	if m.strategy == recheck {
		c.next = toLook
	}
}

// look reads the row once more. A transaction that keeps its snapshot sees
// what it saw; otherwise a client that sees another value decides anew.
func (m *model) look(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	c.next = toWrite
	if m.repeatable {
		c.entry = w.Record(who, kLook, c.entry, sim.Args{c.read, 0, 1})
		return
	}
	changed := flag(c.version != m.version)
	c.entry = w.Record(who, kLook, c.entry, sim.Args{m.value, changed, 0})
	w.Told(actorRow, who, msgRead, sim.Pair{m.value}, c.entry)
	if changed == 0 {
		return
	}
	w.Leave(c.memory)
	c.read, c.version = m.value, m.version
	c.memory = w.Enter(who, sRemembers, who, sim.Pair{m.value})
	c.next = toDecide
}

func flag(on bool) int64 {
	if on {
		return 1
	}
	return 0
}

// ask reads the row, or waits for its lock.
func (m *model) ask(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	c.version = m.version
	if m.strategy != lock || m.locked == sim.None {
		m.read(w, who, c.entry)
		return
	}
	c.entry = w.Record(who, kWait, -1, sim.Args{int64(m.locked)})
	c.lane = w.Enter(who, sWaits, who, sim.Pair{})
	c.next = waiting
	m.queue[m.waiting] = who
	m.waiting++
}

// read gives a client the row's value, and the lock where there is one.
func (m *model) read(w *sim.World, who sim.ActorID, cause int) {
	c := &m.clients[who]
	w.Leave(c.lane)
	if m.strategy == lock {
		m.locked = who
		c.lane = w.Enter(who, sLock, who, sim.Pair{})
	}
	c.read, c.version = m.value, m.version
	c.entry = w.Record(who, kRead, cause, sim.Args{m.value, m.version, m.strategy, flag(m.repeatable)})
	w.Told(actorRow, who, msgRead, sim.Pair{m.value}, c.entry)
	if m.strategy != lock {
		c.memory = w.Enter(who, sRemembers, who, sim.Pair{m.value, m.shownVersion(m.version)})
	}
	c.next = toDecide
}

// shownVersion is the version where it matters, 0 elsewhere.
func (m *model) shownVersion(of int64) int64 {
	if m.strategy == version {
		return of
	}
	return 0
}

// write sends what the client decided.
func (m *model) write(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	w.Leave(c.memory)
	if (m.strategy == version || m.repeatable) && c.version != m.version {
		m.refuse(w, who)
		return
	}
	over := int64(0)
	if c.version != m.version {
		over = m.value
	}
	c.entry = w.Record(who, kWrite, c.entry, sim.Args{c.sum, c.read, over, amounts[who]})
	w.Settle(w.Told(who, actorRow, msgWrite, sim.Pair{c.sum}, c.entry), sim.Taken, c.entry)
	m.store(w, who, c.sum)
	m.release(w, who)
}

// refuse turns down a write whose version is no longer the row's.
func (m *model) refuse(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	at := w.Record(who, kRefuse, m.written, sim.Args{c.sum, c.version, m.version, flag(m.repeatable)})
	w.Settle(w.Told(who, actorRow, msgWrite, sim.Pair{c.sum}, at), sim.Rejected, at)
	m.again(w, who, at)
}

// again sends a client back to its beginning, unless its tries are used up.
func (m *model) again(w *sim.World, who sim.ActorID, at int) {
	c := &m.clients[who]
	c.tries++
	c.entry, c.next = at, toRead
	if c.tries >= m.v.At(pTries) {
		c.entry = w.Record(who, kGiveUp, at, sim.Args{c.tries})
		c.next = finished
	}
}

// add is the single step of an atomic update.
func (m *model) add(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	c.sum = m.value + amounts[who]
	c.entry = w.Record(who, kAdd, -1, sim.Args{c.sum, m.value, 0, amounts[who]})
	w.Settle(w.Told(who, actorRow, msgWrite, sim.Pair{amounts[who], 1}, c.entry), sim.Taken, c.entry)
	m.store(w, who, c.sum)
}

func (m *model) store(w *sim.World, who sim.ActorID, sum int64) {
	m.value, m.version = sum, m.version+1
	m.written = m.clients[who].entry
	m.clients[who].next = finished
	w.Leave(m.bar)
	m.bar = w.Enter(actorRow, sRow, who, sim.Pair{m.value, m.shownVersion(m.version)})
}

// release gives the lock back, or on to the client that asked first. A
// transaction whose snapshot is older than the row it has come to lock is
// aborted, and the lock goes on.
func (m *model) release(w *sim.World, who sim.ActorID) {
	if m.strategy != lock {
		return
	}
	m.locked = sim.None
	w.Leave(m.clients[who].lane)
	for m.waiting > 0 && m.locked == sim.None {
		m.pass(w, m.clients[who].entry)
	}
}

func (m *model) pass(w *sim.World, cause int) {
	first := m.queue[0]
	copy(m.queue[:], m.queue[1:])
	m.waiting--
	c := &m.clients[first]
	if !m.repeatable || c.version == m.version {
		m.read(w, first, cause)
		return
	}
	w.Leave(c.lane)
	m.again(w, first, w.Record(first, kAbort, cause, sim.Args{}))
}
