package lease

import "fencepost/sim"

// Ranks: the order within one instant that the package comment states.
const (
	rankExpiry uint8 = iota
	rankStorage
	rankFreeze
	rankB
	rankA
	rankRenewal
	rankDeadline
)

// Events.
const (
	evExpire   uint8 = iota // the lease ends
	evReady                 // a worker's result is ready to be written
	evFreeze                // A freezes or crashes, its result ready
	evWake                  // A wakes
	evRenew                 // a worker's renewal falls due
	evArrive                // a write reaches storage
	evDeadline              // the job must be done
)

// Messages.
const (
	msgGrant uint8 = iota
	msgRenew
	msgWrite
)

// worker is what one worker is and knows.
type worker struct {
	token   int64
	until   sim.Millis // end of its lease, as far as it knows
	renewal sim.Ticket
	overdue bool // a renewal fell due while it was frozen
	frozen  bool
	quit    bool // done, crashed, or aware that it lost: it renews no more
	lane    int  // its owner bar
	belief  int  // its bar of false belief, -1 for none
}

// model is the state of one run.
type model struct {
	v        *sim.Values
	workers  [2]worker
	holder   sim.ActorID
	expiry   sim.Ticket // of the event that looks whether the lease is over
	due      sim.Millis // when it is
	deadline sim.Ticket
	granted  int // entry of the last grant
	holds    int // the lease lane's bar
	frozen   int // A's frozen bar
	stalled  int // entry at which A froze or crashed, -1 for none

	seen     int64 // highest token that storage knows
	value    int64 // token of the stored result, 0 for none
	writer   sim.ActorID
	register int // storage's bar
	done     bool
}

// Start implements sim.Model.
func (m *model) Start(w *sim.World, v *sim.Values) {
	*m = model{v: v, stalled: -1, writer: sim.None, holder: sim.None}
	m.workers[actorA] = worker{token: tokenA, lane: -1, belief: -1}
	m.workers[actorB] = worker{token: tokenB, lane: -1, belief: -1}
	m.register = w.Enter(actorStorage, sRegister, sim.None, sim.Pair{})
	m.deadline = w.Schedule(v.Millis(pDeadline), sim.Event{Rank: rankDeadline, Kind: evDeadline})
	m.grant(w, actorA, -1)
	m.planA(w)
}

// planA schedules what ends A's work: its write, or the freeze before it.
func (m *model) planA(w *sim.World) {
	e := sim.Event{Rank: rankA, Kind: evReady, Actor: actorA}
	if m.v.On(pCrash) || m.v.At(pFreeze) > 0 {
		e = sim.Event{Rank: rankFreeze, Kind: evFreeze, Actor: actorA}
	}
	w.Schedule(m.v.Millis(pAt), e)
}

// Handle implements sim.Model.
func (m *model) Handle(w *sim.World, e sim.Event) {
	switch e.Kind {
	case evExpire:
		m.expire(w)
	case evReady:
		m.ready(w, e.Actor)
	case evFreeze:
		m.freeze(w)
	case evWake:
		m.wake(w)
	case evRenew:
		m.renew(w, e.Actor)
	case evArrive:
		m.arrive(w, e)
	case evDeadline:
		w.Record(actorStorage, kDeadline, -1, sim.Args{int64(w.Now())})
	}
}

// grant gives the lease to a worker.
func (m *model) grant(w *sim.World, to sim.ActorID, cause int) {
	k := &m.workers[to]
	atGrant := m.v.On(pFencing) && m.v.At(pLearn) == learnGrant
	m.granted = w.Record(to, kGrant, cause, sim.Args{k.token, m.v.At(pLease), flag(atGrant)})
	m.holder = to
	k.lane = w.Enter(to, sOwner, to, sim.Pair{k.token})
	m.holds = w.Enter(actorLease, sHolds, to, sim.Pair{k.token})
	m.tell(w, actorLease, to, msgGrant, k.token)
	if atGrant {
		m.seen = k.token
		m.tell(w, actorLease, actorStorage, msgGrant, k.token)
		m.show(w)
	}
	m.extend(w, k)
	m.planRenewal(w, to)
}

