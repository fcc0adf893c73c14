package lab

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fencepost/lessons"
)

// How many answers test a lab at least.
const (
	leastRight = 3
	leastWrong = 2
)

// Examine says what is wrong with a lab: its own SQL, a solution or a right
// answer that breaks a rule, a wrong one that breaks none or another, and boxes
// that are right before anybody wrote in them.
func Examine(l *lessons.Lab) []lessons.Problem {
	e := examiner{lab: l}
	if !e.holds(l.Solution, "the solution") {
		return e.list
	}
	for _, a := range l.Right {
		e.holds(a, "this answer")
	}
	for _, a := range l.Wrong {
		e.breaks(a)
	}
	e.begins()
	if len(l.Right) < leastRight {
		e.add(l.Pos, fmt.Sprintf("have %d at least under right that differ from the solution", leastRight), "%s the lab", answersTest(len(l.Right), "further right"))
	}
	if len(l.Wrong) < leastWrong {
		e.add(l.Pos, fmt.Sprintf("have %d at least under wrong that people are likely to write", leastWrong), "%s the lab", answersTest(len(l.Wrong), "wrong"))
	}
	return e.list
}

// Solvable says what is wrong with a lab as far as running its solution shows.
func Solvable(l *lessons.Lab) []lessons.Problem {
	e := examiner{lab: l}
	e.holds(l.Solution, "the solution")
	return e.list
}

type examiner struct {
	lab      *lessons.Lab
	list     []lessons.Problem
	unfilled []string // the blanks that were reported
}

func (e *examiner) add(pos lessons.Pos, mend, format string, args ...any) {
	e.list = append(e.list, lessons.Problem{Pos: pos, Message: fmt.Sprintf(format, args...), Mend: mend})
}

// run runs an answer and reports one that does not run.
func (e *examiner) run(a lessons.LabAnswer, what string) *Result {
	r, err := Run(e.lab, a.Texts)
	var own *authorError
	var bad *Mistake
	switch {
	case errors.As(err, &own):
		e.add(own.pos, "mend the SQL", "it does not run: %v", own.err)
	case errors.As(err, &bad):
		e.add(a.Pos, "mend the SQL", "%s does not run: %v", what, bad)
	case err != nil:
		e.add(a.Pos, "mend the lab", "%s does not run: %v", what, err)
	}
	if r != nil {
		e.filled(r)
	}
	return r
}

// filled reports blanks for which a rule's queries found no value, so that
// readers would see their names in braces.
func (e *examiner) filled(r *Result) {
	for _, o := range r.Outcomes {
		for _, left := range blank.FindAllString(o.Run.Verdict.Sentence, -1) {
			for _, rule := range e.lab.Rules {
				if strings.Contains(rule.Broken+rule.Held, left) && !slices.Contains(e.unfilled, rule.ID+left) {
					e.unfilled = append(e.unfilled, rule.ID+left)
					e.add(rule.Pos, "name a column of its query, or of numbers", "the sentence of %q has nothing to put for %s", rule.ID, left)
				}
			}
		}
	}
}

// holds reports an answer that does not hold, and says whether it does.
func (e *examiner) holds(a lessons.LabAnswer, what string) bool {
	r := e.run(a, what)
	if r == nil {
		return false
	}
	if !r.Passed {
		o := r.First()
		e.add(a.Pos, "mend it, or the rule", "%s breaks %q in %q: %s", what, o.Broke, o.Schedule, o.Run.Verdict.Sentence)
	}
	return r.Passed
}

// breaks reports a wrong answer that does not break what it is said to break.
func (e *examiner) breaks(a lessons.LabAnswer) {
	r := e.run(a, "this answer")
	switch {
	case r == nil:
	case r.Passed:
		e.add(a.Pos, "add a schedule that shows what is wrong with it", "this answer breaks nothing, and is to break %q", a.Breaks)
	case r.First().Broke != a.Breaks:
		o := r.First()
		e.add(a.Pos, "say so, or put the rules into another order", "this answer first breaks %q in %q, not %q: %s", o.Broke, o.Schedule, a.Breaks, o.Run.Verdict.Sentence)
	}
}

// begins reports a lab that is solved before anything was written.
func (e *examiner) begins() {
	if r, err := Run(e.lab, e.lab.Begin().Texts); err == nil && r.Passed {
		e.add(e.lab.Pos, "let a statement start with less", "the lab is solved as it starts")
	}
}

// answersTest says how many answers of a sort test a lab: "1 wrong answer tests".
func answersTest(n int, sort string) string {
	if n == 1 {
		return "1 " + sort + " answer tests"
	}
	return fmt.Sprintf("%d %s answers test", n, sort)
}
