package simtest

import (
	"fmt"
	"strings"

	"fencepost/sim"
)

// trace is the run as scripts write it: entries counted from 1, the verdict's
// kind, and the broken invariants with the entry that broke each.
func trace(r *sim.Run) string {
	var b strings.Builder
	for i, e := range r.Entries {
		fmt.Fprintf(&b, "%d. %v: %s\n", i+1, e.At, e.Text)
	}
	if r.Pending != nil {
		fmt.Fprintf(&b, "choice at %v: %s %s\n", r.Pending.At, r.Pending.Label, strings.Join(r.Pending.Options, " / "))
	}
	fmt.Fprintf(&b, "verdict: %s\n", r.Verdict.Kind)
	for _, f := range r.Findings {
		if !f.Holds {
			fmt.Fprintf(&b, "broken: %s at %d\n", f.Name, f.At+1)
		}
	}
	if r.Cut != "" {
		fmt.Fprintf(&b, "%s\n", r.Cut)
	}
	return b.String()
}

// spans are the bars, one a line.
func spans(r *sim.Run) string {
	var b strings.Builder
	for _, s := range r.Spans {
		fmt.Fprintf(&b, "%s: %s from %v to %v", s.Actor, s.State, s.From, s.To)
		if s.Holder != "" && s.Holder != s.Actor {
			fmt.Fprintf(&b, ", of %s", s.Holder)
		}
		if s.Label != "" {
			fmt.Fprintf(&b, ", \"%s\"", s.Label)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// messages are the arrows, one a line.
func messages(r *sim.Run) string {
	var b strings.Builder
	for _, m := range r.Messages {
		fmt.Fprintf(&b, "%s to %s: \"%s\", %v to %v, %s\n", m.From, m.To, m.Label, m.Sent, m.Came, m.Fate)
	}
	return b.String()
}

// table is what the run measured, one row a line.
func table(r *sim.Run) string {
	if r.Table == nil {
		return "no table\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", strings.Join(r.Table.Head, " | "))
	for _, row := range r.Table.Rows {
		fmt.Fprintf(&b, "%s\n", strings.Join(row.Cells, " | "))
	}
	fmt.Fprintf(&b, "%s\n", r.Table.Note)
	return b.String()
}
