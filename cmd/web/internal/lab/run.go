package lab

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"fencepost/cmd/web/internal/lab/sandbox"
	"fencepost/lessons"
)

const (
	// AtOnce is how many labs run at the same moment; the others wait.
	AtOnce = 2
	// maxRuns is how many schedules a lab may come to, places of a crash counted.
	maxRuns = 40
)

// Bench runs labs, a few at a time.
type Bench struct{ places chan struct{} }

// NewBench makes one for AtOnce labs at a time.
func NewBench() *Bench { return &Bench{places: make(chan struct{}, AtOnce)} }

// Run runs the texts in every schedule of the lab. It waits for its turn until
// the context ends, which is ErrBusy. A text that cannot be run is *Mistake.
func (b *Bench) Run(ctx context.Context, l *lessons.Lab, texts map[string]string) (*Result, error) {
	select {
	case b.places <- struct{}{}:
		defer func() { <-b.places }()
	case <-ctx.Done():
		return nil, ErrBusy
	}
	return Run(l, texts)
}

// Run runs the texts in every schedule of the lab, now. All schedules share one
// budget.
func Run(l *lessons.Lab, texts map[string]string) (*Result, error) {
	r := &Result{Passed: true}
	began, work := time.Now(), time.Duration(0)
	for i := range l.Schedules {
		for _, crash := range crashes(l, &l.Schedules[i], texts) {
			if len(r.Outcomes) == maxRuns {
				return nil, fmt.Errorf("lab %s: more than %d schedules", l.ID, maxRuns)
			}
			left := sandbox.Modest
			left.Ops, left.Work, left.Time = left.Ops-r.Ops, left.Work-work, left.Time-time.Since(began)
			o, spent, err := playTwice(l, &l.Schedules[i], texts, crash, left)
			if err != nil {
				return nil, err
			}
			r.Ops, work = r.Ops+spent.ops, work+spent.work
			r.Passed = r.Passed && o.Held
			r.Outcomes = append(r.Outcomes, *o)
		}
	}
	return r, nil
}

// noCrash says that a schedule crashes nowhere but where it says so itself.
const noCrash = -1

// crashes are the places at which a schedule is to be played: after each
// statement of the text that its step with "crash: each" runs, the last
// included, after which only the answer is lost.
func crashes(l *lessons.Lab, s *lessons.LabSchedule, texts map[string]string) []int {
	for _, step := range s.Steps {
		if step.Crash != lessons.CrashEach {
			continue
		}
		n := min(sandbox.Count(texts[step.Run]), l.Slot(step.Run).Most)
		var out []int
		for i := range n {
			out = append(out, i+1)
		}
		if n > 0 {
			return out
		}
	}
	return []int{noCrash}
}

// cost is what a run took.
type cost struct {
	ops  int           // instructions
	work time.Duration // of a processor
}

// playTwice runs a schedule, and where a rule breaks once more, to look after
// each step which. It says what the first time took.
func playTwice(l *lessons.Lab, s *lessons.LabSchedule, texts map[string]string, crash int, limits sandbox.Limits) (*Outcome, cost, error) {
	p := &player{lab: l, schedule: s, texts: texts, crash: crash}
	spent, err := p.play(limits)
	if err != nil || p.out.Held {
		return p.out, spent, err
	}
	limits.Ops, limits.Work, limits.Time = 2*sandbox.Modest.Ops, 2*sandbox.Modest.Work, sandbox.Modest.Time // what ran once runs again
	model, err := modelOf(l, s, crash, limits)
	if err != nil {
		return nil, cost{}, err
	}
	watching := &player{lab: l, schedule: s, texts: texts, crash: crash, watch: true, model: model}
	_, err = watching.play(limits)
	return watching.out, spent, err
}

// modelOf is which rules are broken after each step of a schedule where the
// worked solution runs, which crashes at the same place or else at its end.
func modelOf(l *lessons.Lab, s *lessons.LabSchedule, crash int, limits sandbox.Limits) ([][]string, error) {
	p := &player{lab: l, schedule: s, texts: l.Solution.Texts, crash: crash, watch: true}
	if own := crashes(l, s, p.texts); crash > own[len(own)-1] {
		p.crash = own[len(own)-1]
	}
	_, err := p.play(limits)
	return p.broken, err
}

// play plays the schedule on a database of its own, and says what that took.
func (p *player) play(limits sandbox.Limits) (spent cost, err error) {
	p.database = sandbox.Open(limits)
	defer p.database.Close()
	p.clients, p.out = map[string]*client{}, &Outcome{Schedule: p.schedule.ID, Title: p.schedule.Title}
	if p.crash != noCrash {
		p.out.Schedule += "/" + strconv.Itoa(p.crash)
		p.out.Title += fmt.Sprintf(", after statement %d", p.crash)
	}
	if err := p.prepare(); err != nil {
		return spent, err
	}
	for i := range p.schedule.Steps {
		if err := p.step(&p.schedule.Steps[i]); err != nil {
			return spent, p.blamed(err)
		}
	}
	spent.ops, spent.work = p.database.Spent()
	return spent, p.blamed(p.judge())
}

// blamed lays it on the text that ran last where the lab's own SQL was stopped by
// a limit: what was left of it is what the texts had left, and the rows that it
// reads are theirs.
func (p *player) blamed(err error) error {
	var e *sandbox.Error
	if !errors.As(err, &e) || e.Kind != sandbox.Limit && e.Kind != sandbox.Late || p.last == "" {
		return err
	}
	return mistake(p.last, "", &sandbox.Error{Kind: e.Kind, Message: "after it, reading the tables takes too much: " + e.Message})
}

// mistake turns what the sandbox has against a slot's text into a place that
// its writer can see.
func mistake(slot, text string, err error) error {
	var e *sandbox.Error
	switch {
	case !errors.As(err, &e):
		return err
	case e.Kind == sandbox.Late:
		return ErrBusy
	}
	line, col := place(text, e.Offset)
	return &Mistake{Slot: slot, Line: line, Col: col, Message: e.Message}
}

// place is the line and column of a byte of a text, both from 1.
func place(text string, offset int) (line, col int) {
	before := text[:min(max(offset, 0), len(text))]
	line = 1 + strings.Count(before, "\n")
	return line, 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
}
