package site

import (
	"fmt"
	"net/url"
	"sync/atomic"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// Edition is one state of the content: the lessons, and by lesson what scores
// its explanations. It does not change once made.
type Edition struct {
	library *lessons.Library
	scorers map[string]*grade.Scorer
}

// NewEdition makes everything of a library that requests need. It fails where
// a rubric does not compile.
func NewEdition(lib *lessons.Library, base *url.URL) (*Edition, error) {
	e := &Edition{library: lib, scorers: map[string]*grade.Scorer{}}
	for _, l := range lib.Lessons() {
		if l.Rubric == nil {
			continue
		}
		s, err := grade.Train(l.Rubric, l.Samples, grade.PageText(l))
		if err != nil {
			return nil, fmt.Errorf("train the scorer of %s: %w", l.Slug, err)
		}
		e.scorers[l.Slug] = s
	}
	return e, nil
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
