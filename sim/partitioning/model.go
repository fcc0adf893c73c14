package partitioning

import "fencepost/sim"

// Ranks: the order within one instant.
const (
	rankArrive uint8 = iota
	rankChange
	rankSettle
)

// Events.
const (
	evChange uint8 = iota // a node joins or dies
	evArrive              // handed keys reach their new owner
	evSettle              // all have arrived
)

const (
	changeAt = 2 * sim.Second
	handing  = 1 * sim.Second // keys on their way
	firstDie = 2              // the node that dies
)

// model is the state of one run.
type model struct {
	v        *sim.Values
	method   int64
	points   int
	keys     []key
	ring     []point
	was, is  [maxKeys + parts]int // owners, by key
	live     [maxNodes]int
	n        int // how many are live
	bars     [maxNodes + 1]int
	messages []int32
}

// Start implements sim.Model.
func (m *model) Start(w *sim.World, v *sim.Values) {
	*m = model{v: v, method: v.At(pMethod), points: int(v.At(pPoints)), keys: m.keys[:0], ring: m.ring[:0], messages: m.messages[:0]}
	m.keys = fill(m.keys, int(v.At(pKeys)), v.At(pZipf))
	if v.On(pSplit) {
		m.keys = split(m.keys)
	}
	for n := 1; n <= int(v.At(pNodes)); n++ {
		m.live[m.n] = n
		m.n++
	}
	m.place(m.live[:m.n], m.is[:])
	for _, n := range m.live[:m.n] {
		m.show(w, n, kHold, -1, 0)
	}
	w.Schedule(changeAt, sim.Event{Rank: rankChange, Kind: evChange})
}

// Handle implements sim.Model.
func (m *model) Handle(w *sim.World, e sim.Event) {
	switch e.Kind {
	case evChange:
		m.change(w)
	case evSettle:
		m.settle(w)
	}
}

// show records what a node holds, and draws it from now on.
func (m *model) show(w *sim.World, n int, kind uint8, cause int, received int64) int {
	keys, requests, top := m.holding(n)
	actor := sim.ActorID(n - 1)
	at := w.Record(actor, kind, cause, sim.Args{keys | received<<32, requests, top, m.v.At(pCapacity)})
	state := sServes
	if requests > m.v.At(pCapacity) {
		state = sOverloaded
	}
	if kind == kNow {
		w.Leave(m.bars[n])
	}
	m.bars[n] = w.Enter(actor, state, sim.None, sim.Pair{keys | requests<<32, m.v.At(pCapacity)})
	return at
}

// holding is how many keys a node owns, how often they are asked for, and how
// often the one most asked for is.
func (m *model) holding(n int) (keys, requests, top int64) {
	for i := range m.keys {
		if m.is[i] == n {
			keys++
			requests += m.keys[i].requests
			top = max(top, m.keys[i].requests)
		}
	}
	return keys, requests, top
}

// change lets a node join or die, and hands on every key with another owner.
func (m *model) change(w *sim.World) {
	var at int
	if m.v.At(pChange) == joins {
		m.live[m.n] = m.n + 1
		m.n++
		at = w.Record(sim.ActorID(m.n-1), kJoin, -1, sim.Args{int64(m.n), int64(len(m.keys))})
		m.bars[m.n] = -1
	} else {
		at = w.Record(firstDie-1, kDie, -1, sim.Args{int64(m.n - 1), int64(len(m.keys))})
		copy(m.live[firstDie-1:], m.live[firstDie:m.n])
		m.n--
		w.Leave(m.bars[firstDie])
		w.Enter(firstDie-1, sDown, sim.None, sim.Pair{})
	}
	copy(m.was[:], m.is[:])
	m.place(m.live[:m.n], m.is[:])
	for from := 1; from <= int(m.v.At(pNodes)); from++ {
		m.handOn(w, from, at)
	}
	w.After(handing, sim.Event{Rank: rankSettle, Kind: evSettle})
}

// handOn sends a node's keys to their new owners.
func (m *model) handOn(w *sim.World, from, cause int) {
	var to [maxNodes + 1]int64
	var given, held, needless int64
	for i := range m.keys {
		if m.was[i] != from {
			continue
		}
		held++
		if m.is[i] != from {
			to[m.is[i]]++
			given++
			if m.needless(from, m.is[i]) {
				needless++
			}
		}
	}
	if given == 0 {
		return
	}
	actor, kind := sim.ActorID(from-1), kMove
	if m.dead(from) {
		actor, kind = actorBackup, kFetch
	}
	at := w.Record(actor, kind, cause, sim.Args{given, needless, held})
	for n := 1; n <= maxNodes; n++ {
		if to[n] > 0 {
			msg := w.Send(actor, sim.ActorID(n-1), 0, sim.Pair{to[n]}, sim.Link{Delay: handing, Rank: rankArrive, ArriveAs: evArrive, SentEntry: at})
			m.messages = append(m.messages, int32(msg))
		}
	}
}

func (m *model) dead(n int) bool { return m.v.At(pChange) == dies && n == firstDie }

// needless reports whether both nodes were there before and after.
func (m *model) needless(from, to int) bool {
	return !m.dead(from) && to <= int(m.v.At(pNodes))
}

// settle records what each node holds after the change.
func (m *model) settle(w *sim.World) {
	for _, n := range m.live[:m.n] {
		var received int64
		for _, msg := range m.messages {
			if k := w.Message(msg); int(k.To) == n-1 {
				received += k.Arg[0]
			}
		}
		at := m.show(w, n, kNow, -1, received)
		for _, msg := range m.messages {
			if k := w.Message(msg); int(k.To) == n-1 {
				w.Settle(msg, sim.Arrived, at)
			}
		}
	}
}
