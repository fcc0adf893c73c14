package backoff

import "fencepost/sim"

// Ranks: the order within one instant that the package comment states.
const (
	rankService uint8 = iota
	rankJobs          // job 1; the others follow
)

// Events.
const (
	evUp uint8 = iota
	evFree
	evCall
)

// job is one that needs the service.
type job struct {
	tries int64
	entry int
	bar   int
}

// model is the state of one run.
type model struct {
	v    *sim.Values
	jobs [3]job
	up   bool
	busy bool
}

// Start implements sim.Model.
func (m *model) Start(w *sim.World, v *sim.Values) {
	*m = model{v: v, up: v.Millis(pOutage) == 0}
	if !m.up {
		w.Until(w.Enter(actorService, sDown, actorService, sim.Pair{}), v.Millis(pOutage))
		w.Schedule(v.Millis(pOutage), sim.Event{Rank: rankService, Kind: evUp})
	} else {
		w.Enter(actorService, sUp, actorService, sim.Pair{})
	}
	for i := range sim.ActorID(v.At(pJobs)) {
		m.jobs[i] = job{entry: -1, bar: -1}
		w.Schedule(0, sim.Event{Rank: rankJobs + uint8(i), Kind: evCall, Actor: actorOne + i})
	}
}

// Handle implements sim.Model.
func (m *model) Handle(w *sim.World, e sim.Event) {
	switch e.Kind {
	case evUp:
		m.up = true
		w.Record(actorService, kUp, -1, sim.Args{})
		w.Enter(actorService, sUp, actorService, sim.Pair{})
	case evFree:
		m.busy = false
	case evCall:
		m.call(w, e.Actor)
	}
}

// call is one try of a job.
func (m *model) call(w *sim.World, who sim.ActorID) {
	j := &m.jobs[who]
	j.tries++
	w.Leave(j.bar)
	switch {
	case !m.up:
		m.inVain(w, who, kFail)
	case m.busy:
		m.inVain(w, who, kRefuse)
	default:
		j.entry = w.Record(who, kServe, j.entry, sim.Args{j.tries})
		w.Settle(w.Told(who, actorService, 0, sim.Pair{}, j.entry), sim.Taken, j.entry)
		m.busy = true
		w.After(takes, sim.Event{Rank: rankService, Kind: evFree})
	}
}

// inVain is a call that came to nothing: the job waits, or is set aside.
func (m *model) inVain(w *sim.World, who sim.ActorID, kind uint8) {
	j := &m.jobs[who]
	last := j.tries == m.v.At(pTries)
	wait := sim.Millis(0)
	if !last {
		wait = m.delay(w, who, j.tries)
	}
	j.entry = w.Record(who, kind, j.entry, sim.Args{j.tries, int64(wait)})
	fate := sim.Rejected
	if kind == kFail {
		fate = sim.Arrived
	}
	w.Settle(w.Told(who, actorService, 0, sim.Pair{}, j.entry), fate, j.entry)
	if last {
		w.Record(who, kAside, j.entry, sim.Args{j.tries})
		return
	}
	j.bar = w.Enter(who, sWaits, who, sim.Pair{int64(wait)})
	w.After(wait, sim.Event{Rank: rankJobs + uint8(who), Kind: evCall, Actor: who})
}

var (
	jitterAsked   = [3]string{"How long does job 1 wait?", "How long does job 2 wait?", "How long does job 3 wait?"}
	jitterOptions = []string{"for all of its delay", "for half of its delay"}
)

// delay is how long a job waits after its n-th try, counted from 1.
func (m *model) delay(w *sim.World, who sim.ActorID, n int64) sim.Millis {
	d := m.v.Millis(pDelay)
	if m.v.On(pDoubling) {
		d = min(d<<(n-1), maxDelay)
	}
	if m.v.On(pJitter) && w.Choose(jitterAsked[who], jitterOptions) == 1 {
		d /= 2
	}
	return d
}
