package outbox

import "fencepost/sim"

// Ranks: the order within one instant that the package comment states.
const (
	rankAPI uint8 = iota
	rankRelay
	rankVisible
	rankWorker
	rankTake
	rankCustomer
)

// Events. Event.N is the API's step, or the job.
const (
	evAPI uint8 = iota
	evRelay
	evMark
	evVisible
	evReady
	evBack
	evTake
	evGiveUp
)

// Messages.
const (
	msgRequest uint8 = iota
	msgCommit
	msgPublish
	msgAnswer
	msgMark
	msgTake
	msgSend
	msgAck
)

// Durations that are not parameters.
const (
	between   = sim.Second          // two steps of the API
	markAfter = 500 * sim.Millis(1) // the relay published
	backAfter = 2 * sim.Second      // a crash
	patience  = 8 * sim.Second      // of the customer
)

// maxJobs is how often one job can be published: once, and again after each
// crash of the relay.
const maxJobs = 3

// where is what has become of a job in the queue.
type where uint8

const (
	unsent where = iota
	visible
	hidden
	gone
)

// job is one message in the queue.
type job struct {
	where   where
	timeout sim.Ticket
	entry   int
}

// model is the state of one run.
type model struct {
	v       *sim.Values
	crashes int64 // that may still happen
	jobs    [maxJobs]job
	n       int // jobs published
	rows    int64
	sent    int64 // invoices
	told    bool  // the customer has an answer

	api, customer, database, queue, worker int // bars
	entry                                  int // the API's last entry
	committed                              int // entry of the commit
	relayEntry                             int
	working                                int32 // the job that the worker is at, -1 for none
	workEntry                              int
	down                                   bool // the worker has crashed and is not back
	taking                                 sim.Ticket
}

// What the database holds, for its bar.
const (
	rowsNone = iota
	rowsOrder
	rowsJob
	rowsSent
)

// Start implements sim.Model.
func (m *model) Start(w *sim.World, v *sim.Values) {
	*m = model{v: v, crashes: v.At(pCrashes), working: -1, queue: -1, worker: -1, committed: -1}
	m.entry = w.Record(actorCustomer, kRequest, -1, sim.Args{})
	w.Told(actorCustomer, actorAPI, msgRequest, sim.Pair{}, m.entry)
	m.customer = w.Enter(actorCustomer, sWaits, actorCustomer, sim.Pair{})
	m.api = w.Enter(actorAPI, sWorks, actorAPI, sim.Pair{})
	m.database = w.Enter(actorDatabase, sRows, sim.None, sim.Pair{})
	if v.At(pHow) != howThread {
		m.show(w)
	}
	w.After(between, sim.Event{Rank: rankAPI, Kind: evAPI, Actor: actorAPI})
	w.After(patience, sim.Event{Rank: rankCustomer, Kind: evGiveUp})
}

// Handle implements sim.Model.
func (m *model) Handle(w *sim.World, e sim.Event) {
	switch e.Kind {
	case evAPI:
		m.act(w, int(e.N))
	case evRelay:
		m.relay(w)
	case evMark:
		m.mark(w)
	case evVisible:
		m.visible(w, e.N)
	case evReady:
		m.ready(w)
	case evBack:
		m.back(w, e.Actor)
	case evTake:
		m.take(w)
	case evGiveUp:
		m.giveUp(w)
	}
}

// step is one step of the API.
type step uint8

const (
	stepCommit step = iota
	stepPublish
	stepAnswer
	stepSend
)

// plans are the steps of the API, by pHow.
var plans = [...][3]step{
	howThread:  {stepCommit, stepAnswer, stepSend},
	howCommit:  {stepCommit, stepPublish, stepAnswer},
	howPublish: {stepPublish, stepCommit, stepAnswer},
	howOutbox:  {stepCommit, stepAnswer, stepAnswer},
}

// planned is how many steps the API makes.
func (m *model) planned() int {
	if m.v.At(pHow) == howOutbox {
		return 2
	}
	return 3
}

