package sim

// Limits bound a run. A zero field takes its default: 4,096 events,
// 24 hours, 256 choices, 2,048 entries.
type Limits struct {
	Events  int    // handled
	Until   Millis // virtual time
	Choices int
	Entries int
}

// defaultLimits are far beyond what a lesson shows and small enough that a run
// takes well under a millisecond.
var defaultLimits = Limits{Events: 4096, Until: 24 * 3600 * Second, Choices: 256, Entries: 2048}

func (l Limits) orDefault() Limits {
	d := defaultLimits
	if l.Events > 0 {
		d.Events = l.Events
	}
	if l.Until > 0 {
		d.Until = l.Until
	}
	if l.Choices > 0 {
		d.Choices = l.Choices
	}
	if l.Entries > 0 {
		d.Entries = l.Entries
	}
	return d
}

// World is the virtual world that a model runs in.
type World struct {
	now    Millis
	seq    uint32
	queue  queue
	limits Limits
	events int
	cut    string
	halted bool // cut off, or stopped at a choice: nothing changes any more
	ask    bool // stop at the first choice that the tape does not answer

	marks    []Mark
	spans    []SpanMark
	messages []MessageMark
	tape     []int
	choices  []choiceMark
	options  []string // of all choices, one after another
	pending  bool     // the last of choices was not answered
}

// reset empties the world and keeps its buffers.
func (w *World) reset(limits Limits, tape []int, ask bool) {
	w.now, w.seq, w.events, w.cut, w.ask, w.pending, w.halted = 0, 0, 0, "", ask, false, false
	w.limits, w.tape = limits, tape
	w.queue = w.queue[:0]
	w.marks, w.spans, w.messages = w.marks[:0], w.spans[:0], w.messages[:0]
	w.choices, w.options = w.choices[:0], w.options[:0]
}

// Now is the virtual time.
func (w *World) Now() Millis { return w.now }

// Stopped reports whether the run was cut off or stopped at a choice. From then
// on the world ignores what a model does; one that loops within an event must
// look.
func (w *World) Stopped() bool { return w.halted }

// stop cuts the run off.
func (w *World) stop(why string) {
	if !w.halted {
		w.cut, w.halted = why, true
	}
}

// full reports whether a list has no room for one more, or nothing may change
// any more.
func (w *World) full(n int) bool {
	if n >= w.limits.Entries {
		w.stop(cutEntries)
	}
	return w.halted
}

// Schedule lets e happen at the given time, or now where that has passed, and
// returns the ticket by which it can be cancelled. e.At is set here.
func (w *World) Schedule(at Millis, e Event) Ticket {
	w.seq++
	e.At, e.seq = max(at, w.now), w.seq
	w.queue.push(e)
	return Ticket{w.seq}
}

// After is Schedule at now plus d.
func (w *World) After(d Millis, e Event) Ticket { return w.Schedule(w.now.Add(d), e) }

// Cancel takes a scheduled event back and reports whether it was still to
// come. The zero Ticket is never to come.
func (w *World) Cancel(t Ticket) bool { return w.queue.remove(t.seq) }

// Record appends an entry to the trace and returns its index. cause is the
// index of the entry that led to it, -1 for none.
func (w *World) Record(actor ActorID, kind uint8, cause int, arg Args) int {
	if w.full(len(w.marks)) {
		return len(w.marks) - 1
	}
	m := next(&w.marks)
	m.At, m.Arg, m.Cause, m.Actor, m.Kind = w.now, arg, int32(cause), actor, kind
	return len(w.marks) - 1
}

// Enter begins a bar on an actor's lane and returns its index.
func (w *World) Enter(actor ActorID, state uint8, holder ActorID, arg Pair) int {
	if w.full(len(w.spans)) {
		return len(w.spans) - 1
	}
	s := next(&w.spans)
	s.From, s.To, s.Arg, s.Actor, s.State, s.Holder = w.now, Never, arg, actor, state, holder
	return len(w.spans) - 1
}

