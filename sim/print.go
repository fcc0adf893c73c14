package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text is the run as a person reads it: parameters, trace, invariants and
// verdict, one thing a line.
func (r *Run) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Scenario)
	for i := range r.Params.schema {
		p := &r.Params.schema[i]
		fmt.Fprintf(&b, "  %s=%s\n", p.Name, p.Text(r.Params.v[i]))
	}
	if len(r.Tape) > 0 {
		fmt.Fprintf(&b, "  tape %s\n", FormatTape(r.Tape))
	}
	fmt.Fprintf(&b, "\ntrace\n%s", r.TraceText())
	fmt.Fprintf(&b, "\ninvariants\n%s", r.FindingsText())
	fmt.Fprintf(&b, "\nverdict\n  %s: %s\n  %s\n", r.Verdict.Kind, r.Verdict.Word, r.Verdict.Sentence)
	return b.String()
}

// TraceText is the trace, one entry a line: number, time, actor, sentence.
func (r *Run) TraceText() string {
	times, names := make([]string, len(r.Entries)), make([]string, len(r.Entries))
	tw, nw := 0, 0
	for i, e := range r.Entries {
		times[i], names[i] = e.At.String(), r.ActorName(e.Actor)
		tw, nw = max(tw, utf8.RuneCountInString(times[i])), max(nw, utf8.RuneCountInString(names[i]))
	}
	var b strings.Builder
	for i, e := range r.Entries {
		fmt.Fprintf(&b, "%3d  %*s  %-*s  %s\n", i+1, tw, times[i], nw, names[i], e.Text)
	}
	if p := r.Pending; p != nil {
		fmt.Fprintf(&b, "     %v  %s %s\n", p.At, p.Label, strings.Join(p.Options, " / "))
	}
	return b.String()
}

// FindingsText is the invariants, one a line.
func (r *Run) FindingsText() string {
	width := 0
	for _, f := range r.Findings {
		width = max(width, len(f.Name))
	}
	var b strings.Builder
	for _, f := range r.Findings {
		word := "holds"
		if !f.Holds {
			word = fmt.Sprintf("broken at entry %d", f.At+1)
		}
		fmt.Fprintf(&b, "  %-*s  %s\n", width, f.Name, word)
	}
	return b.String()
}

// ActorName is the name of the actor with that id, or the id itself.
func (r *Run) ActorName(id string) string {
	for _, a := range r.Actors {
		if a.ID == id {
			return a.Name
		}
	}
	return id
}

// MarshalJSON is the form that `web sim -json` prints.
func (r *Run) MarshalJSON() ([]byte, error) {
	return json.Marshal(r.document())
}

type runDocument struct {
	Scenario   string            `json:"scenario"`
	Params     valuesDocument    `json:"params"`
	Tape       []int             `json:"tape"`
	Events     []eventDocument   `json:"events"`
	Invariants []findingDocument `json:"invariants"`
	Verdict    verdictDocument   `json:"verdict"`
	EndMS      Millis            `json:"end_ms"`
	Cut        string            `json:"cut,omitempty"`
	Choices    []choiceDocument  `json:"choices,omitempty"`
	Pending    *choiceDocument   `json:"pending,omitempty"`
}

type eventDocument struct {
	AtMS  Millis `json:"t_ms"`
	Actor string `json:"actor"`
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Cause *int   `json:"cause"`
}

type findingDocument struct {
	Name      string `json:"name"`
	Holds     bool   `json:"holds"`
	At        *int   `json:"at"`
	Statement string `json:"statement"`
}

type verdictDocument struct {
	Kind     string `json:"kind"`
	Word     string `json:"word"`
	Sentence string `json:"sentence"`
	At       *int   `json:"at"`
}

type choiceDocument struct {
	AtMS    Millis   `json:"t_ms"`
	Label   string   `json:"label"`
	Options []string `json:"options"`
	Picked  *int     `json:"picked"`
	Entry   int      `json:"entry"`
}

// entryRef is an index into the events, or null.
func entryRef(i int) *int {
	if i < 0 {
		return nil
	}
	return &i
}

func (r *Run) document() runDocument {
	d := runDocument{
		Scenario: r.Scenario, Params: valuesDocument(r.Params), Tape: append([]int{}, r.Tape...),
		Events: []eventDocument{}, Invariants: []findingDocument{}, EndMS: r.End, Cut: r.Cut,
		Verdict: verdictDocument{r.Verdict.Kind, r.Verdict.Word, r.Verdict.Sentence, entryRef(r.Verdict.Entry)},
	}
	for _, e := range r.Entries {
		d.Events = append(d.Events, eventDocument{e.At, e.Actor, e.Kind, e.Text, entryRef(e.Cause)})
	}
	for _, f := range r.Findings {
		d.Invariants = append(d.Invariants, findingDocument{f.Name, f.Holds, entryRef(f.At), f.Statement})
	}
	for _, c := range r.Choices {
		d.Choices = append(d.Choices, c.document())
	}
	if r.Pending != nil {
		c := r.Pending.document()
		d.Pending = &c
	}
	return d
}

func (c *Choice) document() choiceDocument {
	return choiceDocument{AtMS: c.At, Label: c.Label, Options: c.Options, Picked: entryRef(c.Picked), Entry: c.Entry}
}

// valuesDocument writes parameters as an object of text values in schema
// order.
type valuesDocument Values

// MarshalJSON implements json.Marshaler.
func (v valuesDocument) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i := range v.schema {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%q", v.schema[i].Name, v.schema[i].Text(v.v[i]))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
