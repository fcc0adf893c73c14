package lab

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/cmd/web/internal/lab/sandbox"
	"fencepost/lessons"
	"fencepost/sim"
)

// What every client was told, and the values it gave, are kept for the rules in
// tables that learners' SQL cannot touch.
const (
	toldTable  = "told"
	givenTable = "given"

	makeTold = `CREATE TABLE told (step INTEGER PRIMARY KEY, at INTEGER, actor TEXT, run TEXT,
		found INTEGER, changed INTEGER, error TEXT, value, crashed INTEGER);
		CREATE TABLE given (step INTEGER, name TEXT, value, PRIMARY KEY (step, name))`

	addTold  = `INSERT INTO told VALUES (:step, :at, :actor, :run, :found, :changed, :error, :value, :crashed)`
	addGiven = `INSERT INTO given VALUES (:step, :name, :value)`
)

// client is an actor with its connection and what it keeps in mind.
type client struct {
	actor *lessons.LabActor
	conn  *sandbox.Conn
	keeps map[string]sandbox.Value // columns that its statements returned
	found map[string]bool          // slots whose last run found something
	dead  bool
	until int // frozen until; 0: never
}

// player plays one schedule.
type player struct {
	lab      *lessons.Lab
	schedule *lessons.LabSchedule
	texts    map[string]string
	crash    int
	watch    bool // look after each step which rules are broken
	database *sandbox.Database
	own      *sandbox.Conn // the lab's: it makes the tables, and looks at them
	clients  map[string]*client
	last     string // the slot whose text ran last; "" for none yet
	out      *Outcome
	bars     map[string]int // tables' lanes: index of the span that is open
	broken   [][]string     // after each entry, what broke of the rules; see judge
	model    [][]string     // the same where the worked solution runs
}

// prepare makes the tables, and the connection through which they are seen.
func (p *player) prepare() error {
	p.bars = map[string]int{}
	var err error
	if p.own, err = p.database.Connect(); err != nil {
		return err
	}
	if err := p.own.Script(p.lab.Tables); err != nil {
		return &authorError{p.lab.TablesPos, err}
	}
	if err := p.own.Script(makeTold); err != nil {
		return err
	}
	for i := range p.lab.Actors {
		a := &p.lab.Actors[i]
		if a.Shows != "" || p.plays(a.ID) {
			p.out.Run.Actors = append(p.out.Run.Actors, sim.Actor{ID: a.ID, Name: a.Name, Shape: a.Shape})
		}
		p.clients[a.ID] = &client{actor: a, keeps: map[string]sandbox.Value{}, found: map[string]bool{}}
	}
	return p.show(0)
}

// plays says whether an actor has a step in the schedule.
func (p *player) plays(actor string) bool {
	return slices.ContainsFunc(p.schedule.Steps, func(s lessons.LabStep) bool { return s.Actor == actor })
}

// authorError is a fault of the lab itself, with its place.
type authorError struct {
	pos lessons.Pos
	err error
}

func (e *authorError) Error() string { return e.pos.String() + ": " + e.err.Error() }
func (e *authorError) Unwrap() error { return e.err }

// step plays one step.
func (p *player) step(s *lessons.LabStep) error {
	c := p.clients[s.Actor]
	switch {
	case s.Frozen > 0:
		return p.freeze(c, s)
	case s.Run == "" && s.SQL == "":
		return p.die(c, s, c.actor.Name+" crashes.")
	case s.After != "" && !c.found[s.After]:
		return p.record(s, "skip", sentence(c.actor.Name+" was given nothing by “"+p.lab.Slot(s.After).Title+"”, and so does nothing", s.Note), Step{})
	case s.Unless != "" && c.found[s.Unless]:
		return p.record(s, "skip", sentence(c.actor.Name+" has what it needs from “"+p.lab.Slot(s.Unless).Title+"”, and does nothing more", s.Note), Step{})
	case s.SQL != "":
		return p.fixed(c, s)
	}
	return p.write(c, s)
}

// sentence joins what happened and what its author has to say of it.
func sentence(what, note string) string {
	if note == "" {
		return lessons.Measured(what + ".")
	}
	return lessons.Measured(what + ". " + note)
}

func (p *player) freeze(c *client, s *lessons.LabStep) error {
	c.until = s.At + s.Frozen
	p.span(sim.Span{Actor: c.actor.ID, State: "frozen", From: at(s.At), To: at(c.until), Label: "frozen"})
	return p.record(s, "stall", sentence(fmt.Sprintf("%s freezes for %d s", c.actor.Name, s.Frozen), s.Note), Step{})
}

// die ends a client's connection; what it had not committed is undone.
func (p *player) die(c *client, s *lessons.LabStep, text string) error {
	p.kill(c)
	p.span(sim.Span{Actor: c.actor.ID, State: "crashed", From: at(s.At), To: sim.Never})
	return p.record(s, "crash", strings.TrimSpace(text+" "+s.Note), Step{})
}

func (p *player) kill(c *client) {
	if c.conn != nil {
		c.conn.Close()
	}
	c.conn, c.dead = nil, true
	c.keeps, c.found = map[string]sandbox.Value{}, map[string]bool{}
}

// connect gives a client its connection; one that died starts anew.
func (p *player) connect(c *client, now int) error {
	if c.conn != nil {
		return nil
	}
	if c.dead {
		c.dead = false
		p.endSpan(c.actor.ID, "crashed", now)
	}
	var err error
	c.conn, err = p.database.Connect()
	return err
}

// fixed runs a statement of the lab's own.
func (p *player) fixed(c *client, s *lessons.LabStep) error {
	if err := p.connect(c, s.At); err != nil {
		return err
	}
	before, err := p.look()
	if err != nil {
		return err
	}
	r, next, err := c.conn.Run(s.SQL, 0, sandbox.Policy{Author: true}, p.binder(c, s, nil))
	var e *sandbox.Error
	switch {
	case errors.As(err, &e) && e.Kind != sandbox.Constraint && e.Kind != sandbox.Busy, err == nil && next >= 0:
		return &authorError{s.Pos, fmt.Errorf("the step's SQL is not one statement that runs: %w", err)}
	}
	return p.ran(c, s, before, ran{last: r, sql: s.SQL, err: e, label: "its own SQL", crashed: noCrash, changed: r.Changed})
}

// binder gives parameters their values: what the step says, what the actor
// always says, the time, what earlier statements returned.
func (p *player) binder(c *client, s *lessons.LabStep, slot *lessons.LabSlot) func(string) (sandbox.Value, bool) {
	return func(name string) (sandbox.Value, bool) {
		key, colon := strings.CutPrefix(name, ":")
		if !colon || slot != nil && !uses(slot, key) {
			return nil, false
		}
		if v, ok := s.Values[key]; ok {
			return typed(v), true
		}
		if v, ok := c.actor.Values[key]; ok {
			return typed(v), true
		}
		if key == "now" {
			if s.Now >= 0 {
				return int64(s.Now), true
			}
			return int64(s.At), true
		}
		return c.keeps[key], true // NULL for what was not returned
	}
}

func uses(slot *lessons.LabSlot, name string) bool {
	return slices.Contains(slot.Uses, name)
}

// typed is a value of the lab's file: a whole number, or text.
func typed(s string) sandbox.Value {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	return s
}

// at is a number of seconds of a schedule.
func at(seconds int) sim.Millis { return sim.Millis(seconds) * sim.Second }