// Until says when a bar ends as things stand; later word replaces earlier. A
// bar whose end nobody says reaches to the end of the diagram.
func (w *World) Until(span int, at Millis) {
	if span >= 0 && span < len(w.spans) && !w.halted {
		w.spans[span].To = max(at, w.spans[span].From)
	}
}

// Leave ends a bar now, unless it has ended already.
func (w *World) Leave(span int) {
	if span >= 0 && span < len(w.spans) && !w.halted {
		w.spans[span].To = min(w.spans[span].To, w.now)
	}
}

// Link is how a message travels.
type Link struct {
	Delay     Millis
	Lossy     bool   // whether it is lost is a choice
	Twice     bool   // whether it arrives twice is a choice
	Rank      uint8  // of its arrival
	Question  string // asked where there is a choice: "What becomes of A’s renewal?"
	ArriveAs  uint8  // Event.Kind of its arrival
	SentEntry int    // the entry that sent it; -1 for none
}

var (
	lossyOptions = []string{"it arrives", "it is lost"}
	twiceOptions = []string{"it arrives", "it arrives twice"}
	bothOptions  = []string{"it arrives", "it is lost", "it arrives twice"}
)

// Send puts a message on its way and returns its index. Its arrival is an
// event that names the message; the model then says with Settle what became of
// it. A message that arrives twice is two messages.
func (w *World) Send(from, to ActorID, kind uint8, arg Pair, link Link) int {
	lost, twice := w.mishap(link)
	m := w.post(from, to, kind, arg, link, lost)
	if twice {
		w.post(from, to, kind, arg, link, false)
	}
	return m
}

func (w *World) mishap(link Link) (lost, twice bool) {
	switch {
	case link.Lossy && link.Twice:
		c := w.Choose(link.Question, bothOptions)
		return c == 1, c == 2
	case link.Lossy:
		return w.Choose(link.Question, lossyOptions) == 1, false
	case link.Twice:
		return false, w.Choose(link.Question, twiceOptions) == 1
	}
	return false, false
}

func (w *World) post(from, to ActorID, kind uint8, arg Pair, link Link, lost bool) int {
	if w.full(len(w.messages)) {
		return len(w.messages) - 1
	}
	m := len(w.messages)
	k := next(&w.messages)
	k.Sent, k.Came, k.Arg, k.From, k.To, k.Kind = w.now, w.now.Add(max(link.Delay, 0)), arg, from, to, kind
	k.SentEntry, k.CameEntry, k.Fate = int32(link.SentEntry), -1, UnderWay
	if lost {
		k.Fate = Gone
		return m
	}
	w.Schedule(k.Came, Event{Rank: link.Rank, Kind: link.ArriveAs, Actor: to, Message: int32(m)})
	return m
}

// Told draws a message that arrives at once, as part of an entry, and changes
// nothing by itself. It returns the message's index.
func (w *World) Told(from, to ActorID, kind uint8, arg Pair, entry int) int32 {
	if w.full(len(w.messages)) {
		return int32(len(w.messages) - 1)
	}
	k := next(&w.messages)
	k.Sent, k.Came, k.Arg, k.From, k.To, k.Kind = w.now, w.now, arg, from, to, kind
	k.SentEntry, k.CameEntry, k.Fate = int32(entry), int32(entry), Arrived
	return int32(len(w.messages) - 1)
}

// Settle says what became of a message that arrived, and in which entry.
func (w *World) Settle(message int32, fate FateMark, entry int) {
	if message >= 0 && int(message) < len(w.messages) && !w.halted {
		w.messages[message].Fate = fate
		w.messages[message].CameEntry = int32(entry)
	}
}

// Message is a message that was sent.
func (w *World) Message(i int32) MessageMark { return w.messages[i] }

// next lengthens s by one element and returns it, with whatever stood there
// before: its caller sets every field, in place, which is several times quicker
// than building a value and copying it.
func next[T any](s *[]T) *T {
	n := len(*s)
	if n == cap(*s) {
		var zero T
		*s = append(*s, zero)
	} else {
		*s = (*s)[:n+1]
	}
	return &(*s)[n]
}
