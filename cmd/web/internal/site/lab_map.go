package site

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"fencepost/cmd/web/internal/figure"
	"fencepost/cmd/web/internal/lab"
	"fencepost/lessons"
	"fencepost/lessons/highlight"
	"fencepost/store"
	"fencepost/views"
)

// labSheet is everything that the page of one lab is made from.
type labSheet struct {
	links
	lesson  *lessons.Lesson
	lab     *lessons.Lab
	tries   []store.LabTry // oldest first
	aids    []string
	draft   store.LabDraft
	refused labRefused
	asked   labQuery
	result  *lab.Result // of the try asked for; nil for none
}

// labQuery is what the address asks to see.
type labQuery struct {
	try      int // from 1; 0 where there is none
	schedule string
	step     int // 0: the one that decided
}

// labAsked reads the query of a lab's page; what it asks amiss is passed over.
func labAsked(q url.Values, tries int) labQuery {
	a := labQuery{try: tries, schedule: q.Get("schedule")}
	if n, err := strconv.Atoi(q.Get("try")); err == nil && n >= 1 && n <= tries {
		a.try = n
	}
	if n, err := strconv.Atoi(q.Get("step")); err == nil && n >= 1 {
		a.step = n
	}
	return a
}

// address is where a step of a schedule of the try is shown; step 0 is the one
// that decided it.
func (p *labSheet) address(schedule string, step int) string {
	q := url.Values{"schedule": {schedule}}
	if p.asked.try != len(p.tries) {
		q.Set("try", strconv.Itoa(p.asked.try))
	}
	if step > 0 {
		q.Set("step", strconv.Itoa(step))
	}
	return p.links.lab(p.lesson.Slug, p.lab.ID) + "?" + q.Encode() + "#run"
}

func (p *labSheet) view() (views.LabPage, error) {
	schema, err := sql(p.lab.Tables)
	if err != nil {
		return views.LabPage{}, err
	}
	l, standing := p.lab, labStanding(p.tries)
	v := views.LabPage{
		Chrome:      views.Chrome{Title: l.Title + ", a lab", Nav: "concepts", Description: l.Line, Canonical: p.whole(p.links.lab(p.lesson.Slug, l.ID))},
		LessonTitle: p.lesson.Title, LessonHref: p.links.lesson(p.lesson.Slug) + "#check-" + l.ID, Title: l.Title, Line: l.Line, Task: l.Task, Schema: schema,
		Action: p.links.lab(p.lesson.Slug, l.ID), Key: newKey(), Memory: p.lesson.Slug + "/" + l.ID,
		Revision: p.draft.Revision, Saved: clock(p.draft.AtMS), SavedMS: p.draft.AtMS, Error: p.refused.message,
		Boxes: p.boxes(), Hints: l.Hints[:min(hintsShown(p.aids), len(l.Hints))], HintsTotal: len(l.Hints),
		Tries: p.tried(), Passed: standing.Passed, Revealed: standing.Revealed,
	}
	if slices.Contains(p.aids, store.AidSolution) {
		if v.Solution, err = p.solution(); err != nil {
			return v, err
		}
	}
	if p.result != nil {
		v.Run, err = p.run()
	}
	return v, err
}

// sql is a listing of SQL.
func sql(text string) (string, error) {
	html, err := highlight.HTML("sql", text)
	if err != nil {
		return "", fmt.Errorf("show SQL: %w", err)
	}
	return html, nil
}

// labStanding is where tries leave a learner: as the store counts it.
func labStanding(tries []store.LabTry) (s store.LabStanding) {
	s.Revealed = true
	for _, t := range tries {
		s.Passed = s.Passed || t.Passed
		s.Revealed = s.Revealed && (t.Revealed || !t.Passed)
	}
	return s
}

// written is what stands in the boxes: what was refused, else the draft or the
// last try, whichever is newer, else what the lab begins with.
func (p *labSheet) written() map[string]string {
	texts := p.lab.Begin().Texts
	if p.refused.texts != nil {
		return p.refused.texts
	}
	from := []byte(p.draft.Text)
	if n := len(p.tries); n > 0 && p.tries[n-1].AtMS >= p.draft.AtMS {
		from = p.tries[n-1].Answer
	}
	kept := map[string]string{}
	if json.Unmarshal(from, &kept) == nil {
		for slot := range texts {
			if text, ok := kept[slot]; ok {
				texts[slot] = text
			}
		}
	}
	return texts
}

