package sim

// Entry is one line of the trace: what happened, when, to whom, and why.
type Entry struct {
	At    Millis
	Actor string // id of the lane
	Kind  string // the model's word for it: "grant", "stall", "expire", "write", "accept", "refuse" ...
	Text  string // one plain sentence
	Cause int    // index of the entry that led to this one; -1 for none

	Reading string // what its actor's instruments show after it, for the drawing; "" for nothing
}

// Span is a state that an actor was in for a while: what a lane's bar shows.
type Span struct {
	Actor    string
	State    string // "owner", "believes", "frozen", "holds" ... the model's word
	Holder   string // whose colour it takes, where that is another's: on the lease lane, the holder
	From, To Millis
	Label    string // a few words or ""
	Level    int    // how full it is, in per cent: of a state whose bars have a height
}

// Message is something that one actor sent to another: what an arrow shows.
type Message struct {
	From, To   string
	Sent, Came Millis // Came is when it arrived or was lost
	Fate       Fate
	Label      string
	SentEntry  int // entries at both ends; -1 for none
	CameEntry  int
}

// Fate is how a message ended.
type Fate string

// The fates.
const (
	Delivered Fate = "delivered"
	Accepted  Fate = "accepted"
	Refused   Fate = "refused"
	Lost      Fate = "lost"
	Travels   Fate = "underway" // it had not arrived when the run ended
)

// Finding is one invariant after a run.
type Finding struct {
	Name      string // "no_stale_write"
	Statement string // "No write of an earlier holder stands."
	Liveness  bool   // something had to happen by a bound; otherwise something must never happen
	Holds     bool
	At        int // index of the entry at which it first broke; -1 where it holds
}

// Verdict is derived from the findings, never from the parameters.
type Verdict struct {
	Kind     string // the scenario's word: "safe", "unsafe", "lost" ...; "cut" and "open" are the engine's
	Word     string // "Unsafe"
	Sentence string // one or two sentences with the numbers of this run
	Entry    int    // the entry that decided it; -1 for none
	Look     string // whose swatch it wears: "safe", "unsafe", "lucky", "split", "needless", "stuck", "cut" or "open"
}

// Choice is a point at which the run could have gone several ways.
type Choice struct {
	Label   string   // the question: "Who goes next?"
	Options []string // the answers, in the order that the tape counts from 0
	Picked  int      // -1 where the run stopped to ask
	At      Millis
	Entry   int // how many entries stood in the trace when it was asked
}

// Run is everything that one run left behind.
type Run struct {
	Scenario string // name of the scenario
	Params   Values
	Actors   []Actor // the lanes, from top to bottom
	Tape     []int   // what Choose answered, in order
	Choices  []Choice
	Pending  *Choice // the choice at which the run stopped to ask; nil where it did not
	Entries  []Entry
	Spans    []Span
	Messages []Message
	Findings []Finding
	Verdict  Verdict
	Final    string // what was left in the end, in the scenario's word; "" where it has none or the run did not end
	Table    *Table // what was measured; nil where the scenario measures nothing
	End      Millis // when the model stopped
	Horizon  Millis // right end of the time axis: at least End
	Cut      string // why the run was cut off; "" where it ended by itself
}
