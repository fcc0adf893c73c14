package trial

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/lessons"
	"fencepost/sim"
)

// examiner collects what is wrong with one fence.
type examiner struct{ list []lessons.Problem }

func (e *examiner) add(pos lessons.Pos, mend, format string, args ...any) {
	e.list = append(e.list, lessons.Problem{Pos: pos, Message: fmt.Sprintf(format, args...), Mend: mend})
}

// Examine runs what a prediction, a challenge or a check about a run's lines is
// about and says what its author got wrong. Figure and parameters are known to be right.
func Examine(l *lessons.Lesson, b lessons.Block) []lessons.Problem {
	e := new(examiner)
	switch b := b.(type) {
	case *lessons.Predict:
		if s, ok := e.setting(l, b.Run); ok {
			e.prediction(l, b, s)
		}
	case *lessons.Challenge:
		if s, ok := e.setting(l, b.Run); ok {
			e.challenge(b, s)
		}
	case *lessons.Check:
		if k, is := b.Body.(*lessons.Spotting); is && k.Code == nil {
			if s, ok := e.setting(l, k.Run); ok {
				e.lines(b, s)
			}
		}
	}
	return e.list
}

func (e *examiner) setting(l *lessons.Lesson, r lessons.FigureRun) (Setting, bool) {
	if _, err := sim.ParseTape(r.Tape); err != nil {
		e.add(r.TapePos, "write the answers from 0, with dots between them", "%v", err)
		return Setting{}, false
	}
	s, err := Of(l, r)
	return s, err == nil
}

// known says whether an outcome is one that the scenario has a word for.
func (e *examiner) known(s Setting, o lessons.Outcome) bool {
	var words []string
	word := o.Verdict
	switch {
	case o.Verdict != "":
		for _, v := range s.Scenario.Verdicts {
			words = append(words, v.Kind)
		}
	case o.Breaks != "":
		word = o.Breaks
		for _, i := range s.Scenario.Invariants {
			words = append(words, i.Name)
		}
	default:
		if s.Scenario.Final == nil && o.Value != "" {
			e.add(o.Pos, "name a verdict instead", "a run of %s leaves no value behind", s.Scenario.Name)
		}
		return s.Scenario.Final != nil && o.Value != ""
	}
	if !slices.Contains(words, word) {
		e.add(o.Pos, "it has "+strings.Join(words, ", "), "%s does not know %s", s.Scenario.Name, o)
		return false
	}
	return true
}

func (e *examiner) prediction(l *lessons.Lesson, p *lessons.Predict, s Setting) {
	run := s.Run()
	known := true
	for _, o := range p.Options {
		if !e.known(s, o.Outcome) {
			known = false
		} else if !Meets(&run, o.Outcome) && !near(s, o.Outcome) {
			e.add(o.Outcome.Pos, "offer something that could happen",
				"no run of %s that differs in one or two settings comes to %s", s.Scenario.Name, o.Outcome)
		}
	}
	if known {
		e.right(p, &run)
	}
	e.hidden(l, p, s)
}

// right reports a prediction of which not exactly one option comes true.
func (e *examiner) right(p *lessons.Predict, run *sim.Run) {
	var right []string
	for _, o := range p.Options {
		if Meets(run, o.Outcome) {
			right = append(right, o.ID)
		}
	}
	switch {
	case len(right) == 0:
		e.add(p.Pos, "offer what it comes to", "no option of %q comes true: the run ends %s, with the value %q", p.ID, run.Verdict.Kind, run.Final)
	case len(right) > 1:
		e.add(p.Pos, "let all options be verdicts, or all values", "several options of %q come true: %s", p.ID, strings.Join(right, ", "))
	}
}

// hidden reports a prediction whose figure shows what is asked.
func (e *examiner) hidden(l *lessons.Lesson, p *lessons.Predict, s Setting) {
	first, err := shown(l.Figure(p.Run.Figure))
	if err != nil {
		return
	}
	if p.Meanwhile != nil {
		first, _ = first.with(p.Meanwhile)
	}
	if first.same(s) {
		e.add(p.Pos, "give it meanwhile, with the settings of another run", "the figure shows the run of %q before it is predicted", p.ID)
	}
}

func (e *examiner) challenge(c *lessons.Challenge, s Setting) {
	if !e.known(s, c.Goal) || !e.ordered(c, s) || !e.few(c, s) {
		return
	}
	w := newSearch(s, c.Goal)
	w.tapes = tapeFree(c)
	_, ok := w.find(s.Values, freeParams(c, s.Scenario))
	switch run := s.Run(); {
	case w.left <= 0:
		e.add(c.Pos, "leave less to the reader", "%q leaves more than %d runs free", c.ID, MaxRuns)
	case !ok:
		e.add(c.Goal.Pos, "leave more to the reader, or ask for something else", "none of the runs that %q leaves free comes to %s", c.ID, c.Goal)
	case c.Minimise == "" && !w.tapes && Meets(&run, c.Goal):
		e.add(c.Goal.Pos, "let readers begin elsewhere, with fixed or another figure", "%q is solved before it begins", c.ID)
	}
}

// ordered says whether what is to be kept small has an order.
func (e *examiner) ordered(c *lessons.Challenge, s Setting) bool {
	i := s.Scenario.Params.Index(c.Minimise)
	if i < 0 || s.Scenario.Params[i].Type == sim.Duration || s.Scenario.Params[i].Type == sim.Integer {
		return true
	}
	e.add(c.MinimisePos, "name one that is a time or a number", "%q is neither small nor large", c.Minimise)
	return false
}

// few says whether the free parameters alone leave few enough runs.
func (e *examiner) few(c *lessons.Challenge, s Setting) bool {
	n := 1
	for _, i := range freeParams(c, s.Scenario) {
		if n *= s.Scenario.Params[i].Count(); n > MaxRuns {
			e.add(c.Pos, "leave less to the reader", "%q leaves more than %d runs free", c.ID, MaxRuns)
			return false
		}
	}
	return true
}
