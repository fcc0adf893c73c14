package sim

import (
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
