package site

import (
	"context"
	"io"
	"net/url"
	"sync"
	"sync/atomic"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/lessons/glossary"
)

// Edition is one state of the content: the lessons, and by lesson what scores
// its explanations and stages its figures.
type Edition struct {
	library *lessons.Library
	scorers map[string]*training
	staged  map[string]*staging
	glossed map[lessons.Block]string   // prose with the glossary's terms marked
	uses    map[string]map[string]bool // by lesson: the ids of the terms that it uses
	parts   *sync.Map                  // by key: parts of other pages that are the same for everyone
	pieces  *drawnParts                // parts of lesson pages that depend on who reads
	site    *Site                      // that serves it and knows which scorers are in force; nil before
}

// NewEdition prepares everything of a library that requests need, for a site at
// base. Figures are staged at their first use, or all of them by Stage. Scorers
// of which none is kept in fitted are trained at their first use, or by Train.
func NewEdition(lib *lessons.Library, base *url.URL, fitted Fitted) *Edition {
	e := &Edition{
		library: lib, scorers: map[string]*training{}, staged: map[string]*staging{}, parts: new(sync.Map),
		pieces: newDrawnParts(mostKept),
	}
	turn := new(sync.Mutex)
	e.gloss()
	for _, l := range lib.Lessons() {
		e.staged[l.Slug] = newStaging(e, l, linksOf(base))
		if l.Rubric != nil {
			e.scorers[l.Slug] = newTraining(l, fitted, turn)
		}
	}
	return e
}

// Train trains the scorers of which none is kept, so that nobody has to wait
// for that who hands in an explanation. None is begun once ctx is over; one that
// was begun goes on to its end, which may be some seconds later.
func (e *Edition) Train(ctx context.Context) {
	for _, l := range e.library.Lessons() {
		if t := e.scorers[l.Slug]; t != nil && ctx.Err() == nil {
			t.find()
		}
	}
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
