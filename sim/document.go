package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// MarshalJSON is the form that `web sim -json` prints.
func (r Run) MarshalJSON() ([]byte, error) {
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
	Liveness  bool   `json:"liveness"`
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
		d.Invariants = append(d.Invariants, findingDocument{f.Name, f.Holds, entryRef(f.At), f.Statement, f.Liveness})
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

// MarshalJSON implements json.Marshaler: which tapes there are, what they lead
// to, and the shortest tape that breaks each invariant.
func (e Exploration) MarshalJSON() ([]byte, error) {
	type broken struct {
		Invariant string `json:"invariant"`
		Runs      int    `json:"runs"`
		Tape      string `json:"tape"`
		At        int    `json:"at"`
	}
	doc := struct {
		Runs     int            `json:"runs"`
		Complete bool           `json:"complete"`
		Counts   countsDocument `json:"counts"`
		Broken   []broken       `json:"broken"`
	}{e.Runs, e.Complete, e.Counts, []broken{}}
	for _, c := range e.Broken {
		doc.Broken = append(doc.Broken, broken{c.Invariant, c.N, FormatTape(c.Tape), c.Entry})
	}
	return json.Marshal(doc)
}

// MarshalJSON implements json.Marshaler: the axes as text values and a row of
// verdict kinds for each value of y.
func (g *Grid) MarshalJSON() ([]byte, error) {
	doc := struct {
		X      axisDocument   `json:"x"`
		Y      *axisDocument  `json:"y"`
		Cells  [][]string     `json:"cells"`
		Counts countsDocument `json:"counts"`
	}{X: axisOf(g.X, g.XS), Counts: g.Counts}
	if g.Y != nil {
		y := axisOf(g.Y, g.YS)
		doc.Y = &y
	}
	for y := range g.YS {
		row := make([]string, len(g.XS))
		for x := range g.XS {
			row[x] = g.At(x, y)
		}
		doc.Cells = append(doc.Cells, row)
	}
	return json.Marshal(doc)
}

type axisDocument struct {
	Param  string   `json:"param"`
	Values []string `json:"values"`
}

func axisOf(p *Param, values []int64) axisDocument {
	a := axisDocument{Param: p.Name}
	for _, v := range values {
		a.Values = append(a.Values, p.Text(v))
	}
	return a
}

// countsDocument writes counts as an object in the scenario's order.
type countsDocument []Count

// MarshalJSON implements json.Marshaler.
func (c countsDocument) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, n := range c {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%d", n.Kind, n.N)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
