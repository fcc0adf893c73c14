package site

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// lesson is the page of one concept.
func (s *Site) lesson(c echo.Context) error {
	e := s.edition(c)
	l, err := e.lesson(c.Param("slug"))
	if err != nil {
		return err
	}
	visitor, err := s.visitor(c)
	if err != nil {
		return err
	}
	s.invite(c, visitor)
	return s.showLesson(c, http.StatusOK, e, l, visitor, refused{})
}

// showLesson answers with the lesson's page as it stands for the learner.
func (s *Site) showLesson(c echo.Context, status int, e *Edition, l *lessons.Lesson, who *store.Learner, no refused) error {
	p, err := s.lessonPage(c, e, l, who, no)
	if err != nil {
		return err
	}
	return s.page(c, status, keepPrivately, views.LessonPage(p.view()))
}

func (s *Site) lessonPage(c echo.Context, e *Edition, l *lessons.Lesson, who *store.Learner, no refused) (lessonPage, error) {
	r, err := s.record(c.Request().Context(), who, l.Slug)
	if err != nil {
		return lessonPage{}, err
	}
	return lessonPage{
		links: s.links, edition: e, lesson: l, drawn: e.drawings(l.Slug), record: r, refused: no,
		query: c.QueryParams(), asked: query(c), shuffle: s.shuffleFor(c, who),
	}, nil
}