func (p *labSheet) boxes() []views.LabBox {
	texts := p.written()
	var out []views.LabBox
	for i := range p.lab.Slots {
		slot := &p.lab.Slots[i]
		b := views.LabBox{ID: slot.ID, Title: slot.Title, Ask: slot.Ask, May: mayWords(slot), Text: texts[slot.ID], Values: valuesOf(p.lab, slot)}
		if m := p.refused.mistake; m != nil && m.Slot == slot.ID {
			b.Fault = &views.LabFault{Line: m.Line, Col: m.Col, Message: m.Message, Source: textLine(b.Text, m.Line)}
		}
		out = append(out, b)
	}
	return out
}

// valuesOf are the parameters of a slot, with what they stand for.
func valuesOf(l *lessons.Lab, slot *lessons.LabSlot) []views.LabValue {
	var out []views.LabValue
	for _, name := range slot.Uses {
		v := views.LabValue{Name: name, Means: returnedBy(l, name)}
		for _, known := range l.Values {
			if known.Name == name {
				v.Means = known.Means
			}
		}
		out = append(out, v)
	}
	return out
}

// returnedBy says which statement a value comes from.
func returnedBy(l *lessons.Lab, name string) string {
	for _, s := range l.Slots {
		if slices.Contains(s.Returns, name) {
			return "what “" + s.Title + "” returned as " + name
		}
	}
	return "the time, in seconds"
}

// mayWords say what a slot's text may be, beyond one statement.
func mayWords(slot *lessons.LabSlot) string {
	words := ""
	if slot.Most > 1 {
		words = "Up to " + strconv.Itoa(slot.Most) + " statements, with semicolons between them."
	}
	if slices.Contains(slot.May, lessons.MayCreateIndex) {
		words += " CREATE INDEX is allowed here."
	}
	if slices.Contains(slot.May, lessons.MayCreateTable) {
		words += " CREATE TABLE is allowed here."
	}
	return words
}

func (p *labSheet) solution() (*views.LabSolution, error) {
	v := &views.LabSolution{Why: p.lab.Why}
	for _, slot := range p.lab.Slots {
		html, err := sql(p.lab.Solution.Texts[slot.ID])
		if err != nil {
			return nil, err
		}
		v.Texts = append(v.Texts, views.LabText{Title: slot.Title, HTML: html})
	}
	return v, nil
}

func (p *labSheet) tried() []views.LabTried {
	var out []views.LabTried
	for i, t := range slices.Backward(p.tries) {
		href := p.links.lab(p.lesson.Slug, p.lab.ID) + "?try=" + strconv.Itoa(i+1) + "#run"
		out = append(out, views.LabTried{N: i + 1, Href: href, Passed: t.Passed, Revealed: t.Revealed, Said: t.Said, At: clock(t.AtMS), AtMS: t.AtMS})
	}
	return out
}

// run lays the schedule out that the address asks for, or the first that broke.
func (p *labSheet) run() (*views.LabRun, error) {
	o := p.result.First()
	if asked := p.result.Outcome(p.asked.schedule); asked != nil {
		o = asked
	}
	step := p.asked.step
	if step == 0 {
		step = o.Run.Verdict.Entry + 1
	}
	v := &views.LabRun{
		N: p.asked.try, Newest: p.asked.try == len(p.tries), Revealed: p.tries[p.asked.try-1].Revealed,
		Passed: p.result.Passed, Said: p.result.First().Run.Verdict.Sentence, Title: o.Title,
		Figure: figure.Tell(&o.Run, step, func(step int) string { return p.address(o.Schedule, step) }),
	}
	for _, other := range p.result.Outcomes {
		v.Schedules = append(v.Schedules, views.LabSchedule{Title: other.Title, Href: p.address(other.Schedule, 0), Held: other.Held, Shown: other.Schedule == o.Schedule})
	}
	var err error
	v.Step, err = labStep(o.Steps[v.Figure.Step-1])
	return v, err
}
