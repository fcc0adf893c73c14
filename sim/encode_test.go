package sim

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestARunIsWrittenAsEncodingJSONWouldWriteIt(t *testing.T) {
	hostile := "é’ \u2028 \u2029 <script>&amp;\"\\\n\x00\x7f\xff \ufffd"
	param := Schema{{Name: "lease", Type: Duration}}
	choice := Choice{Label: hostile, Options: []string{"A", hostile}, Picked: 1, At: 5, Entry: 2}
	open := Choice{Label: "Who goes next?", Picked: -1}
	for name, r := range map[string]Run{
		"empty": {Verdict: Verdict{Entry: -1}},
		"full": {
			Scenario: "lease", Params: Values{schema: param, v: [16]int64{12_000}}, Tape: []int{0, 1},
			Entries:  []Entry{{At: 1, Actor: "a", Kind: "grant", Text: "A holds the lease.", Cause: -1}, {At: -2, Text: hostile}},
			Findings: []Finding{{Name: "no_stale_write", Holds: true, At: -1}, {Statement: hostile, Liveness: true, At: 3}},
			Verdict:  Verdict{Kind: "unsafe", Word: "Unsafe", Sentence: hostile, Entry: 1},
			Choices:  []Choice{choice, open}, Pending: &open, End: 9, Cut: hostile,
		},
	} {
		want, err := json.Marshal(r.document())
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(r)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %s, %v\nwant %s", name, got, err, want)
		}
		if before := r.AppendJSON([]byte("before ")); string(before) != "before "+string(want) {
			t.Errorf("%s appended is %s", name, before)
		}
	}
}

type runDocument struct {
	Scenario   string            `json:"scenario"`
	Params     map[string]string `json:"params"`
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

// document is a run as encoding/json knows it.
func (r *Run) document() runDocument {
	params := map[string]string{}
	for i := range r.Params.schema {
		params[r.Params.schema[i].Name] = r.Params.schema[i].Text(r.Params.v[i])
	}
	d := runDocument{
		Scenario: r.Scenario, Params: params, Tape: append([]int{}, r.Tape...),
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
	return choiceDocument{AtMS: c.At, Label: c.Label, Options: append([]string{}, c.Options...), Picked: entryRef(c.Picked), Entry: c.Entry}
}
