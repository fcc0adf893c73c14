package site

import (
	"fmt"
	"sync"

	"fencepost/cmd/web/internal/figure"
	"fencepost/lessons"
)

// staging is what the page of one lesson shows that costs much to make and is
// the same for everyone. Each part is made at its first use, so that a start
// need not wait for what nobody asked for yet.
type staging struct {
	stages func() ([]*figure.Stage, error)
	plan   func() (*plan, error)
}

// newStaging prepares to stage a lesson of e.
func newStaging(e *Edition, l *lessons.Lesson, to links) *staging {
	s := &staging{stages: sync.OnceValues(func() ([]*figure.Stage, error) {
		return figure.Prepare(l, to.lesson(l.Slug))
	})}
	s.plan = sync.OnceValues(func() (*plan, error) { return compile(e, l, to) })
	return s
}

// Stage makes what pages need of every lesson's figures, where it was not made
// yet. It fails where a figure does not compile.
func (e *Edition) Stage() error {
	for _, l := range e.library.Lessons() {
		s := e.staged[l.Slug]
		if _, err := s.stages(); err != nil {
			return fmt.Errorf("stage %s: %w", l.Slug, err)
		}
		if _, err := s.plan(); err != nil {
			return fmt.Errorf("draw %s: %w", l.Slug, err)
		}
	}
	return nil
}

// stages are the figures of a lesson; none where they do not compile.
func (e *Edition) stages(slug string) []*figure.Stage {
	s, ok := e.staged[slug]
	if !ok {
		return nil
	}
	all, _ := s.stages() // Stage tells of the error
	return all
}

// stage finds a figure of a lesson.
func (e *Edition) stage(slug, id string) (*figure.Stage, bool) {
	for _, s := range e.stages(slug) {
		if s.ID() == id {
			return s, true
		}
	}
	return nil, false
}

// plan is how the page of a lesson is made; nil where there is none.
func (e *Edition) plan(slug string) *plan {
	if s, ok := e.staged[slug]; ok {
		pl, _ := s.plan() // Stage tells of the error
		return pl
	}
	return nil
}
