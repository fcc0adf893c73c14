package writeskew

import "fencepost/sim"

// phase is what a client does next.
type phase uint8

const (
	toRead phase = iota // both rows, or lock the first
	toLock              // the second row
	toDecide
	toWrite
	waiting // for a lock
	finished
)

// client is what one client is and knows.
type client struct {
	next   phase
	saw    [2]bool // which servers it saw up
	since  int64   // how many commits there were when its transaction began
	began  bool
	wants  int // the row that it waits for
	entry  int // its last entry
	lane   int // its bar
	wanted int // the entry with which it began to wait
}

// row is one server's row.
type row struct {
	up      bool
	changed int64 // the commit that wrote it last, 0 for none
	owner   sim.ActorID
	bar     int
	written int // entry of the write, -1 for none
}

// model is the state of one run.
type model struct {
	isolation, guard int64
	clients          [2]client
	rows             [2]row
	commits          int64
	count            row // the row that counts
	options          []string
	movers           [2]sim.ActorID
}

// Messages.
const (
	msgRead uint8 = iota
	msgWrite
)

// Start implements sim.Model.
func (m *model) Start(w *sim.World, v *sim.Values) {
	*m = model{isolation: v.At(pIsolation), guard: v.At(pGuard), options: m.options[:0]}
	for i := range m.clients {
		m.clients[i] = client{entry: -1, lane: -1}
		m.rows[i] = row{up: true, owner: sim.None, written: -1}
		m.rows[i].bar = w.Enter(actorOne+sim.ActorID(i), sRow, sim.None, sim.Pair{1})
	}
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
	return m.clients[0].next < waiting || m.clients[1].next < waiting
}

// choose asks which of the clients that can go on does.
func (m *model) choose(w *sim.World) (who sim.ActorID, any bool) {
	m.options = m.options[:0]
	for i := range m.clients {
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

// Steps as a choice offers them: fixed texts, by client and phase, and by client
// and row.
var (
	stepNames = [2][4]string{
		{"A reads", "", "A decides", "A writes"},
		{"B reads", "", "B decides", "B writes"},
	}
	lockNames = [2][2]string{
		{"A asks for row 1", "A asks for row 2"},
		{"B asks for row 1", "B asks for row 2"},
	}
)

func (m *model) stepName(i int, next phase) string {
	if next <= toLock && m.locksBoth() {
		return lockNames[i][m.nth(sim.ActorID(i), next)]
	}
	return stepNames[i][next]
}

func (m *model) locksBoth() bool { return m.guard == bothLocks || m.guard == inOrder }

// nth is the row that a client locks first (toRead) or second (toLock).
func (m *model) nth(who sim.ActorID, next phase) int {
	first := int(who)
	if m.guard == inOrder {
		first = 0
	}
	if next == toLock {
		return 1 - first
	}
	return first
}

func (m *model) step(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	m.begin(who)
	switch {
	case c.next <= toLock && m.locksBoth():
		m.ask(w, who, m.nth(who, c.next))
	case c.next == toRead:
		m.read(w, who)
	case c.next == toDecide:
		m.decide(w, who)
	default:
		m.write(w, who)
	}
}

// begin takes the snapshot of a transaction with its first statement.
func (m *model) begin(who sim.ActorID) {
	if c := &m.clients[who]; !c.began {
		c.began, c.since = true, m.commits
	}
}

// read looks at both rows in one statement, and locks one's own where clients
// do so.
func (m *model) read(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	c.saw = [2]bool{m.rows[0].up, m.rows[1].up}
	locks := m.guard == ownLock
	c.entry = w.Record(who, kRead, m.rows[1-who].written, sim.Args{flag(c.saw[0]), flag(c.saw[1]), flag(locks)})
	for i := range m.rows {
		w.Told(actorOne+sim.ActorID(i), who, msgRead, sim.Pair{flag(c.saw[i])}, c.entry)
	}
	state := sRemembers
	if locks {
		m.rows[who].owner = who
		state = sLock
	}
	c.lane = w.Enter(who, state, who, sim.Pair{flag(c.saw[0]), flag(c.saw[1])})
	c.next = toDecide
}

// decide makes up a client's mind: it leaves its server up, or means to take
// it down.
func (m *model) decide(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	if !c.saw[1-who] {
		c.entry = w.Record(who, kLeave, c.entry, sim.Args{})
		m.finish(w, who)
		return
	}
	c.entry = w.Record(who, kDecide, c.entry, sim.Args{})
	c.next = toWrite
}

// write takes a client's server down, if the database lets it.
func (m *model) write(w *sim.World, who sim.ActorID) {
	c := &m.clients[who]
	switch {
	case m.conflicts(who):
		m.refuse(w, who, kRefuse)
		m.again(w, who)
		return
	case m.guard == counted && !m.rows[1-who].up:
		m.refuse(w, who, kCheck)
		m.finish(w, who)
		return
	}
	m.commits++
	other := &m.rows[1-who]
	c.entry = w.Record(who, kWrite, c.entry, sim.Args{flag(other.up), int64(other.written)})
	w.Settle(w.Told(who, actorOne+who, msgWrite, sim.Pair{}, c.entry), sim.Taken, c.entry)
	r := &m.rows[who]
	r.up, r.changed, r.written = false, m.commits, c.entry
	m.count.changed = m.commits
	w.Leave(r.bar)
	r.bar = w.Enter(actorOne+who, sDown, who, sim.Pair{0})
	m.finish(w, who)
}

// conflicts reports whether the database refuses a client's write because of
// what was committed since its transaction began.
func (m *model) conflicts(who sim.ActorID) bool {
	since := m.clients[who].since
	switch m.isolation {
	case serializable:
		return m.rows[0].changed > since || m.rows[1].changed > since
	case repeatable:
		return m.rows[who].changed > since || m.guard == counted && m.count.changed > since
	}
	return false
}

func (m *model) refuse(w *sim.World, who sim.ActorID, kind uint8) {
	c := &m.clients[who]
	at := w.Record(who, kind, m.rows[1-who].written, sim.Args{m.isolation})
	w.Settle(w.Told(who, actorOne+who, msgWrite, sim.Pair{}, at), sim.Rejected, at)
	c.entry = at
}

func flag(on bool) int64 {
	if on {
		return 1
	}
	return 0
}
