package lease

import "fencepost/sim"

// reading is what the judge gathers while it reads a trace once.
type reading struct {
	holder       sim.ActorID
	top          int64 // highest token granted
	handover     int   // entry of the grant to B, -1 for none
	back         int   // entry at which A resumed, -1 for none
	fell         int   // entry at which A stalled or crashed, -1 for none
	crashed      bool
	running      bool // A was running at the handover
	lateWrite    int  // entry of A's write after the handover, -1 for none
	refused      int  // entry of the first refusal
	stale        int  // entry of the first stale write accepted
	lastAccept   int
	stored       int // entry of the first accepted write
	storedByB    int
	stop         int // entry at which A stopped by itself or lost
	deadline     int
	beforeResume bool // B had stored something before A was back
}

// read goes through the trace.
func read(t *sim.Trace) reading {
	r := reading{
		holder: sim.None, handover: -1, back: -1, fell: -1, lateWrite: -1, refused: -1, stale: -1,
		lastAccept: -1, stored: -1, storedByB: -1, stop: -1, deadline: -1,
	}
	for i := range t.Marks {
		r.entry(i, &t.Marks[i])
	}
	return r
}

func (r *reading) entry(i int, m *sim.Mark) {
	switch m.Kind {
	case kGrant:
		r.grant(i, m)
	case kStall, kCrash:
		r.fell, r.crashed = i, m.Kind == kCrash
	case kWrite:
		r.resume(i, m.Arg[1])
		if m.Actor != r.holder {
			first(&r.lateWrite, i)
		}
	case kStop:
		r.resume(i, m.Arg[0])
		first(&r.stop, i)
	case kLost:
		first(&r.stop, i)
	case kAccept:
		r.accept(i, sim.ActorID(m.Arg[1]))
	case kRefuse:
		first(&r.refused, i)
	case kDeadline:
		first(&r.deadline, i)
	}
}

// first keeps the earliest entry.
func first(at *int, i int) {
	if *at < 0 {
		*at = i
	}
}

func (r *reading) grant(i int, m *sim.Mark) {
	if r.holder != sim.None && r.holder != m.Actor {
		r.handover = i
		r.running = (r.fell < 0 || r.back >= 0) && r.stop < 0
	}
	r.holder = m.Actor
	r.top = max(r.top, m.Arg[0])
}

func (r *reading) resume(i int, flags int64) {
	if flags&resumed != 0 {
		r.back = i
		r.beforeResume = r.storedByB >= 0
	}
}

func (r *reading) accept(i int, of sim.ActorID) {
	r.lastAccept = i
	first(&r.stored, i)
	if of != r.holder {
		first(&r.stale, i)
	}
	if of == actorB {
		first(&r.storedByB, i)
	}
}

// needless reports whether the handover gained nothing: A had not crashed, and
// it was running then, or again before B had stored anything. A worker that has
// stopped by itself is not running.
func (r *reading) needless() bool {
	switch {
	case r.handover < 0, r.stop >= 0 && r.stop < r.handover:
		return false
	case r.running:
		return true
	}
	return !r.crashed && r.back >= 0 && !r.beforeResume
}

// judge finds which invariants broke, and the verdict in them.
func judge(t *sim.Trace) sim.Judgement {
	r := read(t)
	j := sim.AllHold()
	breakAt(&j, noStaleWrite, r.stale)
	breakAt(&j, doneInTime, r.deadline)
	breakAt(&j, noLateWriter, r.lateWrite)
	if r.lastAccept >= 0 && t.Marks[r.lastAccept].Arg[0] < r.top && !t.Cut {
		j.Break(highestTokenLast, r.lastAccept)
	}
	if r.needless() {
		j.Break(noNeedlessHandover, r.handover)
	}
	decide(&j, &r)
	return j
}

func breakAt(j *sim.Judgement, invariant, entry int) {
	if entry >= 0 {
		j.Break(invariant, entry)
	}
}

// severity is the order in which broken invariants name the verdict: the worst
// first.
var severity = [...]struct {
	invariant int
	verdict   uint8
}{
	{highestTokenLast, vUnsafe},
	{noStaleWrite, vLucky},
	{doneInTime, vStuck},
	{noLateWriter, vSplit},
	{noNeedlessHandover, vNeedless},
}

func decide(j *sim.Judgement, r *reading) {
	for _, s := range severity {
		if at := j.Broken[s.invariant]; at != sim.Holds {
			j.Verdict, j.Entry = s.verdict, at
			return
		}
	}
	j.Verdict, j.Entry = vSafe, int32(r.lastAccept)
}

// final is whose result storage holds: an actor's id, or "nothing".
func final(t *sim.Trace) string {
	r := read(t)
	switch {
	case r.lastAccept < 0:
		return "nothing"
	case sim.ActorID(t.Marks[r.lastAccept].Arg[1]) == actorA:
		return "a"
	}
	return "b"
}
