package sim

import (
	"cmp"
	"fmt"
	"slices"
)

// Why a run was cut off.
const (
	cutEvents  = "events"
	cutTime    = "time"
	cutChoices = "choices"
	cutEntries = "entries"
)

// Machine runs one scenario again and again in the same buffers: after the
// first few runs it allocates nothing. It is for one goroutine at a time.
type Machine struct {
	scenario *Scenario
	model    Model
	limits   Limits
	w        World
	trace    Trace
	found    Judgement
	values   Values
}

// NewMachine makes a machine for s.
func NewMachine(s *Scenario) *Machine {
	return &Machine{scenario: s, model: s.New(), limits: s.Limits.orDefault()}
}

// Run runs the scenario and returns what its Judge found. The tape is only
// read.
func (m *Machine) Run(v Values, tape []int) Judgement { return m.run(&v, tape, false) }

func (m *Machine) run(v *Values, tape []int, ask bool) Judgement {
	m.values = *v
	w := &m.w
	w.reset(m.limits, tape, ask)
	m.model.Start(w, &m.values)
	for len(w.queue) > 0 && !w.halted {
		m.step(w.queue.pop())
	}
	m.trace = Trace{Marks: w.marks, End: w.now, Cut: w.halted}
	m.found = m.scenario.Judge(&m.trace)
	return m.found
}

// step lets one event happen, or cuts the run where that would pass a bound.
func (m *Machine) step(e Event) {
	w := &m.w
	switch {
	case w.events >= m.limits.Events:
		w.stop(cutEvents)
		return
	case e.At > m.limits.Until:
		w.stop(cutTime)
		return
	}
	w.events++
	w.now = e.At
	m.model.Handle(w, e)
}

// Cut reports whether the last run was cut off or stopped at a choice.
func (m *Machine) Cut() bool { return m.trace.Cut }

// Kind is the verdict kind of the last run: one of the scenario's or "cut".
func (m *Machine) Kind() string {
	if m.trace.Cut {
		return "cut"
	}
	return m.scenario.Verdicts[m.found.Verdict].Kind
}

// Report puts the last run into words. The result shares nothing with the
// machine.
func (m *Machine) Report() Run {
	s, w := m.scenario, &m.w
	r := Run{Scenario: s.Name, Params: m.values, Actors: m.cast(), End: w.now, Cut: m.cutText()}
	r.Horizon = horizon(s.Horizon, w.now)
	r.Entries = m.entries()
	r.Spans = m.spans(r.Horizon)
	r.Messages = m.messages()
	m.reportChoices(&r)
	r.Findings = m.findings()
	r.Verdict = m.verdict()
	r.Final = m.Final()
	if m.scenario.Table != nil {
		r.Table = m.scenario.Table(&m.trace)
	}
	return r
}

// Final is what the last run left behind, in the scenario's word; "" where the
// scenario has none, or the run was cut off.
func (m *Machine) Final() string {
	if m.scenario.Final == nil || m.trace.Cut {
		return ""
	}
	return m.scenario.Final(&m.trace)
}

// Broke reports whether the last run broke the i-th invariant.
func (m *Machine) Broke(i int) bool { return m.found.Broken[i] != Holds }

// horizon is the right end of the time axis: least, or the next multiple of
// 5 s that leaves the run a second of room.
func horizon(least, end Millis) Millis {
	if end < least {
		return least
	}
	const grid = 5 * Second
	return max(end, end.Add(Second).Add(grid-1)/grid*grid)
}

func (m *Machine) cutText() string {
	l := m.limits
	switch m.w.cut {
	case cutEvents:
		return fmt.Sprintf("The run was cut off after %d events.", l.Events)
	case cutTime:
		return fmt.Sprintf("The run was cut off at %v of virtual time.", l.Until)
	case cutChoices:
		return fmt.Sprintf("The run was cut off after %d choices.", l.Choices)
	case cutEntries:
		return fmt.Sprintf("The run was cut off after %d entries.", l.Entries)
	}
	return ""
}

func (m *Machine) actor(id ActorID) string {
	if int(id) >= len(m.scenario.Actors) {
		return ""
	}
	return m.scenario.Actors[id].ID
}

