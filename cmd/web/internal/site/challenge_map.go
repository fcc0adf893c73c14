package site

import (
	"encoding/json"
	"slices"
	"strconv"

	"fencepost/cmd/web/internal/figure"
	"fencepost/cmd/web/internal/trial"
	"fencepost/lessons"
	"fencepost/sim"
	"fencepost/store"
	"fencepost/views"
)

// maxTries is how many tries a challenge lists.
const maxTries = 6

// challenge shows what is asked for, the run that the figure stands at, and
// what came of the runs handed in so far.
func (p lessonPage) challenge(b *lessons.Challenge) views.Challenge {
	v := views.Challenge{
		Lesson: p.lesson.Slug, ID: b.ID, Query: p.asked, Ask: b.Ask, FigureID: b.Run.Figure, Key: p.key(),
	}
	stage, ok := p.edition.stage(p.lesson.Slug, b.Run.Figure)
	if !ok {
		return v // content that lints has it
	}
	v.Figure = "Figure " + strconv.Itoa(stage.N())
	p.fields(b, stage, &v)
	tries := p.record.of(b.ID)
	v.Total = len(tries)
	v.Done = slices.ContainsFunc(tries, func(a store.Attempt) bool { return a.Right })
	if v.Done {
		v.Solved = b.Solved
	}
	for i := len(tries) - 1; i >= 0 && len(v.Tries) < maxTries; i-- {
		if t, ok := p.tried(b, stage, tries[i]); ok {
			t.N = i + 1
			v.Tries = append(v.Tries, t)
		}
	}
	if p.refused.check == b.ID {
		v.Error = p.refused.message
	}
	return v
}

// fields are the parameters of the run that the figure shows: in sight those
// that are free, carried along the others.
func (p lessonPage) fields(b *lessons.Challenge, stage *figure.Stage, v *views.Challenge) {
	q := p.query
	if ask := p.unpredicted(stage); ask != nil {
		q = stage.Query(ask.Meanwhile)
	}
	at := stage.At(q)
	values := at.Values()
	for i := range values.Schema() {
		param := &values.Schema()[i]
		if free(b, param.Name) {
			v.Fields = append(v.Fields, p.field(b, param, values.At(i)))
		} else {
			v.Held = append(v.Held, views.Field{Name: param.Name, Value: param.Text(values.At(i))})
		}
	}
	if free(b, lessons.FreeTape) {
		v.Fields = append(v.Fields, p.tapeField(b, at))
	}
}

func free(b *lessons.Challenge, name string) bool {
	return slices.ContainsFunc(b.Free, func(f lessons.Phrase) bool { return f.Text == name })
}

// field sets one parameter; a value that was refused stays in it.
func (p lessonPage) field(b *lessons.Challenge, param *sim.Param, value int64) views.TryField {
	f := views.TryField{
		ID: b.ID + "-" + param.Name, Name: param.Name, Label: param.Label,
		Value: param.Text(value), Shown: param.Spoken(value),
	}
	low, high, _ := param.Bounds()
	switch param.Type {
	case sim.Duration, sim.Integer:
		f.Help = param.Spoken(low) + " to " + param.Spoken(high)
		if p.refused.check == b.ID && p.refused.fields.Has(param.Name) {
			f.Value = p.refused.fields.Get(param.Name)
		}
	default:
		for x := low; x <= high; x++ {
			f.Options = append(f.Options, views.ControlValue{Value: param.Text(x), Label: param.Spoken(x), Chosen: x == value})
		}
	}
	return f
}

// tapeField sets the order of events.
func (p lessonPage) tapeField(b *lessons.Challenge, at figure.Ref) views.TryField {
	f := views.TryField{
		ID: b.ID + "-" + lessons.FreeTape, Name: lessons.FreeTape, Label: "Your decisions:",
		Value: sim.FormatTape(at.Tape()), Shown: "none yet", Help: "a number for each, counted from 0, as in 0.1.0",
	}
	if f.Value != "" {
		run := at.Run()
		f.Shown = series(decisions(&run))
	}
	if p.refused.check == b.ID {
		f.Value = p.refused.fields.Get(lessons.FreeTape)
	}
	return f
}

// decisions are the choices of a run, in words.
func decisions(run *sim.Run) []string {
	var out []string
	for _, c := range run.Choices {
		out = append(out, c.Options[c.Picked])
	}
	return out
}

// tried runs once more what was handed in. What was decided then stays; a run
// that the simulator no longer knows is not listed.
func (p lessonPage) tried(b *lessons.Challenge, stage *figure.Stage, a store.Attempt) (views.Tried, bool) {
	var given answer
	if json.Unmarshal(a.Answer, &given) != nil {
		return views.Tried{}, false
	}
	ref, err := figure.ParseRef([]*figure.Stage{stage}, given.Run)
	if err != nil {
		return views.Tried{}, false
	}
	t, err := trial.Look(p.lesson, b, ref.Values(), ref.Tape(), a.Right)
	if err != nil {
		return views.Tried{}, false
	}
	v := views.Tried{
		Run: triedRun(b, &t), Verdict: runVerdict(&t.Run), Solved: a.Right, Word: "Not yet", Href: ref.Address(),
	}
	switch {
	case a.Right:
		v.Word = "Solved"
	case t.TooMuch:
		v.HTML = b.TooMuch
	default:
		v.Said = notYet(&t)
	}
	return v, true
}

// triedRun is what the reader set, in words. A run in which nothing was open has
// no decision to name, and still wants a name to be opened by.
func triedRun(b *lessons.Challenge, t *trial.Try) string {
	var out []string
	for i := range t.Scenario.Params {
		if p := &t.Scenario.Params[i]; free(b, p.Name) {
			out = append(out, figure.Setting(p, t.Values.At(i)))
		}
	}
	if free(b, lessons.FreeTape) {
		out = append(out, decisions(&t.Run)...)
	}
	if len(out) == 0 {
		return "no decisions"
	}
	return series(out)
}

// notYet says why a run does not solve a challenge.
func notYet(t *trial.Try) string {
	switch {
	case len(t.Moved) > 0:
		start := t.Start.At(t.Scenario.Params.Index(t.Moved[0].Name))
		return "This challenge is about runs with “" + t.Moved[0].Label + "” set to " + t.Moved[0].Spoken(start) +
			"; yours has " + t.Moved[0].Spoken(t.Values.At(t.Scenario.Params.Index(t.Moved[0].Name))) + "."
	case t.Asks:
		return "Your run is not over: it still asks “" + t.Run.Pending.Label + "”"
	}
	return t.Run.Verdict.Word + ". " + t.Run.Verdict.Sentence
}
