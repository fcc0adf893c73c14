// Package lab runs what learners write in a lesson's labs: their SQL, on a
// throw-away database, within every schedule that the lab's author set down.
// What happened becomes a sim.Run, so that it is drawn as the simulators' runs
// are, with the rows of the tables before and after each step.
//
// A run is a function of the lab and the texts alone: the same in, the same
// trace out. Time is the schedule's.
package lab

import (
	"errors"
	"fmt"

	"fencepost/cmd/web/internal/lab/sandbox"
	"fencepost/lessons"
	"fencepost/sim"
)

// ErrBusy is answered where too many labs run at this moment.
var ErrBusy = errors.New("lab: too many at once")

// Mistake is a text that cannot be run, at a place of it that its writer can
// see. Nothing came of it.
type Mistake struct {
	Slot      string
	Line, Col int // from 1; Col counts characters
	Message   string
}

func (m *Mistake) Error() string {
	return fmt.Sprintf("%s, line %d, column %d: %s", m.Slot, m.Line, m.Col, m.Message)
}

// Table is rows as they stood at a moment.
type Table struct {
	Name    string
	Columns []string
	Rows    [][]string
	More    int // rows that are not listed
}

// Step is what the trace keeps beside a sim.Entry.
type Step struct {
	Slot    string // whose text ran; "" for none
	SQL     string // the statement that ran; "" for none
	Columns []string
	Rows    [][]string // that it returned
	Before  []Table    // nil where nothing ran
	After   []Table
}

// Outcome is one schedule's run.
type Outcome struct {
	Schedule string // id, and after a slash where it crashed: "crash/2"
	Title    string
	Run      sim.Run
	Steps    []Step // one for each of Run.Entries
	Held     bool
	Broke    string // id of the first rule that broke; "" for none
}

// Result is all schedules of a lab.
type Result struct {
	Outcomes []Outcome
	Passed   bool
	Ops      int // instructions of SQLite's machine, over all schedules
}

// First is the outcome to show first: the first in which a rule broke, or the
// first of all.
func (r *Result) First() *Outcome {
	for i := range r.Outcomes {
		if !r.Outcomes[i].Held {
			return &r.Outcomes[i]
		}
	}
	return &r.Outcomes[0]
}

// Outcome finds one by its id; nil for none.
func (r *Result) Outcome(id string) *Outcome {
	for i := range r.Outcomes {
		if r.Outcomes[i].Schedule == id {
			return &r.Outcomes[i]
		}
	}
	return nil
}

// policy is what a slot's text may do.
func policy(s *lessons.LabSlot) sandbox.Policy {
	p := sandbox.Policy{Hidden: map[string]bool{toldTable: true, givenTable: true}}
	for _, may := range s.May {
		switch may {
		case lessons.MayTransaction:
			p.Transaction = true
		case lessons.MayCreateTable:
			p.CreateTable = true
		case lessons.MayCreateIndex:
			p.CreateIndex = true
		}
	}
	return p
}
