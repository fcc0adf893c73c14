package site

import (
	"net/url"
	"slices"

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
	v := views.Predict{Lesson: p.lesson.Slug, ID: b.ID, Query: p.asked, Ask: b.Ask, Key: p.key()}
	tries := p.record.of(b.ID)
	var chosen []string
	if len(tries) > 0 {
		chosen = givenIn(tries[0].Answer).Options
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

// figure shows a figure as the address has it; and with another run, and
// without the map of all runs, to those who are still to predict what it shows.
func (p lessonPage) figure(b *lessons.Figure) (views.Block, bool) {
	stage, ok := p.edition.stage(p.lesson.Slug, b.ID)
	if !ok {
		return views.Block{}, false
	}
	return views.Block{Figure: stageView(stage, p.query, p.unpredicted(stage))}, true
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
	for i := range p.lesson.Steps {
		for _, b := range p.lesson.Steps[i].Blocks {
			ask, ok := b.(*lessons.Predict)
			if ok && ask.Run.Figure == stage.ID() && ask.Meanwhile != nil && !slices.Contains(p.record.Tried, ask.ID) {
				return ask
			}
		}
	}
	return nil
}
