package sim

// ActorID is an actor's place in Scenario.Actors; None is nobody.
type ActorID uint8

// None is nobody.
const None ActorID = 255

// Actor is one lane of the diagram.
type Actor struct {
	ID    string // "a", "lease": permanent, used in JSON
	Name  string // "Worker A"
	Shape string // which glyph and colour: "a", "b", "c", "lease", "storage", "queue"

	Optional bool // left out of a run in which it has no part
}

// Invariant is something that should hold in every run.
type Invariant struct {
	Name      string // "no_stale_write": permanent, used in JSON and scripts
	Statement string // a sentence
	Liveness  bool   // true: something must have happened by a bound; false: something must never happen
}

// VerdictWord is one verdict that a scenario can reach.
type VerdictWord struct {
	Kind    string // "unsafe": permanent
	Word    string // "Unsafe"
	Meaning string // a sentence for the legend
	Look    string // whose swatch it wears: "safe", "unsafe", "lucky", "split", "needless" or "stuck"
}

// look is Look, or the verdict's own kind where that is empty.
func (v *VerdictWord) look() string {
	if v.Look == "" {
		return v.Kind
	}
	return v.Look
}

// Scenario describes a world. Its functions are pure: they read what they are
// given and nothing else, so that a trace means the same wherever it is read.
type Scenario struct {
	Name       string // "lease": in content, URLs and on the command line
	Title      string
	Summary    string // a sentence
	Params     Schema
	Actors     []Actor
	Kinds      []string // words of the trace, indexed by Mark.Kind
	States     []string // words of the bars, indexed by SpanMark.State
	Invariants []Invariant
	Verdicts   []VerdictWord
	Horizon    Millis // right end of the time axis where the run is shorter
	Limits     Limits

	// New makes the protocol's own state; a Machine reuses it run after run.
	New func() Model
	// Judge reads a trace and finds the verdict.
	Judge func(t *Trace) Judgement
	// Text is the sentence of one entry.
	Text func(m Mark) string
	// Reading is what an actor's instruments show after an entry, in a few
	// characters. Nil where there is no such thing.
	Reading func(m Mark) string
	// SpanText is the label of one bar, "" for none.
	SpanText func(s SpanMark) string
	// Level is how full a bar is, in per cent, where its height says an amount.
	// Nil where no bar's does.
	Level func(s SpanMark) int
	// MessageText is the label of one arrow, "" for none.
	MessageText func(m MessageMark) string
	// Sentence explains the judgement with the numbers of the trace.
	Sentence func(t *Trace, j Judgement) string
	// Final is what the run left behind in the end, in a word that is permanent:
	// whose result stands, what a row holds. Nil where there is no such thing.
	Final func(t *Trace) string
	// Table is what the run measured. Nil where there is no such thing.
	Table func(t *Trace) *Table
}

// Model is a protocol that runs on a World.
type Model interface {
	// Start puts the model into its first state, forgetting any run before, and
	// schedules the first events.
	Start(w *World, v *Values)
	// Handle lets one event happen.
	Handle(w *World, e Event)
}

// Args are the numbers of a trace entry: their meaning is the scenario's.
type Args [4]int64

// Pair are the numbers of a bar or a message.
type Pair [2]int64

// Mark is a trace entry in numbers.
type Mark struct {
	At    Millis
	Arg   Args
	Cause int32 // index of the entry that led to this one; -1 for none
	Actor ActorID
	Kind  uint8
}

// SpanMark is a bar in numbers.
type SpanMark struct {
	From, To Millis // To is Never while nothing has ended it
	Arg      Pair
	Actor    ActorID
	State    uint8
	Holder   ActorID
}

// MessageMark is an arrow in numbers.
type MessageMark struct {
	Sent, Came Millis
	Arg        Pair
	SentEntry  int32
	CameEntry  int32
	From, To   ActorID
	Kind       uint8 // the model's own
	Fate       FateMark
}

// FateMark is how a message ended, in a byte.
type FateMark uint8

// The fates; a message that has not arrived when the run ends is UnderWay.
const (
	UnderWay FateMark = iota
	Arrived
	Taken
	Rejected
	Gone
)

func (f FateMark) fate() Fate {
	return [...]Fate{Travels, Delivered, Accepted, Refused, Lost}[f]
}

// Trace is all that a Judge sees. Of a run that was cut off, or stopped to ask,
// a Judge says only what no continuation can mend.
type Trace struct {
	Marks []Mark
	End   Millis // time of the last event
	Cut   bool   // the run did not end by itself
}

// MaxInvariants is how many invariants a scenario can have.
const MaxInvariants = 8

// Holds stands in Judgement.Broken for an invariant that held.
const Holds = -1

// Judgement is what a Judge found.
type Judgement struct {
	Verdict uint8                // index into Scenario.Verdicts
	Entry   int32                // the entry that decided it; -1 for none
	Broken  [MaxInvariants]int32 // per invariant: the entry at which it first broke, or Holds
}

// AllHold is a judgement in which every invariant holds and verdict 0 is
// reached.
func AllHold() Judgement {
	j := Judgement{Entry: -1}
	for i := range j.Broken {
		j.Broken[i] = Holds
	}
	return j
}

// Break notes that invariant i broke at an entry, unless it had broken before.
func (j *Judgement) Break(i, entry int) {
	if j.Broken[i] == Holds {
		j.Broken[i] = int32(entry)
	}
}
