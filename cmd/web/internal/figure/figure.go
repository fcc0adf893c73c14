// Package figure stages simulators: it turns a lesson's sim fence and the
// address of a page into a run, lays the run out and makes the view model that
// templates print, and the same as data for the page's script, so that there
// is one layout.
package figure

import (
	"net/url"

	"fencepost/lessons"
	"fencepost/views"
)

// Stage is one simulator of one lesson, made ready. It is safe for concurrent
// use: nothing in it changes after Prepare.
type Stage struct {
	id string
}

// Prepare stages the simulators of a lesson, in reading order. Page is the
// address of the lesson's page, base path included and without query. It fails
// where a fence names a scenario or a parameter that does not exist.
func Prepare(l *lessons.Lesson, page string) ([]*Stage, error) {
	var out []*Stage
	for _, f := range l.Figures() {
		out = append(out, &Stage{id: f.ID})
	}
	return out, nil
}

// ID is the fence's id: which Stage belongs to which lessons.Figure, and the
// last part of the address that Answer serves, page + "/figures/" + ID.
func (s *Stage) ID() string { return s.id }

// View is the figure for what the query of the page's address asks. What it
// asks amiss is clamped and noted in the view.
func (s *Stage) View(query url.Values) *views.Figure {
	return &views.Figure{ID: s.id}
}

// Answer is the JSON body for GET page/figures/ID?query: one run for the
// parameters given, or all runs of the main controls where all=1 asks for
// them. Immutable says that the query's v names this very content, so that the
// body may be cached for ever.
func (s *Stage) Answer(query url.Values) (body []byte, immutable bool) {
	return nil, false
}
