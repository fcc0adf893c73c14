package sim

import (
	"fmt"
	"strings"
)

// MaxParams is how many parameters a scenario can have.
const MaxParams = 16

// Schema is a scenario's parameters in the order in which they are shown.
type Schema []Param

// Index is the place of the parameter of that name, -1 where there is none.
func (s Schema) Index(name string) int {
	for i := range s {
		if s[i].Name == name {
			return i
		}
	}
	return -1
}

// Defaults are the values of a run in which nobody set anything.
func (s Schema) Defaults() Values {
	v := Values{schema: s}
	for i := range s {
		v.v[i] = s[i].Default
	}
	return v
}

// Values are one value for each parameter of a schema: what a run is given.
// They are a plain value: copying is cheap and a copy is independent.
type Values struct {
	schema Schema
	v      [MaxParams]int64
}

// Schema is what the values belong to.
func (v *Values) Schema() Schema { return v.schema }

// At is the value of the i-th parameter: milliseconds, number, 0 or 1, or the
// option's index.
func (v *Values) At(i int) int64 { return v.v[i] }

// Millis is the value of the i-th parameter as a duration.
func (v *Values) Millis(i int) Millis { return Millis(v.v[i]) }

// On reports whether the i-th parameter, a Bool, is on.
func (v *Values) On(i int) bool { return v.v[i] != 0 }

// With is a copy in which the i-th parameter has another value. It is for code
// that walks a parameter's own values; text goes through Set.
func (v Values) With(i int, value int64) Values {
	v.v[i] = value
	return v
}

// Text is the text form of the parameter of that name, "" for none such.
func (v Values) Text(name string) string {
	i := v.schema.Index(name)
	if i < 0 {
		return ""
	}
	return v.schema[i].Text(v.v[i])
}

// Set is a copy in which the named parameter has the value that text says.
// Where text is not a value the error is a *ValueError; where there is no such
// parameter it says which there are.
func (v Values) Set(name, text string) (Values, error) {
	i := v.schema.Index(name)
	if i < 0 {
		return v, fmt.Errorf("no parameter %q; there are: %s", shorten(name), strings.Join(v.schema.names(), ", "))
	}
	n, err := v.schema[i].Parse(text)
	if err != nil {
		return v, err
	}
	return v.With(i, n), nil
}

func (s Schema) names() []string {
	out := make([]string, len(s))
	for i := range s {
		out[i] = s[i].Name
	}
	return out
}

// Note says that a value was not taken as it was given.
type Note struct {
	Param string
	Text  string // a sentence for the reader
}

// FromQuery reads the values that a URL's query (a url.Values) names; those it
// does not name keep what base says. A value out of range is brought to the
// nearest one, and one that cannot be read keeps base's, each with a note. Keys
// that are no parameters are left to others.
func FromQuery(base Values, q map[string][]string) (Values, []Note) {
	v, notes := base, []Note(nil)
	for i := range base.schema {
		p := &base.schema[i]
		texts := q[p.Name]
		if len(texts) == 0 {
			continue
		}
		n, err := p.Parse(texts[len(texts)-1])
		if err != nil {
			n = use(err, base.v[i])
			notes = append(notes, Note{p.Name, fmt.Sprintf("%v. %s is used instead.", err, p.Text(n))})
		}
		v = v.With(i, n)
	}
	return v, notes
}

// use is what to take instead of a refused text: the nearest value where it
// was a number, what stood before where it was not.
func use(err error, before int64) int64 {
	if e, ok := err.(*ValueError); ok && e.Near {
		return e.Use
	}
	return before
}

// Query is the URL form: every parameter that differs from base, in schema
// order. Parameters equal to base are left out, so that addresses stay short. No
// text form holds a character that a URL would escape.
func (v Values) Query(base Values) string {
	var b strings.Builder
	for i := range v.schema {
		if v.v[i] == base.v[i] {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		p := &v.schema[i]
		b.WriteString(p.Name + "=" + p.Text(v.v[i]))
	}
	return b.String()
}

// String is the text form as scripts write it: "freeze=12s fencing=off", every
// parameter in schema order.
func (v Values) String() string {
	parts := make([]string, len(v.schema))
	for i := range v.schema {
		parts[i] = v.schema[i].Name + "=" + v.schema[i].Text(v.v[i])
	}
	return strings.Join(parts, " ")
}

// Equal reports whether both hold the same value for every parameter.
func (v Values) Equal(o Values) bool { return len(v.schema) == len(o.schema) && v.v == o.v }
