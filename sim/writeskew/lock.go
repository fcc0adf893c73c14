package writeskew

import "fencepost/sim"

// ask locks a row and reads it, waits for it, or closes a circle.
func (m *model) ask(w *sim.World, who sim.ActorID, n int) {
	c, r := &m.clients[who], &m.rows[n]
	other := &m.clients[1-who]
	switch {
	case r.owner == sim.None:
		m.take(w, who, n, c.entry)
	case other.next == waiting && m.rows[other.wants].owner == who:
		c.entry = w.Record(who, kDeadlock, other.wanted, sim.Args{int64(n), int64(other.wants)})
		m.again(w, who)
	default:
		c.wanted = w.Record(who, kWait, other.entry, sim.Args{int64(n)})
		c.entry = c.wanted
		w.Leave(c.lane)
		c.lane = w.Enter(who, sWaits, who, sim.Pair{int64(n)})
		c.wants, c.next = n, waiting
	}
}

// take gives a client a row's lock and lets it read the row, unless its
// snapshot is older than the row.
func (m *model) take(w *sim.World, who sim.ActorID, n int, cause int) {
	c, r := &m.clients[who], &m.rows[n]
	if m.isolation != committed && r.changed > c.since {
		c.entry = w.Record(who, kAbort, r.written, sim.Args{int64(n)})
		m.again(w, who)
		return
	}
	r.owner = who
	c.saw[n] = r.up
	c.entry = w.Record(who, kLock, cause, sim.Args{int64(n), flag(r.up)})
	w.Told(actorOne+sim.ActorID(n), who, msgRead, sim.Pair{flag(r.up)}, c.entry)
	w.Leave(c.lane)
	both := m.rows[1-n].owner == who
	c.lane = w.Enter(who, sLock, who, sim.Pair{int64(n), flag(both)})
	c.next = toDecide
	if !both {
		c.next = toLock
	}
}

// again ends a transaction without effect; its client begins anew.
func (m *model) again(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	c.next, c.began = toRead, false
	m.end(w, who)
}

// finish ends a client's transaction, and its part in the run.
func (m *model) finish(w *sim.World, who sim.ActorID) {
	m.clients[who].next = finished
	m.end(w, who)
}

// end gives a client's locks back, and on to who waits for them.
func (m *model) end(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	w.Leave(c.lane)
	c.lane = -1
	for i := range m.rows {
		if m.rows[i].owner == who {
			m.rows[i].owner = sim.None
		}
	}
	other := &m.clients[1-who]
	if other.next == waiting && m.rows[other.wants].owner == sim.None {
		m.take(w, 1-who, other.wants, c.entry)
	}
}
