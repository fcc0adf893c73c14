package sim

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// Type says what a parameter's values are.
type Type uint8

// The types.
const (
	Duration Type = iota // milliseconds; text "12s", "500ms", "1m30s", or a bare number of seconds
	Integer              // whole number
	Bool                 // 0 or 1; text "off" or "on"
	Option               // index into Options; text is the option's name
)

// String is the type's name, as JSON and help show it.
func (t Type) String() string {
	return [...]string{"duration", "integer", "bool", "choice"}[t]
}

// Param defines one parameter. This is the only place that does: controls, URL
// parsing, help, lint and exploration all read it.
type Param struct {
	Name    string // in URLs and scripts: short, lower case, permanent
	Label   string // of the control: "A is frozen for"
	Help    string // one or two sentences
	Type    Type
	Min     int64 // inclusive; Duration and Integer only
	Max     int64 // inclusive
	Step    int64 // values are Min plus a multiple of it; at least 1
	Default int64
	Unit    string        // of Integer: "attempts" or ""; Duration is shown in s
	Options []OptionValue // of Option
	Main    bool          // shown among the main controls unless a lesson picks others
}

// OptionValue is one value of an Option parameter.
type OptionValue struct {
	Name  string // in URLs and scripts
	Label string // on the page
}

// Bounds are the smallest value, the largest, and the step between values.
func (p *Param) Bounds() (low, high, step int64) {
	switch p.Type {
	case Bool:
		return 0, 1, 1
	case Option:
		return 0, int64(len(p.Options)) - 1, 1
	default:
		return p.Min, p.Max, max(p.Step, 1)
	}
}

// Text is the value's text form, which Parse reads back: "12s", "off", "3".
func (p *Param) Text(v int64) string {
	switch p.Type {
	case Duration:
		return Millis(v).Text()
	case Bool:
		return [...]string{"off", "on"}[v&1]
	case Option:
		if v >= 0 && v < int64(len(p.Options)) {
			return p.Options[v].Name
		}
	}
	return fmt.Sprint(v)
}

// Spoken is the value as a reader sees it: "12 s", "off", "4,000 requests/s", or
// an option's label. A number and its unit stand on one line.
func (p *Param) Spoken(v int64) string {
	switch {
	case p.Type == Duration:
		return Millis(v).String()
	case p.Type == Option && v >= 0 && v < int64(len(p.Options)):
		return p.Options[v].Label
	case p.Type == Integer && p.Unit != "":
		return Digits(v) + NoBreak + p.UnitOf(v)
	}
	return p.Text(v)
}

// UnitOf is the unit in the number that a value wants: "1 try", "3 tries".
func (p *Param) UnitOf(v int64) string {
	if v != 1 {
		return p.Unit
	}
	if stem, ok := strings.CutSuffix(p.Unit, "ies"); ok {
		return stem + "y"
	}
	for _, hiss := range []string{"sh", "ch", "ss", "x"} {
		if stem, ok := strings.CutSuffix(p.Unit, hiss+"es"); ok {
			return stem + hiss
		}
	}
	return strings.TrimSuffix(p.Unit, "s")
}

// Count is how many values the parameter can take, at most the largest int.
func (p *Param) Count() int {
	low, high, step := p.Bounds()
	return int(min((uint64(high)-uint64(low))/uint64(step), math.MaxInt-1)) + 1
}

// ValueError is a text that is not a value of the parameter.
type ValueError struct {
	Param  string
	Text   string
	Reason string // "is more than 30s"
	Use    int64  // the value to use instead
	Near   bool   // Use is the nearest value; otherwise text was no value at all and Use is the default
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("%s=%s: %s", e.Param, shorten(e.Text), e.Reason)
}

// shorten keeps hostile input out of messages.
func shorten(s string) string {
	s = strings.ToValidUTF8(s, "�")
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// Parse reads a text form. Its error is a *ValueError that says what to use
// instead.
func (p *Param) Parse(text string) (int64, error) {
	t := strings.ToLower(strings.TrimSpace(text))
	switch p.Type {
	case Bool:
		return p.parseBool(text, t)
	case Option:
		return p.parseOption(text, t)
	}
	v, err := p.number(t)
	if err != nil && !errors.Is(err, errHuge) {
		return 0, p.wrong(text, err.Error())
	}
	return p.fit(text, v)
}

func (p *Param) parseBool(text, t string) (int64, error) {
	switch t {
	case "on", "true", "yes", "1":
		return 1, nil
	case "off", "false", "no", "0":
		return 0, nil
	}
	return 0, p.wrong(text, "must be on or off")
}

func (p *Param) parseOption(text, t string) (int64, error) {
	for i, o := range p.Options {
		if o.Name == t {
			return int64(i), nil
		}
	}
	names := make([]string, len(p.Options))
	for i, o := range p.Options {
		names[i] = o.Name
	}
	return 0, p.wrong(text, "must be one of "+strings.Join(names, ", "))
}

func (p *Param) number(t string) (int64, error) {
	if p.Type == Duration {
		return parseDuration(t)
	}
	return parseInteger(t)
}

// fit holds v within the parameter's bounds and on its steps.
func (p *Param) fit(text string, v int64) (int64, error) {
	low, high, step := p.Bounds()
	switch {
	case v < low:
		return 0, p.nearest(text, "is less than "+p.Text(low), low)
	case v > high:
		return 0, p.nearest(text, "is more than "+p.Text(high), high)
	}
	off := (uint64(v) - uint64(low)) % uint64(step)
	if off == 0 {
		return v, nil
	}
	near := v - int64(off)
	if off >= uint64(step)-off && uint64(high)-uint64(near) >= uint64(step) {
		near += step
	}
	return 0, p.nearest(text, "is not a whole number of steps of "+p.Text(step), near)
}

func (p *Param) wrong(text, reason string) error {
	return &ValueError{Param: p.Name, Text: text, Reason: reason, Use: p.Default}
}

func (p *Param) nearest(text, reason string, use int64) error {
	return &ValueError{Param: p.Name, Text: text, Reason: reason, Use: use, Near: true}
}
