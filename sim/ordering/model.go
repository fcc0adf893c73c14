package ordering

import "fencepost/sim"

// Ranks: the order within one instant that the package comment states.
const (
	rankArrival uint8 = iota
	rankA
	rankC
	rankB
)

// Events.
const (
	evWrite  uint8 = iota // a process writes
	evArrive              // a write reaches a process
)

// process is what one process holds and reads.
type process struct {
	held    set
	lamport int64
	vector  vector
	bar     int // of what it holds
}

// model is the state of one run.
type model struct {
	v       *sim.Values
	procs   [processes]process
	writes  [processes]stamp
	entries [processes]int // of the writes
	answers int            // entry at which B received what it answers
}

// Start implements sim.Model.
func (m *model) Start(w *sim.World, v *sim.Values) {
	*m = model{v: v}
	for i := range m.procs {
		m.procs[i].bar = -1
	}
	w.Schedule(sim.Second, sim.Event{Rank: rankA, Kind: evWrite, Actor: actorA})
	if v.On(pThird) {
		w.Schedule(v.Millis(pCAt), sim.Event{Rank: rankC, Kind: evWrite, Actor: actorC})
	}
}

// Handle implements sim.Model.
func (m *model) Handle(w *sim.World, e sim.Event) {
	if e.Kind == evWrite {
		m.write(w, e.Actor)
		return
	}
	m.arrive(w, e)
}

// wall is what a process's clock shows.
func (m *model) wall(w *sim.World, of sim.ActorID) sim.Millis {
	switch of {
	case actorB:
		return w.Now().Add(m.v.Millis(pSkew))
	case actorC:
		return w.Now().Add(m.v.Millis(pCSkew))
	}
	return w.Now()
}

// tick counts one event of a process.
func (m *model) tick(of sim.ActorID) *process {
	p := &m.procs[of]
	p.lamport++
	p.vector[of]++
	return p
}

// write lets a process write, hold its own write or not, and tell the others.
func (m *model) write(w *sim.World, of sim.ActorID) {
	p, id := m.tick(of), int(of)
	m.writes[id] = stamp{m.wall(w, of), p.lamport, p.vector}
	cause := -1
	if of == actorB {
		cause = m.answers
	}
	m.entries[id] = m.decide(w, of, id, kWrite, cause)
	for to := range sim.ActorID(processes) {
		if to != of {
			m.send(w, of, to)
		}
	}
}

// send tells another process of one's own write.
func (m *model) send(w *sim.World, of, to sim.ActorID) {
	w.Send(of, to, uint8(m.v.At(pRule)), sim.Pair{int64(of), m.reads(of)}, sim.Link{
		Delay: m.delay(of, to), Rank: rankArrival, ArriveAs: evArrive, SentEntry: m.entries[of],
	})
}

// reads is the reading by which the rule compares.
func (m *model) reads(of sim.ActorID) int64 {
	s := &m.writes[of]
	switch m.v.At(pRule) {
	case byWall:
		return int64(s.wall)
	case byLamport:
		return s.lamport
	}
	return s.vector.pack()
}

func (m *model) delay(of, to sim.ActorID) sim.Millis {
	switch {
	case of != actorA:
		return m.v.Millis(pLink)
	case to == actorB:
		return m.v.Millis(pDelay)
	}
	return m.v.Millis(pSlow)
}

// arrive lets a process receive a write.
func (m *model) arrive(w *sim.World, e sim.Event) {
	msg := w.Message(e.Message)
	id := int(msg.Arg[0])
	s, p := &m.writes[id], &m.procs[e.Actor]
	p.lamport = max(p.lamport, s.lamport)
	p.vector.join(s.vector)
	m.tick(e.Actor)
	at := m.decide(w, e.Actor, id, kTake, int(msg.SentEntry))
	w.Settle(e.Message, sim.Arrived, at)
	if e.Actor == actorB && msg.From == actorA {
		m.answers = at
		w.After(m.v.Millis(pThink), sim.Event{Rank: rankB, Kind: evWrite, Actor: actorB})
	}
}

// decide lets a replica meet a write, records what it does and returns the
// entry.
func (m *model) decide(w *sim.World, of sim.ActorID, id int, kind uint8, cause int) int {
	p := &m.procs[of]
	before := p.held
	p.held = m.kept(before, id)
	switch {
	case kind == kWrite:
	case !p.held.has(id):
		kind = kKeep
	case before&p.held != 0:
		kind = kBoth
	}
	what := packed{id, before, p.held, int(m.v.At(pRule)), m.tied(before, id)}
	at := w.Record(of, kind, cause, sim.Args{what.number(), int64(m.wall(w, of)), p.lamport, p.vector.pack()})
	if p.held != before {
		w.Leave(p.bar)
		p.bar = w.Enter(of, sHolds, sim.ActorID(p.held.first()), sim.Pair{int64(p.held)})
	}
	return at
}

// kept is what a replica holds that held some writes and meets another.
func (m *model) kept(held set, id int) set {
	switch rule := m.v.At(pRule); {
	case held == 0 || rule == byArrival:
		return only(id)
	case rule == byVector:
		return m.keptByVector(held, id)
	case m.later(id, held.first()):
		return only(id)
	}
	return held
}

// later reports whether the rule puts one write after another.
func (m *model) later(id, than int) bool {
	if a, b := m.number(id), m.number(than); a != b {
		return a > b
	}
	return id > than
}

// number is the reading of a write that the rule takes for its place in time.
func (m *model) number(id int) int64 {
	if m.v.At(pRule) == byLamport {
		return m.writes[id].lamport
	}
	return int64(m.writes[id].wall)
}

// tied reports whether only the names told two writes apart.
func (m *model) tied(held set, id int) bool {
	rule := m.v.At(pRule)
	return held != 0 && (rule == byWall || rule == byLamport) && m.number(id) == m.number(held.first())
}

// keptByVector drops what came before what is kept, and nothing else.
func (m *model) keptByVector(held set, id int) set {
	out := held.and(id)
	for w := range processes {
		if !held.has(w) {
			continue
		}
		if m.writes[id].vector.before(m.writes[w].vector) {
			return held
		}
		if m.writes[w].vector.before(m.writes[id].vector) {
			out = out.without(w)
		}
	}
	return out
}
