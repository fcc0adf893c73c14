package lint

import (
	"fmt"
	"strconv"
	"strings"

	"fencepost/lessons"
)

// What a finished lesson has.
const (
	minSteps, maxSteps   = 4, 7
	minChecks, maxChecks = 2, 5
	minKinds             = 2
	minSamples           = 120
	minHeldBack          = 4 // one sample in so many is kept from training
	minPhrasings         = 3
	minNearMisses        = 2
)

// Advise says what lessons still lack to be finished: they can be published
// without it. emblems are the drawings that a lesson can name; nil leaves them
// alone. Problems come in reading order.
func Advise(lib *lessons.Library, emblems []string) []lessons.Problem {
	var out []lessons.Problem
	for _, l := range lib.Lessons() {
		out = append(out, AdviseOn(l, emblems)...)
	}
	lessons.SortProblems(out)
	return out
}

// AdviseOn says what one lesson still lacks.
func AdviseOn(l *lessons.Lesson, emblems []string) []lessons.Problem {
	a := adviser{lesson: l}
	a.todos()
	a.front(emblems)
	a.steps()
	a.checks()
	a.pointing()
	a.reference()
	a.rubric()
	a.samples()
	return a.list
}

// adviser collects what a lesson lacks.
type adviser struct {
	lesson *lessons.Lesson
	list   []lessons.Problem
}

func (a *adviser) add(pos lessons.Pos, mend, format string, args ...any) {
	a.list = append(a.list, lessons.Problem{Pos: pos, Message: fmt.Sprintf(format, args...), Mend: mend})
}

func (a *adviser) todos() {
	for _, pos := range a.lesson.Todos {
		a.add(pos, "write what belongs there", "a TODO is left")
	}
}

func (a *adviser) front(emblems []string) {
	l := a.lesson
	if len(l.Reading) == 0 {
		a.add(l.Pos, "add reading to the front matter, with real sources", "the lesson has no further reading")
	}
	if len(l.Related) == 0 {
		a.add(l.Pos, "add related to the front matter", "the lesson has no related concept")
	}
	if l.Emblem == "" && l.Drawing == "" {
		a.add(l.Pos, "name one of "+strings.Join(emblems, ", ")+", or draw emblem.svg", "the lesson has no emblem of its own")
	}
	for _, known := range emblems {
		if known == l.Emblem {
			return
		}
	}
	if l.Emblem != "" && emblems != nil {
		a.add(l.Pos, "name one of "+strings.Join(emblems, ", ")+", or draw emblem.svg", "no drawing is called %q", l.Emblem)
	}
}

func (a *adviser) steps() {
	if n := len(a.lesson.Steps); n < minSteps || n > maxSteps {
		a.add(a.lesson.Pos, fmt.Sprintf("have %d to %d", minSteps, maxSteps), "the lesson has %s", count(n, "step", "steps"))
	}
	if len(a.lesson.Figures()) == 0 {
		a.add(a.lesson.Pos, "add a sim fence; web sim -list names the simulators", "the lesson has no simulator")
	}
}

func (a *adviser) checks() {
	l := a.lesson
	all := l.Checks()
	kinds := map[lessons.CheckType]bool{}
	for _, c := range all {
		kinds[c.Type] = true
	}
	switch {
	case len(all) < minChecks || len(all) > maxChecks:
		a.add(l.Pos, fmt.Sprintf("have %d to %d, of different types", minChecks, maxChecks), "the lesson has %s", count(len(all), "check", "checks"))
	case len(kinds) < minKinds:
		a.add(all[len(all)-1].Pos, "let one be of another type", "all checks are of the type %s", all[0].Type)
	}
	if len(l.Predicts()) == 0 {
		a.add(l.Pos, "add a predict fence above the simulator", "nothing is predicted")
	}
	if len(l.Challenges()) == 0 {
		a.add(l.Pos, "add a challenge fence below the simulator", "no challenge is set")
	}
}

// pointing reports checks and predictions that lean on what stands around them
// in the lesson: spaced review asks them alone.
func (a *adviser) pointing() {
	for _, p := range a.lesson.Pointing {
		a.add(p.Pos, "say or link to what is meant", "%q in %q points at the page around it, and spaced review asks it alone", p.Word, p.Question)
	}
}

// reference wants the four parts of a quick reference, by a word of each title.
func (a *adviser) reference() {
	parts := []struct{ word, title string }{
		{"wrong", "How it goes wrong"}, {"instead", "Instead, consider"}, {"practice", "In practice"}, {"assume", "It assumes"},
	}
	for _, p := range parts {
		found := false
		for _, c := range a.lesson.Reference {
			found = found || strings.Contains(strings.ToLower(c.Title), p.word)
		}
		if !found {
			a.add(a.lesson.Pos, "add ### "+p.title+" and a list below ## Quick reference {#reference}", "the quick reference lacks a part")
		}
	}
}

func (a *adviser) rubric() {
	r := a.lesson.Rubric
	if r == nil {
		a.add(a.lesson.Pos, "add ## Explain it in your own words {#explain} and write rubric.yaml", "the lesson asks for no explanation")
		return
	}
	for _, p := range r.Points {
		a.phrases(p.Pos, p.ID, len(p.Phrasings), len(p.NearMiss))
	}
	if len(r.Misconceptions) == 0 {
		a.add(r.Pos, "add misconceptions: wrong ideas that people are known to hold", "the rubric knows no misconception")
	}
	for _, m := range r.Misconceptions {
		if len(m.Phrasings) < minPhrasings {
			a.add(m.Pos, fmt.Sprintf("write %d or more, as different people would", minPhrasings), "%q has %s", m.ID, count(len(m.Phrasings), "phrasing", "phrasings"))
		}
	}
}

func (a *adviser) phrases(pos lessons.Pos, id string, phrasings, near int) {
	if phrasings < minPhrasings {
		a.add(pos, fmt.Sprintf("write %d or more, as different people would", minPhrasings), "%q has %s", id, count(phrasings, "phrasing", "phrasings"))
	}
	if near < minNearMisses {
		a.add(pos, fmt.Sprintf("write %d or more sentences that a hurried reader would accept", minNearMisses), "%q has %s", id, count(near, "near miss", "near misses"))
	}
}

// samples wants enough of them, and enough that no training sees.
func (a *adviser) samples() {
	l := a.lesson
	if l.Rubric == nil {
		return
	}
	held, all := 0, l.Samples.Get()
	for _, s := range all {
		if s.TestOnly {
			held++
		}
	}
	switch n := len(all); {
	case n < minSamples:
		a.add(l.Rubric.Pos, fmt.Sprintf("write and label %d in samples.jsonl, of many kinds of writers", minSamples), "the rubric has %s", count(n, "sample", "samples"))
	case held*minHeldBack < n:
		a.add(l.Rubric.Pos, `mark a quarter with "test_only": true`, "only %d of %d samples are kept for testing", held, n)
	}
}

// count is a number with its word: "1 step", "3 steps".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
