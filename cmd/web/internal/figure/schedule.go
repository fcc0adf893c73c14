package figure

import (
	"fmt"
	"strconv"
	"strings"

	"fencepost/sim"
	"fencepost/views"
)

// tapeKey names in a query what happens at each choice of a run: "0.2.1". With
// it the reader is the scheduler, and the run waits where it says no more; the
// empty tape is written ".". Without it the run goes by itself.
const tapeKey = "tape"

// fromStart is the empty tape of a reader who decides.
const fromStart = "."

// readTape takes a tape from a query.
func (a *asked) readTape(text string) {
	if text == "" {
		return
	}
	tape, err := sim.ParseTape(text)
	if err != nil {
		a.notes = append(a.notes, "The order of events in the address could not be read: "+err.Error()+". The run goes by itself instead.")
		return
	}
	a.tape, a.deciding = tape, true
}

// tapeText is the tape as addresses write it.
func tapeText(tape []int) string {
	if len(tape) == 0 {
		return fromStart
	}
	return sim.FormatTape(tape)
}

// perform runs what was asked: by itself, or as far as the reader decided.
func (s *Stage) perform(a asked) sim.Run {
	if a.deciding {
		return s.scenario.RunUntilAsked(a.values, a.tape)
	}
	return s.scenario.Run(a.values, nil)
}

// schedule adds what a reader can decide about the run, where there is
// something to decide.
func (s *Stage) schedule(f *views.Figure, run *sim.Run, a asked) {
	if len(run.Choices) == 0 && run.Pending == nil {
		return
	}
	to := func(tape []int) string {
		b := a
		b.tape, b.deciding = tape, true
		return s.tapeAddress(b)
	}
	v := &views.Scheduler{Own: to(nil), Deciding: a.deciding}
	f.Scheduler = v
	if !a.deciding {
		return
	}
	made := run.Tape
	v.Auto = s.tapeAddress(asked{values: a.values, kept: a.kept})
	if len(made) > 0 {
		v.Undo = to(made[:len(made)-1])
	}
	for _, c := range run.Choices {
		v.Made = append(v.Made, c.Options[c.Picked])
	}
	if p := run.Pending; p != nil {
		v.Ask = p.Label
		for i, o := range p.Options {
			v.Options = append(v.Options, views.Link{Text: o, Href: to(append(made[:len(made):len(made)], i))})
		}
	}
}

// tapeAddress is the address of a run at its newest step.
func (s *Stage) tapeAddress(a asked) string {
	q := s.page + "?" + s.query(a)
	return q + keptQuery(a.kept) + "#" + s.id
}

// schedules says what all orders of events come to, where a run has choices
// and no map shows its outcomes.
func (s *Stage) schedules(a asked) *views.OutcomeMap {
	e := s.scenario.Explore(a.values, maxSchedules)
	if e.Runs < 2 {
		return nil
	}
	m := &views.OutcomeMap{Title: "Every order at once", Intro: s.schedulesIntro(e)}
	for _, w := range s.scenario.Verdicts {
		k := views.MapKind{Swatch: swatchOf(w), Word: w.Word, Means: w.Meaning}
		for _, c := range e.Counts {
			if c.Kind == w.Kind {
				k.Count = fmt.Sprintf("%d of %d", c.N, e.Runs)
			}
		}
		if k.Count == "" {
			k.Count = "none"
		}
		m.Legend = append(m.Legend, k)
	}
	for _, b := range e.Broken {
		if s.riddle {
			break
		}
		c := a
		c.tape, c.deciding = b.Tape, true
		m.Examples = append(m.Examples, views.Link{Text: s.statement(b.Invariant), Href: s.stepAddress(c, b.Entry+1)})
	}
	return m
}

// maxSchedules bounds how many orders are tried.
const maxSchedules = 20_000

func (s *Stage) schedulesIntro(e sim.Exploration) string {
	if !e.Complete {
		return "The first " + strconv.Itoa(e.Runs) + " orders in which these events can happen were run."
	}
	return "There are " + strconv.Itoa(e.Runs) + " orders in which these events can happen. Each was run."
}

// statement is the sentence of an invariant, as a broken one.
func (s *Stage) statement(name string) string {
	for _, i := range s.scenario.Invariants {
		if i.Name == name {
			return strings.TrimSuffix(i.Statement, ".")
		}
	}
	return name
}