// What the API can do at each of its steps.
var apiOptions = [...][]string{
	stepCommit:  {"it commits", "it crashes before it commits"},
	stepPublish: {"it publishes", "it crashes before it publishes"},
	stepAnswer:  {"it answers", "it crashes before it answers"},
	stepSend:    {"its thread sends the invoice", "it crashes before it sends the invoice"},
}

// act lets the API make its i-th step, or crash.
func (m *model) act(w *sim.World, i int) {
	s := plans[m.v.At(pHow)][i]
	if m.strikes(w, "What does the API do now?", apiOptions[s]) {
		m.crash(w, actorAPI, m.entry, int64(s), m.api)
		return
	}
	switch s {
	case stepCommit:
		m.commit(w)
	case stepPublish:
		m.publish(w, actorAPI, m.entry)
	case stepAnswer:
		m.answer(w)
	case stepSend:
		m.send(w, actorAPI, m.entry)
	}
	m.next(w, i+1)
}

// next plans the API's i-th step, or ends its part.
func (m *model) next(w *sim.World, i int) {
	if i == m.planned() {
		w.Leave(m.api)
		return
	}
	wait := between
	if i == 1 {
		wait = wait.Add(m.v.Millis(pPause))
	}
	if plans[m.v.At(pHow)][i] == stepSend {
		wait = m.v.Millis(pWork)
		w.Leave(m.api)
		m.api = w.Enter(actorAPI, sWorks, actorAPI, sim.Pair{1})
	}
	w.After(wait, sim.Event{Rank: rankAPI, Kind: evAPI, Actor: actorAPI, N: int32(i)})
}

// strikes asks whether a crash happens, while any may.
func (m *model) strikes(w *sim.World, question string, options []string) bool {
	if m.crashes == 0 || w.Choose(question, options) == 0 {
		return false
	}
	m.crashes--
	return true
}

// crash stops an actor. at says before which step.
func (m *model) crash(w *sim.World, who sim.ActorID, cause int, at int64, bar int) int {
	entry := w.Record(who, kCrash, cause, sim.Args{at})
	w.Leave(bar)
	w.Until(w.Enter(who, sCrashed, who, sim.Pair{}), w.Now().Add(backAfter))
	return entry
}

func (m *model) commit(w *sim.World) {
	outbox := m.v.At(pHow) == howOutbox
	m.entry = w.Record(actorDatabase, kCommit, m.entry, sim.Args{flag(outbox)})
	m.committed = m.entry
	w.Settle(w.Told(actorAPI, actorDatabase, msgCommit, sim.Pair{}, m.entry), sim.Taken, m.entry)
	m.rows = rowsOrder
	if outbox {
		m.rows = rowsJob
		m.relayEntry = m.entry
		w.After(m.v.Millis(pPoll), sim.Event{Rank: rankRelay, Kind: evRelay})
	}
	m.showRows(w)
}

func (m *model) showRows(w *sim.World) {
	w.Leave(m.database)
	m.database = w.Enter(actorDatabase, sRows, sim.None, sim.Pair{m.rows})
}

func (m *model) answer(w *sim.World) {
	if m.told { // the customer no longer waits
		return
	}
	m.told = true
	m.entry = w.Record(actorCustomer, kAnswer, m.entry, sim.Args{})
	w.Told(actorAPI, actorCustomer, msgAnswer, sim.Pair{}, m.entry)
	w.Leave(m.customer)
}

func (m *model) giveUp(w *sim.World) {
	if m.told {
		return
	}
	m.told = true
	w.Record(actorCustomer, kNoAnswer, 0, sim.Args{})
	w.Leave(m.customer)
}

// send sends the invoice, or finds that it was sent.
func (m *model) send(w *sim.World, who sim.ActorID, cause int) int {
	kind := kSend
	if m.v.On(pIdempotent) && m.sent > 0 {
		kind = kSkip
	} else {
		m.sent++
	}
	entry := w.Record(who, kind, cause, sim.Args{m.sent, flag(m.committed >= 0)})
	msg := w.Told(who, actorCustomer, msgSend, sim.Pair{}, entry)
	if kind == kSkip {
		w.Settle(msg, sim.Rejected, entry)
	}
	return entry
}

func flag(on bool) int64 {
	if on {
		return 1
	}
	return 0
}
