package site

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/a-h/templ"

	"fencepost/cmd/web/internal/figure"
	"fencepost/lessons"
	"fencepost/views"
)

// staging is what the page of one lesson shows that costs much to make and is
// the same for everyone. Each part is made at its first use, so that a start
// need not wait for what nobody asked for yet.
type staging struct {
	stages func() ([]*figure.Stage, error)
	drawn  func() (*drawings, error)
}

// drawings are parts of a lesson's page that were drawn before.
type drawings struct {
	steps   map[string]*drawing // by id: sections that hold nothing of the reader's
	figures map[string]*drawing // by figureKey: figures as they are when the address says nothing
}

// newStaging prepares to stage a lesson of e.
func newStaging(e *Edition, l *lessons.Lesson, to links) *staging {
	s := &staging{stages: sync.OnceValues(func() ([]*figure.Stage, error) {
		return figure.Prepare(l, to.lesson(l.Slug))
	})}
	s.drawn = sync.OnceValues(func() (*drawings, error) { return drawLesson(e, l, to) })
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
		if _, err := s.drawn(); err != nil {
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

// drawings are a lesson's parts that were drawn before; empty where there are
// none.
func (e *Edition) drawings(slug string) drawings {
	if s, ok := e.staged[slug]; ok {
		if d, err := s.drawn(); err == nil {
			return *d
		}
	}
	return drawings{}
}

// personal says whether a part of a page depends on who reads.
func personal(b views.Block) bool {
	return b.Check != nil || b.Predict != nil || b.Challenge != nil || b.Lab != nil
}

// drawLesson draws what is the same for everyone: the figures as they are first
// shown, then the sections without a check.
func drawLesson(e *Edition, l *lessons.Lesson, to links) (*drawings, error) {
	ctx := views.WithBase(context.Background(), to.base)
	p := lessonPage{links: to, edition: e, lesson: l}
	var err error
	drawIt := func(part templ.Component) (*drawing, error) { return draw(ctx, part) }
	if p.drawn.figures, err = drawFigures(p, drawIt); err != nil {
		return nil, err
	}
	steps := map[string]*drawing{}
	for _, step := range p.steps() {
		if slices.ContainsFunc(step.Blocks, personal) {
			continue
		}
		if steps[step.ID], err = draw(ctx, views.StepSection(l.Slug, step)); err != nil {
			return nil, err
		}
	}
	return &drawings{steps: steps, figures: p.drawn.figures}, nil
}
