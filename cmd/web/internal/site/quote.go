package site

import (
	"net/url"

	"fencepost/cmd/web/internal/figure"
	"fencepost/store"
	"fencepost/views"
)

// runKey names in a query and in forms the run that goes with an explanation.
const runKey = "run"

// noSuchRun is said of a run that the simulator does not know.
const noSuchRun = "The run that came along is not one of this lesson’s simulator, and was left out. Your words are all here; send them again."

// runIn reads the run that a form or an address names, in the form in which it
// is kept; "" for none. It fails with figure.ErrRef for one that cannot be.
func (e *Edition) runIn(slug, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	r, err := figure.ParseRef(e.stages(slug), text)
	if err != nil {
		return "", err
	}
	return r.String(), nil
}

// alongWith is the query by which the box has a run taken along; "" for none.
func alongWith(e *Edition, slug, run string) string {
	kept, err := e.runIn(slug, run)
	if err != nil || kept == "" {
		return ""
	}
	return "?" + runKey + "=" + url.QueryEscape(kept)
}

// referred is a run as it is shown where words refer to it; nil for none. One
// that the lesson's figures no longer have is shown as it was kept.
func (e *Edition) referred(slug, run string) *views.RunRef {
	if run == "" {
		return nil
	}
	r, err := figure.ParseRef(e.stages(slug), run)
	if err != nil {
		return &views.RunRef{Value: run}
	}
	came := r.Run()
	at := came.Entries[r.Step()-1]
	return &views.RunRef{
		Value: r.String(), Figure: r.Figure(), Said: r.Said(), Step: r.Step(),
		Time: at.At.String(), Text: at.Text, Verdict: runVerdict(&came), Href: r.Address(),
	}
}

// takenAlong is the run that goes with the explanation in the box: the one that
// was sent with it, else the one in the address; nil for none.
func (p lessonPage) takenAlong() *views.RunRef {
	text := p.query.Get(runKey)
	if p.refused.explain {
		text = p.refused.run
	}
	run := p.edition.referred(p.lesson.Slug, text)
	if run == nil || run.Href == "" {
		return nil
	}
	run.Drop = p.links.lesson(p.lesson.Slug) + "#explain"
	return run
}

// proof is the run that the learner's newest word against a finding points to.
func proof(disputes []store.Dispute, item string, shown func(run string) *views.RunRef) *views.RunRef {
	for i := len(disputes) - 1; i >= 0; i-- {
		if disputes[i].Item == item && shown != nil {
			return shown(disputes[i].Run)
		}
	}
	return nil
}