// cast are the actors that have a part in the last run.
func (m *Machine) cast() []Actor {
	var out []Actor
	for i, a := range m.scenario.Actors {
		if !a.Optional || m.hasPart(ActorID(i)) {
			out = append(out, a)
		}
	}
	return out
}

func (m *Machine) hasPart(a ActorID) bool {
	for i := range m.w.marks {
		if m.w.marks[i].Actor == a {
			return true
		}
	}
	for i := range m.w.spans {
		if m.w.spans[i].Actor == a {
			return true
		}
	}
	return false
}

func (m *Machine) entries() []Entry {
	out := make([]Entry, len(m.w.marks))
	for i, k := range m.w.marks {
		out[i] = Entry{At: k.At, Actor: m.actor(k.Actor), Kind: m.scenario.Kinds[k.Kind], Text: m.scenario.Text(k), Cause: int(k.Cause)}
		if m.scenario.Reading != nil {
			out[i].Reading = m.scenario.Reading(k)
		}
	}
	return out
}

// spans are the bars by when they begin, and then by lane.
func (m *Machine) spans(end Millis) []Span {
	out := make([]Span, 0, len(m.w.spans))
	marks := slices.Clone(m.w.spans)
	slices.SortStableFunc(marks, func(a, b SpanMark) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Actor, b.Actor))
	})
	for _, s := range marks {
		to := min(s.To, end)
		if to <= s.From {
			continue
		}
		out = append(out, Span{
			Actor: m.actor(s.Actor), State: m.scenario.States[s.State], Holder: m.actor(s.Holder),
			From: s.From, To: to, Label: m.scenario.SpanText(s), Level: m.level(s),
		})
	}
	return out
}

func (m *Machine) level(s SpanMark) int {
	if m.scenario.Level == nil {
		return 0
	}
	return min(max(m.scenario.Level(s), 0), 100)
}

func (m *Machine) messages() []Message {
	out := make([]Message, len(m.w.messages))
	for i, k := range m.w.messages {
		out[i] = Message{
			From: m.actor(k.From), To: m.actor(k.To), Sent: k.Sent, Came: k.Came, Fate: k.Fate.fate(),
			Label: m.scenario.MessageText(k), SentEntry: int(k.SentEntry), CameEntry: int(k.CameEntry),
		}
	}
	return out
}

func (m *Machine) reportChoices(r *Run) {
	for _, k := range m.w.choices {
		c := Choice{Label: k.label, Picked: int(k.picked), At: k.at, Entry: int(k.entry)}
		c.Options = append(c.Options, m.w.options[k.from:k.to]...)
		if k.picked < 0 {
			r.Pending = &c
			return
		}
		r.Choices = append(r.Choices, c)
		r.Tape = append(r.Tape, c.Picked)
	}
}

func (m *Machine) findings() []Finding {
	out := make([]Finding, len(m.scenario.Invariants))
	for i, inv := range m.scenario.Invariants {
		at := int(m.found.Broken[i])
		out[i] = Finding{Name: inv.Name, Statement: inv.Statement, Liveness: inv.Liveness, Holds: at == Holds, At: at}
	}
	return out
}

func (m *Machine) verdict() Verdict {
	switch {
	case m.w.pending:
		return Verdict{Kind: "open", Word: "Undecided", Sentence: "The run waits for what happens next.", Entry: -1, Look: "open"}
	case m.trace.Cut:
		return Verdict{Kind: "cut", Word: "Cut off", Sentence: m.cutText(), Entry: -1, Look: "cut"}
	}
	v := m.scenario.Verdicts[m.found.Verdict]
	return Verdict{
		Kind: v.Kind, Word: v.Word, Sentence: m.scenario.Sentence(&m.trace, m.found),
		Entry: int(m.found.Entry), Look: v.look(),
	}
}

// Run runs s once and puts it into words.
func (s *Scenario) Run(v Values, tape []int) Run {
	m := NewMachine(s)
	m.Run(v, tape)
	return m.Report()
}

// RunUntilAsked is Run, but stops at the first choice that the tape does not
// answer: Run.Pending then holds it.
func (s *Scenario) RunUntilAsked(v Values, tape []int) Run {
	m := NewMachine(s)
	m.run(&v, tape, true)
	return m.Report()
}
