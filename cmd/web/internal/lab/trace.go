package lab

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fencepost/cmd/web/internal/lab/sandbox"
	"fencepost/lessons"
	"fencepost/sim"
)

// maxShown is how many rows of a table are kept for each step.
const maxShown = 12

// record appends an entry to the trace, with the rows as they are after it.
func (p *player) record(s *lessons.LabStep, kind, text string, step Step) error {
	after, err := p.look()
	if err != nil {
		return err
	}
	step.After = after
	if step.Before == nil && step.SQL != "" {
		step.Before = after
	}
	run := &p.out.Run
	run.Entries = append(run.Entries, sim.Entry{At: at(s.At), Actor: s.Actor, Kind: kind, Text: text, Cause: -1})
	run.End = at(s.At)
	p.out.Steps = append(p.out.Steps, step)
	if err := p.show(s.At); err != nil {
		return err
	}
	broken, err := p.breaks()
	p.broken = append(p.broken, broken)
	return err
}

// look reads the tables as they are.
func (p *player) look() ([]Table, error) {
	names, err := p.own.Tables()
	if err != nil {
		return nil, fmt.Errorf("lab %s: %w", p.lab.ID, err)
	}
	var out []Table
	for _, name := range names {
		if name == toldTable || name == givenTable {
			continue
		}
		r, _, err := p.own.Run(`SELECT * FROM "`+strings.ReplaceAll(name, `"`, `""`)+`"`, 0, sandbox.Policy{Author: true}, nil)
		if err != nil {
			return nil, fmt.Errorf("lab %s: read %s: %w", p.lab.ID, name, err)
		}
		t := Table{Name: name, Columns: r.Columns, Rows: texts(r.Rows[:min(maxShown, len(r.Rows))])}
		t.More = len(r.Rows) - len(t.Rows)
		out = append(out, t)
	}
	return out, nil
}

// show draws who holds each table's row, where the lab says how to find out.
func (p *player) show(now int) error {
	for i := range p.lab.Actors {
		a := &p.lab.Actors[i]
		if a.Shows == "" {
			continue
		}
		r, _, err := p.own.Run(a.Shows, 0, sandbox.Policy{Author: true}, p.clock(now))
		if err != nil {
			return &authorError{a.Pos, err}
		}
		p.bar(a, r, now)
	}
	return nil
}

// bar goes on with a table's bar, or begins another where what it shows has
// changed.
func (p *player) bar(a *lessons.LabActor, r sandbox.Result, now int) {
	s := sim.Span{Actor: a.ID, State: "stored", From: at(now), To: sim.Never}
	if len(r.Rows) > 0 && len(r.Rows[0]) > 0 {
		if r.Rows[0][0] != nil {
			s.Holder = text(r.Rows[0][0])
		}
		if len(r.Rows[0]) > 1 && r.Rows[0][1] != nil {
			s.Label = text(r.Rows[0][1])
		}
	}
	open, has := p.bars[a.ID]
	spans := p.out.Run.Spans
	if has && spans[open].Holder == s.Holder && spans[open].Label == s.Label {
		return
	}
	if has {
		spans[open].To = at(now)
	}
	if s.Label == "" && s.Holder == "" {
		delete(p.bars, a.ID)
		return
	}
	p.bars[a.ID] = len(spans)
	p.span(s)
}

func (p *player) span(s sim.Span) { p.out.Run.Spans = append(p.out.Run.Spans, s) }

// endSpan ends the open bar of an actor that has a state.
func (p *player) endSpan(actor, state string, now int) {
	spans := p.out.Run.Spans
	for i := range slices.Backward(spans) {
		if spans[i].Actor == actor && spans[i].State == state && spans[i].To == sim.Never {
			spans[i].To = at(now)
			return
		}
	}
}

// clock binds :now alone.
func (p *player) clock(now int) func(string) (sandbox.Value, bool) {
	return func(name string) (sandbox.Value, bool) { return int64(now), name == ":now" }
}

// tell keeps for the rules what a client was told, and which values it gave.
func (p *player) tell(c *client, s *lessons.LabStep, r ran) error {
	step := int64(len(p.out.Steps) + 1)
	row := map[string]sandbox.Value{
		":step": step, ":at": int64(s.At), ":actor": c.actor.ID, ":run": cmp.Or(s.Run, "sql"), ":value": p.told(s, r),
		":found": int64(len(r.last.Rows)), ":changed": int64(r.changed), ":error": nil, ":crashed": int64(0),
	}
	if r.err != nil {
		row[":error"] = r.err.Message
	}
	if r.crashed != noCrash {
		row[":crashed"] = int64(1)
		p.kill(c) // before anything is written: its transaction is in the way
	}
	if err := p.note(addTold, row); err != nil {
		return err
	}
	given := maps.Clone(c.actor.Values)
	maps.Copy(given, s.Values)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if err := p.note(addGiven, map[string]sandbox.Value{":step": step, ":name": name, ":value": typed(given[name])}); err != nil {
			return err
		}
	}
	return nil
}

// told is the first of the columns that a slot returns, or else the first that
// came back.
func (p *player) told(s *lessons.LabStep, r ran) sandbox.Value {
	if len(r.last.Rows) == 0 || len(r.last.Rows[0]) == 0 {
		return nil
	}
	i := 0
	if slot := p.lab.Slot(s.Run); slot != nil && len(slot.Returns) > 0 {
		i = slices.Index(r.last.Columns, slot.Returns[0])
	}
	if i < 0 {
		return nil
	}
	return r.last.Rows[0][i]
}

// note writes a row of the lab's own bookkeeping.
func (p *player) note(query string, row map[string]sandbox.Value) error {
	_, _, err := p.own.Run(query, 0, sandbox.Policy{Author: true}, func(name string) (sandbox.Value, bool) { v, ok := row[name]; return v, ok })
	return err
}

// texts are rows as they are shown.
func texts(rows [][]sandbox.Value) [][]string {
	var out [][]string
	for _, r := range rows {
		cells := make([]string, len(r))
		for i, v := range r {
			cells[i] = text(v)
		}
		out = append(out, cells)
	}
	return out
}

// text is a value as it is shown.
func text(v sandbox.Value) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case []byte:
		return fmt.Sprintf("x'%x'", v)
	}
	return fmt.Sprint(v)
}

// columns name the values of the one row that came back.
func columns(r sandbox.Result) string {
	var out []string
	for i, c := range r.Columns {
		out = append(out, c+" = "+text(r.Rows[0][i]))
	}
	return strings.Join(out, ", ")
}
