package sim

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MarshalJSON is the form that `web sim -json` prints.
func (r Run) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }

// AppendJSON appends the run in that form, byte for byte as encoding/json would
// write it. It is written out because every run of a figure's controls is sent in it:
// by reflection it takes ten times as long.
func (r *Run) AppendJSON(b []byte) []byte {
	b = appendText(append(b, `{"scenario":`...), r.Scenario)
	b = r.Params.appendJSON(append(b, `,"params":`...))
	b = append(b, `,"tape":`...)
	b = appendList(b, r.Tape, func(b []byte, n *int) []byte { return strconv.AppendInt(b, int64(*n), 10) })
	b = appendList(append(b, `,"events":`...), r.Entries, appendEntry)
	b = appendList(append(b, `,"invariants":`...), r.Findings, appendFinding)
	b = appendVerdict(append(b, `,"verdict":`...), &r.Verdict)
	b = strconv.AppendInt(append(b, `,"end_ms":`...), int64(r.End), 10)
	if r.Cut != "" {
		b = appendText(append(b, `,"cut":`...), r.Cut)
	}
	if len(r.Choices) > 0 {
		b = appendList(append(b, `,"choices":`...), r.Choices, appendChoice)
	}
	if r.Pending != nil {
		b = appendChoice(append(b, `,"pending":`...), r.Pending)
	}
	return append(b, '}')
}

// appendJSON writes parameters as an object of text values in schema order.
func (v Values) appendJSON(b []byte) []byte {
	b = append(b, '{')
	for i := range v.schema {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, v.schema[i].Name), ':')
		b = appendText(b, v.schema[i].Text(v.v[i]))
	}
	return append(b, '}')
}

func appendList[T any](b []byte, list []T, one func([]byte, *T) []byte) []byte {
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(b, &list[i])
	}
	return append(b, ']')
}

func appendEntry(b []byte, e *Entry) []byte {
	b = strconv.AppendInt(append(b, `{"t_ms":`...), int64(e.At), 10)
	b = appendText(append(b, `,"actor":`...), e.Actor)
	b = appendText(append(b, `,"kind":`...), e.Kind)
	b = appendText(append(b, `,"text":`...), e.Text)
	b = appendRef(append(b, `,"cause":`...), e.Cause)
	return append(b, '}')
}

func appendFinding(b []byte, f *Finding) []byte {
	b = appendText(append(b, `{"name":`...), f.Name)
	b = strconv.AppendBool(append(b, `,"holds":`...), f.Holds)
	b = appendRef(append(b, `,"at":`...), f.At)
	b = appendText(append(b, `,"statement":`...), f.Statement)
	b = strconv.AppendBool(append(b, `,"liveness":`...), f.Liveness)
	return append(b, '}')
}

func appendVerdict(b []byte, v *Verdict) []byte {
	b = appendText(append(b, `{"kind":`...), v.Kind)
	b = appendText(append(b, `,"word":`...), v.Word)
	b = appendText(append(b, `,"sentence":`...), v.Sentence)
	b = appendRef(append(b, `,"at":`...), v.Entry)
	return append(b, '}')
}

func appendChoice(b []byte, c *Choice) []byte {
	b = strconv.AppendInt(append(b, `{"t_ms":`...), int64(c.At), 10)
	b = appendText(append(b, `,"label":`...), c.Label)
	b = append(b, `,"options":`...)
	b = appendList(b, c.Options, func(b []byte, s *string) []byte { return appendText(b, *s) })
	b = appendRef(append(b, `,"picked":`...), c.Picked)
	b = strconv.AppendInt(append(b, `,"entry":`...), int64(c.Entry), 10)
	return append(b, '}')
}

// appendRef writes an index into the entries, or null.
func appendRef(b []byte, i int) []byte {
	if i < 0 {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, int64(i), 10)
}

// appendText writes a string. Models' sentences need no escaping; what does is
// left to encoding/json.
func appendText(b []byte, s string) []byte {
	if plain(s) {
		return append(append(append(b, '"'), s...), '"')
	}
	quoted, _ := json.Marshal(s) // a string always can be
	return append(b, quoted...)
}

// What of a byte keeps a text from being written as it is.
const (
	escaped  = 1 << iota // encoding/json writes it otherwise
	notASCII             // depends on its neighbours
)

// classes are what to mind of each byte, in a table: a text is gone over without a
// branch for each.
var classes = func() (t [256]byte) {
	for c := range t {
		switch {
		case c < ' ' || strings.ContainsRune(`"\<>&`, rune(c)):
			t[c] = escaped
		case c >= utf8.RuneSelf:
			t[c] = notASCII
		}
	}
	return t
}()

// plain says whether encoding/json writes s as it is.
func plain(s string) bool {
	var found byte
	for i := range len(s) {
		found |= classes[s[i]]
	}
	return found == 0 || found == notASCII && utf8.ValidString(s) &&
		!strings.Contains(s, "\u2028") && !strings.Contains(s, "\u2029")
}