// tell draws a message that arrives at once and changes nothing else.
func (m *model) tell(w *sim.World, from, to sim.ActorID, kind uint8, token int64) {
	w.Told(from, to, kind, sim.Pair{token}, m.granted)
}

// extend makes the lease run for its length from now on.
func (m *model) extend(w *sim.World, k *worker) {
	k.until = w.Now().Add(m.v.Millis(pLease))
	w.Until(k.lane, k.until)
	w.Until(m.holds, k.until)
	if m.holder == actorA && !m.done {
		m.due = max(m.seenOver(k.until), w.Now())
		m.watch(w)
	}
}

// watch looks again when the lease is due to end. A renewal only moves that
// later, so the event of an earlier look stays where it is and looks again.
func (m *model) watch(w *sim.World) {
	if m.expiry == (sim.Ticket{}) {
		m.expiry = w.Schedule(m.due, sim.Event{Rank: rankExpiry, Kind: evExpire})
	}
}

// seenOver is when B sees that a lease which ends at until is over.
func (m *model) seenOver(until sim.Millis) sim.Millis {
	if m.v.At(pJudge) == judgeOwn {
		return until.Sub(m.v.Millis(pSkew))
	}
	return until
}

func (m *model) planRenewal(w *sim.World, of sim.ActorID) {
	m.workers[of].renewal = w.After(m.v.Millis(pRenew), sim.Event{Rank: rankRenewal, Kind: evRenew, Actor: of})
}

func flag(on bool) int64 {
	if on {
		return 1
	}
	return 0
}

// expire ends A's lease and lets B take it.
func (m *model) expire(w *sim.World) {
	m.expiry = sim.Ticket{}
	if w.Now() < m.due {
		m.watch(w)
		return
	}
	own := m.v.At(pJudge) == judgeOwn
	judge := actorLease
	if own {
		judge = actorB
	}
	at := w.Record(judge, kExpire, m.granted, sim.Args{flag(own), m.v.At(pSkew)})
	w.Until(m.workers[actorA].lane, w.Now())
	w.Until(m.holds, w.Now())
	m.grant(w, actorB, at)
	if a := &m.workers[actorA]; !a.quit {
		a.belief = w.Enter(actorA, sBelieves, actorA, sim.Pair{a.token})
	}
	w.After(m.v.Millis(pWork), sim.Event{Rank: rankB, Kind: evReady, Actor: actorB})
}

// renew sends a renewal that fell due.
func (m *model) renew(w *sim.World, of sim.ActorID) {
	k := &m.workers[of]
	switch {
	case k.quit:
	case k.frozen:
		k.overdue = true
	case m.unheard(w, of):
		m.planRenewal(w, of)
	case m.holder != of:
		m.lose(w, of)
	default:
		at := w.Record(of, kRenew, -1, sim.Args{int64(w.Now().Add(m.v.Millis(pLease)))})
		w.Told(of, actorLease, msgRenew, sim.Pair{k.token}, at)
		m.extend(w, k)
		m.planRenewal(w, of)
	}
}

var (
	renewalAsked   = [2]string{"What becomes of A’s renewal?", "What becomes of B’s renewal?"}
	renewalOptions = []string{"it arrives", "it is lost"}
)

// unheard reports whether a renewal is lost; what its sender knows does not
// change.
func (m *model) unheard(w *sim.World, of sim.ActorID) bool {
	if !m.v.On(pLossy) || w.Choose(renewalAsked[of], renewalOptions) == 0 {
		return false
	}
	at := w.Record(of, kUnheard, -1, sim.Args{})
	w.Settle(w.Told(of, actorLease, msgRenew, sim.Pair{m.workers[of].token}, at), sim.Gone, at)
	return true
}

// lose lets a worker learn from a refused renewal that it lost the lease.
func (m *model) lose(w *sim.World, of sim.ActorID) {
	k := &m.workers[of]
	at := w.Record(of, kLost, m.granted, sim.Args{m.workers[m.holder].token})
	w.Settle(w.Told(of, actorLease, msgRenew, sim.Pair{k.token}, at), sim.Rejected, at)
	m.quit(w, of)
}

// quit ends a worker's part.
func (m *model) quit(w *sim.World, of sim.ActorID) {
	k := &m.workers[of]
	k.quit = true
	w.Cancel(k.renewal)
	w.Leave(k.belief)
}
