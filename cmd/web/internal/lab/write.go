package lab

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"fencepost/cmd/web/internal/lab/sandbox"
	"fencepost/lessons"
	"fencepost/sim"
)

// ran is what became of a text.
type ran struct {
	last    sandbox.Result // of the last statement that returned rows or changed some
	sql     string
	err     *sandbox.Error // what refused it; nil for nothing
	label   string
	crashed int // after how many statements its client crashed; noCrash for none
	done    int // statements that ran
	changed int // rows, over all statements
}

// write runs a slot's text: all its statements, or as many as come before a
// crash.
func (p *player) write(c *client, s *lessons.LabStep) error {
	if err := p.connect(c, s.At); err != nil {
		return err
	}
	slot := p.lab.Slot(s.Run)
	before, err := p.look()
	if err != nil {
		return err
	}
	delete(c.found, slot.ID)
	p.last = slot.ID
	out, err := p.statements(c, s, slot)
	if err != nil {
		return err
	}
	return p.ran(c, s, before, out)
}

// crashAt is after how many statements a step's client crashes.
func (p *player) crashAt(s *lessons.LabStep) int {
	switch n, err := strconv.Atoi(s.Crash); {
	case s.Crash == lessons.CrashEach:
		return p.crash
	case err == nil:
		return n
	}
	return noCrash
}

// statements runs the text of a slot.
func (p *player) statements(c *client, s *lessons.LabStep, slot *lessons.LabSlot) (ran, error) {
	text := p.texts[slot.ID]
	out := ran{sql: text, label: slot.ID, crashed: noCrash}
	stop := p.crashAt(s)
	bind := p.binder(c, s, slot)
	for at := 0; at >= 0; out.done++ {
		if out.done == stop {
			break
		}
		if out.done == slot.Most {
			return out, mistake(slot.ID, text, &sandbox.Error{Offset: at, Message: "there is room for " + statements(slot.Most) + " here, and this is one more"})
		}
		r, next, err := c.conn.Run(text, at, policy(slot), bind)
		if err != nil {
			return p.refused(c, slot, text, out, err)
		}
		if r.Verb == "" {
			return out, mistake(slot.ID, text, &sandbox.Error{Offset: 0, Message: "there is no statement here yet"})
		}
		out.changed += r.Changed
		if len(r.Columns) > 0 || r.Changed > 0 || out.done == 0 {
			out.last = r
		}
		at = next
	}
	if stop != noCrash {
		out.crashed = out.done
		return out, nil
	}
	return out, p.ended(c, slot, text)
}

// refused is what a statement came to that did not run to its end. A refusal by
// the tables themselves is an answer like any other; the client then takes back
// what its transaction had done.
func (p *player) refused(c *client, slot *lessons.LabSlot, text string, out ran, err error) (ran, error) {
	var e *sandbox.Error
	if !errors.As(err, &e) || e.Kind != sandbox.Constraint && e.Kind != sandbox.Busy {
		return out, mistake(slot.ID, text, err)
	}
	out.err, out.last, out.changed = e, sandbox.Result{}, 0
	return out, p.rollBack(c)
}

func (p *player) rollBack(c *client) error {
	if !c.conn.InTransaction() {
		return nil
	}
	_, _, err := c.conn.Run("ROLLBACK", 0, sandbox.Policy{Author: true}, nil)
	return err
}

// ended refuses a text that leaves its transaction open: the client's next
// statements would land in it.
func (p *player) ended(c *client, slot *lessons.LabSlot, text string) error {
	if !c.conn.InTransaction() {
		return nil
	}
	return mistake(slot.ID, text, &sandbox.Error{Offset: len(text), Message: "the transaction is begun and never ended; COMMIT it"})
}

func statements(n int) string {
	if n == 1 {
		return "one statement"
	}
	return strconv.Itoa(n) + " statements"
}

