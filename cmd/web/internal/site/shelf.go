package site

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/figure"
	"fencepost/lessons"
	"fencepost/lessons/glossary"
	"fencepost/views"
)

// Edition is one state of the content: the lessons, and by lesson what scores
// its explanations and stages its figures.
type Edition struct {
	library *lessons.Library
	scorers map[string]*training
	stages  map[string][]*figure.Stage
	drawn   map[string]map[string]*drawing // by lesson and step: sections without a check
	figures map[string]*drawing            // by figureKey: figures as they are when the address says nothing
	glossed map[lessons.Block]string       // prose with the glossary's terms marked
	uses    map[string]map[string]bool     // by lesson: the ids of the terms that it uses
	parts   *sync.Map                      // by key: other parts that are the same for everyone
	site    *Site                          // that serves it and knows which scorers are in force; nil before
}

// NewEdition makes everything of a library that requests need, for a site at
// base. It fails where a figure does not compile. Scorers are trained while
// the edition is already being read, where none is kept in fitted.
func NewEdition(lib *lessons.Library, base *url.URL, fitted Fitted) (*Edition, error) {
	e := &Edition{
		library: lib, scorers: map[string]*training{}, stages: map[string][]*figure.Stage{},
		drawn: map[string]map[string]*drawing{}, figures: map[string]*drawing{}, parts: new(sync.Map),
	}
	var err error
	e.gloss()
	var all []*training
	for _, l := range lib.Lessons() {
		if e.stages[l.Slug], err = figure.Prepare(l, linksOf(base).lesson(l.Slug)); err != nil {
			return nil, fmt.Errorf("stage %s: %w", l.Slug, err)
		}
		if e.drawn[l.Slug], err = drawSteps(e, l, linksOf(base)); err != nil {
			return nil, fmt.Errorf("draw %s: %w", l.Slug, err)
		}
		if l.Rubric != nil {
			t := &training{lesson: l, fitted: fitted, done: make(chan struct{})}
			e.scorers[l.Slug], all = t, append(all, t)
		}
	}
	go train(all)
	return e, nil
}

// personal says whether a part of a page depends on who reads.
func personal(b views.Block) bool { return b.Check != nil || b.Predict != nil || b.Challenge != nil }

// drawSteps draws the sections of a lesson that are the same for everyone: all
// but those with a check, with their figures as they are first shown.
func drawSteps(e *Edition, l *lessons.Lesson, to links) (map[string]*drawing, error) {
	ctx := views.WithBase(context.Background(), to.base)
	err := drawFigures(e, l, to, func(f templ.Component) (*drawing, error) { return draw(ctx, f) })
	if err != nil {
		return nil, err
	}
	p := lessonPage{links: to, edition: e, lesson: l}
	out := map[string]*drawing{}
	for _, step := range p.steps() {
		if slices.ContainsFunc(step.Blocks, personal) {
			continue
		}
		d, err := draw(ctx, views.StepSection(l.Slug, step))
		if err != nil {
			return nil, err
		}
		out[step.ID] = d
	}
	return out, nil
}

// paste draws a part of pages at its first use, and pastes it from then on.
func (e *Edition) paste(key string, part templ.Component) templ.Component {
	if d, ok := e.parts.Load(key); ok {
		return d.(*drawing)
	}
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		d, err := draw(ctx, part)
		if err != nil {
			return err
		}
		e.parts.Store(key, d)
		return d.Render(ctx, w)
	})
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

// Shelf holds the edition that the site serves.
type Shelf struct{ current atomic.Pointer[Edition] }

// Publish puts e in the place of the edition before.
func (s *Shelf) Publish(e *Edition) { s.current.Store(e) }

// Edition is the one published last, or an empty one.
func (s *Shelf) Edition() *Edition {
	if e := s.current.Load(); e != nil {
		return e
	}
	return &Edition{library: &lessons.Library{Glossary: glossary.New(nil)}, parts: new(sync.Map)}
}

// edition is the request's: it takes one and stays with it, so that no page is
// made of two.
func (s *Site) edition(c echo.Context) *Edition {
	const key = "edition"
	if e, ok := c.Get(key).(*Edition); ok {
		return e
	}
	e := *s.shelf.Edition()
	e.site = s
	c.Set(key, &e)
	return &e
}

// lesson finds a lesson by the slug in the request's address.
func (e *Edition) lesson(slug string) (*lessons.Lesson, error) {
	if l, ok := e.library.Lesson(slug); ok {
		return l, nil
	}
	return nil, &unknown{what: "lesson", id: slug}
}
