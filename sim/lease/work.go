package lease

import "fencepost/sim"

// Flags of a write or a stop.
const (
	resumed int64 = 1 << iota
	checked
	late // the lease had been granted on
)

// freeze stops A just before its write, for a while or for good.
func (m *model) freeze(w *sim.World) {
	a := &m.workers[actorA]
	if a.quit {
		return
	}
	if m.v.On(pCrash) {
		m.stalled = w.Record(actorA, kCrash, -1, sim.Args{})
		w.Enter(actorA, sCrashed, actorA, sim.Pair{})
		m.quit(w, actorA)
		return
	}
	if m.v.On(pCheck) && m.v.At(pPause) == pauseBetween && !m.check(w) {
		return
	}
	length := m.v.Millis(pFreeze)
	m.stalled = w.Record(actorA, kStall, -1, sim.Args{int64(length)})
	m.frozen = w.Enter(actorA, sFrozen, actorA, sim.Pair{int64(length)})
	w.Until(m.frozen, w.Now().Add(length))
	a.frozen = true
	w.After(length, sim.Event{Rank: rankA, Kind: evWake, Actor: actorA})
}

// check lets A look at its lease before the freeze and reports whether it
// goes on.
func (m *model) check(w *sim.World) bool {
	left := m.workers[actorA].until.Sub(w.Now())
	if left <= 0 {
		m.stop(w, 0, left)
		return false
	}
	w.Record(actorA, kCheck, -1, sim.Args{int64(left)})
	return true
}

func (m *model) stop(w *sim.World, flags int64, left sim.Millis) {
	w.Record(actorA, kStop, m.stalled, sim.Args{flags, int64(-left)})
	m.quit(w, actorA)
}

// wake lets A go on where it froze: the write first, then what fell due.
func (m *model) wake(w *sim.World) {
	a := &m.workers[actorA]
	a.frozen = false
	if m.v.On(pCheck) && m.v.At(pPause) == pauseBefore {
		m.writeChecked(w, resumed)
	} else {
		m.write(w, actorA, resumed, 0)
	}
	if a.overdue && !a.quit {
		w.Schedule(w.Now(), sim.Event{Rank: rankRenewal, Kind: evRenew, Actor: actorA})
	}
}

// ready lets a worker write the result that it has ready.
func (m *model) ready(w *sim.World, of sim.ActorID) {
	switch {
	case m.workers[of].quit:
	case of == actorA && m.v.On(pCheck):
		m.writeChecked(w, 0)
	default:
		m.write(w, of, 0, 0)
	}
}

// writeChecked lets A look at its lease and write at once, or stop.
func (m *model) writeChecked(w *sim.World, flags int64) {
	left := m.workers[actorA].until.Sub(w.Now())
	if left <= 0 {
		m.stop(w, flags, left)
		return
	}
	m.write(w, actorA, flags|checked, left)
}

// write sends a worker's result to storage.
func (m *model) write(w *sim.World, of sim.ActorID, flags int64, left sim.Millis) {
	cause := m.granted
	if of == actorA {
		cause = m.stalled
	}
	if m.holder != of {
		flags |= late
	}
	k := &m.workers[of]
	if left == 0 {
		left = k.until.Sub(w.Now())
	}
	at := w.Record(of, kWrite, cause, sim.Args{k.token, flags, int64(left)})
	w.Send(of, actorStorage, msgWrite, sim.Pair{k.token}, sim.Link{
		Delay: m.v.Millis(pWrite), Rank: rankStorage, ArriveAs: evArrive, SentEntry: at,
	})
}

// arrive lets storage take or refuse a write.
func (m *model) arrive(w *sim.World, e sim.Event) {
	msg := w.Message(e.Message)
	token, of, sent := msg.Arg[0], msg.From, int(msg.SentEntry)
	if m.v.On(pFencing) && token < m.seen {
		at := w.Record(actorStorage, kRefuse, sent, sim.Args{token, int64(of), m.seen})
		w.Settle(e.Message, sim.Rejected, at)
		m.quit(w, of)
		return
	}
	at := w.Record(actorStorage, kAccept, sent, sim.Args{token, int64(of), m.value, int64(m.writer)})
	w.Settle(e.Message, sim.Taken, at)
	m.store(w, of, token)
	m.quit(w, of)
}

// store keeps a result; the first one ends the job.
func (m *model) store(w *sim.World, of sim.ActorID, token int64) {
	m.value, m.writer = token, of
	m.seen = max(m.seen, token)
	m.show(w)
	m.done = true
	w.Cancel(m.deadline)
	if m.holder == actorA {
		w.Cancel(m.expiry)
	}
}

// show begins a new bar for what storage holds.
func (m *model) show(w *sim.World) {
	w.Leave(m.register)
	known := int64(0)
	if m.v.On(pFencing) {
		known = m.seen
	}
	m.register = w.Enter(actorStorage, sRegister, m.writer, sim.Pair{known, m.value})
}
