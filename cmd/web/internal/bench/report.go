package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// row is one line of the report.
type row struct {
	what, ours, control, ratio string
	target                     string // in words; "" where there is none
	met                        bool
}

// section is a heading with what is said below it, and its rows.
type section struct {
	title, words string
	rows         []row
}

// bound is a target: what a value must be at most, or at least.
type bound struct {
	limit   float64
	atLeast bool
	unit    string
}

func atMost(limit float64, unit string) *bound  { return &bound{limit, false, unit} }
func atLeast(limit float64, unit string) *bound { return &bound{limit, true, unit} }

func (b *bound) String() string {
	words := "at most "
	if b.atLeast {
		words = "at least "
	}
	return words + number(b.limit) + b.unit
}

func (b *bound) met(v float64) bool { return b.atLeast == (v > b.limit) || v == b.limit }

// against compares ours with a control, round by round: the ratio is what is
// held to the target, which may be nil.
func (s samples) against(what, ours, control, unit string, b *bound) row {
	ratio := s.ratios(ours, control)
	if len(ratio) == 0 {
		return row{what: what}
	}
	r := row{what: what, ours: s.words(ours, unit), control: s.words(control, unit), ratio: wordsOf(spreadOf(ratio), "×")}
	return r.held(b, spreadOf(ratio).median)
}

// alone is a figure that is held to the target by itself.
func (s samples) alone(what, name, unit string, b *bound) row {
	if len(s[name]) == 0 {
		return row{what: what}
	}
	return row{what: what, ours: s.words(name, unit)}.held(b, spreadOf(s[name]).median)
}

func (r row) held(b *bound, v float64) row {
	if b != nil {
		r.target, r.met = b.String(), b.met(v)
	}
	return r
}

func (s samples) words(name, unit string) string { return wordsOf(spreadOf(s[name]), unit) }

// wordsOf is a median with its spread: 12.3 ms (11–19).
func wordsOf(s spread, unit string) string {
	if s.low == s.high {
		return number(s.median) + unit
	}
	return fmt.Sprintf("%s%s (%s–%s)", number(s.median), unit, number(s.low), number(s.high))
}

// number writes a value with three digits that count.
func number(v float64) string {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	decimals := max(0, 2-int(math.Floor(math.Log10(math.Abs(v)))))
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return grouped(text)
}

// grouped sets commas between thousands.
func grouped(text string) string {
	body, rest, _ := strings.Cut(text, ".")
	for i := len(body) - 3; i > 0 && body[i-1] != '-'; i -= 3 {
		body = body[:i] + "," + body[i:]
	}
	if rest != "" {
		return body + "." + rest
	}
	return body
}

// verdict is the last column.
func (r row) verdict() string {
	switch {
	case r.target == "":
		return ""
	case r.met:
		return "met"
	}
	return "**missed**"
}

// markdown is the whole report.
func markdown(head string, list []section) string {
	var b strings.Builder
	b.WriteString(head)
	fmt.Fprintf(&b, "\n%s\n", missed(list))
	for _, s := range list {
		if s.rows = slices.DeleteFunc(s.rows, func(r row) bool { return r.ours == "" }); len(s.rows) == 0 {
			continue // that part was left out
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", s.title, s.words)
		b.WriteString("| what | ours | control | ratio | target | |\n|---|--:|--:|--:|---|---|\n")
		for _, r := range s.rows {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.what, r.ours, r.control, r.ratio, r.target, r.verdict())
		}
	}
	return b.String()
}

// missed says at the top which targets were missed.
func missed(list []section) string {
	targets := 0
	var names []string
	for _, s := range list {
		for _, r := range s.rows {
			if r.target != "" {
				targets++
			}
			if r.verdict() == "**missed**" {
				got := r.ratio
				if got == "" {
					got = r.ours
				}
				names = append(names, fmt.Sprintf("- %s: %s, wanted %s", r.what, got, r.target))
			}
		}
	}
	if len(names) == 0 {
		return fmt.Sprintf("All %d targets were met.", targets)
	}
	return fmt.Sprintf("Of %d targets %d were missed:\n\n%s", targets, len(names), strings.Join(names, "\n"))
}
