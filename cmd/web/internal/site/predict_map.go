package site

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"fencepost/cmd/web/internal/figure"
	"fencepost/cmd/web/internal/trial"
	"fencepost/lessons"
	"fencepost/sim"
	"fencepost/views"
)

// chainLength is how many entries at most tell how an outcome came about.
const chainLength = 4

// predict shows the question, and what came of the run to those who have said
// what they expect.
func (p lessonPage) predict(b *lessons.Predict) views.Predict {
	v := views.Predict{Lesson: p.lesson.Slug, ID: b.ID, Query: p.asked, Ask: b.Ask, Key: newKey()}
	tries := p.record.of(b.ID)
	var chosen []string
	if len(tries) > 0 {
		chosen = givenIn(tries[0]).Options
	} else if p.refused.check == b.ID {
		v.Error, chosen = p.refused.message, p.refused.chosen
	}
	for _, o := range b.Options {
		v.Options = append(v.Options, views.Expected{ID: o.ID, HTML: o.HTML, Chosen: slices.Contains(chosen, o.ID)})
	}
	if len(tries) > 0 {
		p.reveal(b, &v)
	}
	return v
}

// reveal adds what came of the run.
func (p lessonPage) reveal(b *lessons.Predict, v *views.Predict) {
	s, err := trial.Of(p.lesson, b.Run)
	stage, ok := p.edition.stage(p.lesson.Slug, b.Run.Figure)
	if err != nil || !ok {
		return // content that lints has both
	}
	run := s.Run()
	right := trial.Right(b, &run)
	for i := range v.Options {
		v.Options[i].Came = i == right
		if v.Options[i].Chosen {
			v.Options[i].Feedback = b.Options[i].Feedback
		}
	}
	v.Outcome = p.came(stage, s, &run)
	v.Outcome.Right = right >= 0 && v.Options[right].Chosen
}

// came tells how a run came to its outcome, in its own entries.
func (p lessonPage) came(stage *figure.Stage, s trial.Setting, run *sim.Run) *views.Came {
	at := func(entry int) figure.Ref { return stage.Of(s.Values, s.Tape, entry+1) }
	last := trial.Deciding(run)
	c := &views.Came{
		Verdict: runVerdict(run), Step: last + 1, Figure: stage.ID(), Open: at(last).Address(), Begin: at(0).Address(),
	}
	for _, i := range trial.Chain(run, chainLength) {
		e := run.Entries[i]
		c.Entries = append(c.Entries, views.Event{Time: e.At.String(), Text: e.Text, Href: at(i).Address()})
		c.Steps = append(c.Steps, i+1)
	}
	if p.lesson.Rubric != nil {
		c.Quote = at(last).Quote()
	}
	return c
}

// runVerdict is a run's verdict as it is shown.
func runVerdict(run *sim.Run) views.RunVerdict {
	v := views.RunVerdict{Kind: run.Verdict.Kind, Word: run.Verdict.Word, Sentence: run.Verdict.Sentence, Step: run.Verdict.Entry + 1}
	v.Swatch, v.Glyph = figure.Face(run)
	return v
}

// figure shows a figure as the address has it; as drawn before where the
// address says nothing; and with another run, and without the map of all runs,
// to those who are still to predict what it shows.
func (p lessonPage) figure(b *lessons.Figure) (views.Block, bool) {
	stage, ok := p.edition.stage(p.lesson.Slug, b.ID)
	if !ok {
		return views.Block{}, false
	}
	ask := p.unpredicted(stage)
	if len(p.query) == 0 {
		if d, ok := p.drawn.figures[figureKey(stage.ID(), ask != nil)]; ok {
			return views.Block{Drawn: d}, true
		}
	}
	return views.Block{Figure: stageView(stage, p.query, ask)}, true
}

// stageView is the figure; where a prediction is asked for, as it is until then.
func stageView(stage *figure.Stage, query url.Values, ask *lessons.Predict) *views.Figure {
	if ask == nil {
		return stage.View(query)
	}
	q := stage.Query(ask.Meanwhile)
	for k, v := range query {
		q[k] = v
	}
	f := stage.View(q)
	f.Map, f.Veil = nil, "check-"+ask.ID
	return f
}

// unpredicted is the prediction that is still to be made of what a figure shows
// of itself, or nil.
func (p lessonPage) unpredicted(stage *figure.Stage) *lessons.Predict {
	if stage.Asks(p.query) {
		return nil
	}
	for _, b := range p.lesson.Predicts() {
		if b.Run.Figure == stage.ID() && b.Meanwhile != nil && !slices.Contains(p.record.Tried, b.ID) {
			return b
		}
	}
	return nil
}

// figureKey names a figure of a lesson that was drawn before.
func figureKey(id string, veiled bool) string { return id + "/" + strconv.FormatBool(veiled) }

// drawFigures draws a lesson's figures as they are when the address says
// nothing, before and after what they show was predicted.
func drawFigures(p lessonPage, drawIt func(templ.Component) (*drawing, error)) (map[string]*drawing, error) {
	out := map[string]*drawing{}
	for _, stage := range p.edition.stages(p.lesson.Slug) {
		shown := []*lessons.Predict{nil}
		if ask := p.unpredicted(stage); ask != nil {
			shown = append(shown, ask)
		}
		for _, ask := range shown {
			d, err := drawIt(views.FigureView(stageView(stage, nil, ask)))
			if err != nil {
				return nil, err
			}
			out[figureKey(stage.ID(), ask != nil)] = d
		}
	}
	return out, nil
}
