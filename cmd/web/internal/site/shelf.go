package site

import (
	"fmt"
	"net/url"
	"sync/atomic"

	"fencepost/cmd/web/internal/figure"
	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// Edition is one state of the content: the lessons, and by lesson what scores
// its explanations and stages its figures. It does not change once made.
type Edition struct {
	library *lessons.Library
	scorers map[string]*grade.Scorer
	stages  map[string][]*figure.Stage
}

// NewEdition makes everything of a library that requests need, for a site at
// base. It fails where a rubric or a figure does not compile.
func NewEdition(lib *lessons.Library, base *url.URL) (*Edition, error) {
	e := &Edition{library: lib, scorers: map[string]*grade.Scorer{}, stages: map[string][]*figure.Stage{}}
	for _, l := range lib.Lessons() {
		if err := e.add(l, links{base.Path}); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// add stages the figures of l and trains its scorer.
func (e *Edition) add(l *lessons.Lesson, to links) (err error) {
	if e.stages[l.Slug], err = figure.Prepare(l, to.lesson(l.Slug)); err != nil {
		return fmt.Errorf("stage %s: %w", l.Slug, err)
	}
	if l.Rubric == nil {
		return nil
	}
	if e.scorers[l.Slug], err = grade.Train(l.Rubric, l.Samples, grade.PageText(l)); err != nil {
		return fmt.Errorf("train the scorer of %s: %w", l.Slug, err)
	}
	return nil
}

// stage finds a figure of a lesson.
func (e *Edition) stage(slug, id string) (*figure.Stage, bool) {
	for _, s := range e.stages[slug] {
		if s.ID() == id {
			return s, true
		}
	}
	return nil, false
}

// Shelf holds the edition that the site serves. A request takes one edition
// and stays with it.
type Shelf struct{ current atomic.Pointer[Edition] }

// Publish puts e in the place of the edition before.
func (s *Shelf) Publish(e *Edition) { s.current.Store(e) }

// Edition is the one published last, or an empty one.
func (s *Shelf) Edition() *Edition {
	if e := s.current.Load(); e != nil {
		return e
	}
	return &Edition{library: &lessons.Library{}}
}

// lesson finds a lesson by the slug in the request's address.
func (e *Edition) lesson(slug string) (*lessons.Lesson, error) {
	if l, ok := e.library.Lesson(slug); ok {
		return l, nil
	}
	return nil, &unknown{what: "lesson", id: slug}
}