// ran records what became of a text: what the client keeps of it, what it was
// told, and the arrow.
func (p *player) ran(c *client, s *lessons.LabStep, before []Table, r ran) error {
	if slot := p.lab.Slot(s.Run); slot != nil {
		p.keep(c, slot, r)
	}
	kind, fate := "write", sim.Accepted
	switch {
	case r.err != nil:
		kind, fate = "refuse", sim.Refused
	case reads(r):
		kind, fate = "read", sim.Delivered
	case r.crashed == noCrash && !found(r) && r.last.Verb != "create":
		kind, fate = "refuse", sim.Refused
	}
	if err := p.tell(c, s, r); err != nil {
		return err
	}
	if r.crashed != noCrash {
		p.kill(c)
		kind = "crash"
		p.span(sim.Span{Actor: c.actor.ID, State: "crashed", From: at(s.At), To: sim.Never})
	}
	p.arrow(c, s, r, fate)
	step := Step{Slot: s.Run, SQL: r.sql, Columns: r.last.Columns, Rows: texts(r.last.Rows), Before: before}
	return p.record(s, kind, sentence(p.words(c, s, r), s.Note), step)
}

// reads says whether a text looked and changed nothing: that it found nothing
// is an answer and no refusal.
func reads(r ran) bool { return r.last.Verb == "select" && r.changed == 0 }

// found says whether a text found or changed something.
func found(r ran) bool { return r.changed > 0 || len(r.last.Rows) > 0 }

// keep is what a client remembers of what it was told.
func (p *player) keep(c *client, slot *lessons.LabSlot, r ran) {
	for _, name := range slot.Returns {
		delete(c.keeps, name)
		if i := slices.Index(r.last.Columns, name); i >= 0 && len(r.last.Rows) > 0 && r.err == nil {
			c.keeps[name] = r.last.Rows[0][i]
		}
	}
	c.found[slot.ID] = r.err == nil && (len(r.last.Rows) > 0 || len(slot.Returns) == 0 && r.changed > 0)
}

// arrow draws the statement on its way to the table.
func (p *player) arrow(c *client, s *lessons.LabStep, r ran, fate sim.Fate) {
	for _, a := range p.lab.Actors {
		if a.Shape == "storage" && a.ID != c.actor.ID {
			n := len(p.out.Run.Entries)
			p.out.Run.Messages = append(p.out.Run.Messages, sim.Message{
				From: c.actor.ID, To: a.ID, Sent: at(s.At), Came: at(s.At), Fate: fate, Label: r.label, SentEntry: n, CameEntry: n,
			})
			return
		}
	}
}

// words say what became of a text.
func (p *player) words(c *client, s *lessons.LabStep, r ran) string {
	who := c.actor.Name + " runs " + r.label
	if s.Now >= 0 {
		who += fmt.Sprintf(", by a clock read at %d s", s.Now)
	}
	switch {
	case r.crashed != noCrash && r.crashed < sandbox.Count(r.sql):
		return fmt.Sprintf("%s and crashes after %s of %d", who, statements(r.crashed), sandbox.Count(r.sql))
	case r.crashed != noCrash:
		return who + " to its end and crashes before it hears of it: " + came(r)
	}
	return who + ": " + came(r)
}

// came is what a text came to.
func came(r ran) string {
	switch {
	case r.err != nil:
		return "refused, " + r.err.Message
	case r.last.Verb == "create":
		return "it is made"
	case len(r.last.Columns) == 0:
		return rowsWord(r)
	case !r.last.Writes && r.changed == 0:
		return back(r)
	}
	return rowsWord(r) + ", and " + back(r)
}

// back is what came back.
func back(r ran) string {
	switch n := len(r.last.Rows); n {
	case 0:
		return "no row comes back"
	case 1:
		if len(r.last.Columns) > 1 {
			return columns(r.last) + " come back"
		}
		return columns(r.last) + " comes back"
	default:
		return strconv.Itoa(n) + " rows come back"
	}
}

func rowsWord(r ran) string {
	switch {
	case r.changed == 1:
		return "1 row changes"
	case r.changed == 0:
		return "no row changes"
	}
	return strconv.Itoa(r.changed) + " rows change"
}
