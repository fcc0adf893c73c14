package outbox

import "fencepost/sim"

// publish puts the job into the queue, once more if it was there before.
func (m *model) publish(w *sim.World, who sim.ActorID, cause int) {
	if m.n == maxJobs {
		return
	}
	entry := w.Record(actorQueue, kPublish, cause, sim.Args{int64(who), int64(m.n)})
	w.Settle(w.Told(who, actorQueue, msgPublish, sim.Pair{}, entry), sim.Taken, entry)
	m.jobs[m.n] = job{where: visible, entry: entry}
	m.n++
	m.show(w)
	m.offer(w)
	if who == actorAPI {
		m.entry = entry
	} else {
		m.relayEntry = entry
	}
}

// offer lets the worker take what is visible, at the end of this instant.
func (m *model) offer(w *sim.World) {
	w.Cancel(m.taking)
	m.taking = w.After(0, sim.Event{Rank: rankTake, Kind: evTake})
}

// What the relay can do at each of its steps.
var (
	relayPublishes = []string{"it publishes the job", "it crashes before it publishes"}
	relayMarks     = []string{"it marks the job as sent", "it crashes before it marks it"}
)

// Where the relay and the worker crash, as entries say it; the API's are its
// steps.
const (
	atRelayPublish = 10 + iota
	atRelayMark
	atWorkerSend
	atWorkerAck
)

// relay looks into the outbox, where a job stands unsent.
func (m *model) relay(w *sim.World) {
	if m.strikes(w, "What does the relay do now?", relayPublishes) {
		m.relayCrash(w, atRelayPublish)
		return
	}
	m.publish(w, actorRelay, m.relayEntry)
	w.Until(w.Enter(actorRelay, sWorks, actorRelay, sim.Pair{}), w.Now().Add(markAfter))
	w.After(markAfter, sim.Event{Rank: rankRelay, Kind: evMark})
}

func (m *model) mark(w *sim.World) {
	if m.strikes(w, "What does the relay do now?", relayMarks) {
		m.relayCrash(w, atRelayMark)
		return
	}
	entry := w.Record(actorDatabase, kMark, m.relayEntry, sim.Args{})
	w.Settle(w.Told(actorRelay, actorDatabase, msgMark, sim.Pair{}, entry), sim.Taken, entry)
	m.rows = rowsSent
	m.showRows(w)
}

func (m *model) relayCrash(w *sim.World, at int64) {
	m.relayEntry = m.crash(w, actorRelay, m.relayEntry, at, -1)
	w.After(backAfter, sim.Event{Rank: rankRelay, Kind: evBack, Actor: actorRelay})
}

// back is when a relay or a worker that crashed begins anew.
func (m *model) back(w *sim.World, who sim.ActorID) {
	if who == actorRelay {
		m.relayEntry = w.Record(who, kBack, m.relayEntry, sim.Args{})
		m.relay(w)
		return
	}
	m.down = false
	m.workEntry = w.Record(who, kBack, m.workEntry, sim.Args{})
	m.offer(w)
}

// take gives the first visible job to the worker, if it is free.
func (m *model) take(w *sim.World) {
	if m.working >= 0 || m.down {
		return
	}
	for i := range m.n {
		if m.jobs[i].where == visible {
			m.begin(w, int32(i))
			return
		}
	}
}

func (m *model) begin(w *sim.World, n int32) {
	j := &m.jobs[n]
	m.working = n
	j.where = hidden
	j.entry = w.Record(actorWorker, kTake, j.entry, sim.Args{m.v.At(pVisibility)})
	m.workEntry = j.entry
	w.Told(actorQueue, actorWorker, msgTake, sim.Pair{}, j.entry)
	m.worker = w.Enter(actorWorker, sWorks, actorWorker, sim.Pair{})
	j.timeout = w.After(m.v.Millis(pVisibility), sim.Event{Rank: rankVisible, Kind: evVisible, N: n})
	w.After(m.v.Millis(pWork), sim.Event{Rank: rankWorker, Kind: evReady})
	m.show(w)
}

func (m *model) visible(w *sim.World, n int32) {
	j := &m.jobs[n]
	j.where = visible
	j.entry = w.Record(actorQueue, kVisible, j.entry, sim.Args{m.v.At(pVisibility)})
	m.show(w)
	m.offer(w)
}

// What the worker does when its work is done.
const (
	sends = iota
	crashesBefore
	crashesAfter
)

var workerOptions = []string{"it sends and acknowledges", "it crashes before it sends", "it crashes before it acknowledges"}

// ready is when the worker's work is done.
func (m *model) ready(w *sim.World) {
	fate := sends
	if m.crashes > 0 {
		fate = w.Choose("What does the worker do now?", workerOptions)
	}
	if fate != crashesBefore {
		m.workEntry = m.send(w, actorWorker, m.workEntry)
	}
	if fate == sends {
		w.Leave(m.worker)
		m.acknowledge(w)
		m.working = -1
		m.offer(w)
		return
	}
	m.crashes--
	m.down, m.working = true, -1
	at := int64(atWorkerSend)
	if fate == crashesAfter {
		at = atWorkerAck
	}
	m.workEntry = m.crash(w, actorWorker, m.workEntry, at, m.worker)
	w.After(backAfter, sim.Event{Rank: rankWorker, Kind: evBack, Actor: actorWorker})
}

func (m *model) acknowledge(w *sim.World) {
	j := &m.jobs[m.working]
	msg := w.Told(actorWorker, actorQueue, msgAck, sim.Pair{}, m.workEntry)
	j.entry = w.Record(actorQueue, kAck, m.workEntry, sim.Args{})
	w.Settle(msg, sim.Taken, j.entry)
	j.where = gone
	w.Cancel(j.timeout)
	m.show(w)
}

// show begins a new bar for what the queue holds.
func (m *model) show(w *sim.World) {
	var seen, unseen int64
	for i := range m.n {
		switch m.jobs[i].where {
		case visible:
			seen++
		case hidden:
			unseen++
		}
	}
	w.Leave(m.queue)
	m.queue = w.Enter(actorQueue, sJobs, sim.None, sim.Pair{seen, unseen})
}
