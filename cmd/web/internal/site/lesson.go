package site

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/splice"
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
	p, err := s.lessonPage(c, e, l, visitor, refused{})
	if err != nil {
		return err
	}
	if pl := e.plan(l.Slug); pl != nil && len(p.query) == 0 {
		return s.spliced(c, pl, &p)
	}
	return s.page(c, http.StatusOK, keepPrivately, views.LessonPage(p.view()))
}

// spliced answers with a lesson's page, most of which was compressed before.
func (s *Site) spliced(c echo.Context, pl *plan, p *lessonPage) error {
	p.reader = s.readerHere(c)
	s.keep(c, http.StatusOK, keepPrivately, p.reader)
	return s.send(c, http.StatusOK, kindHTML, true, func(b *splice.Body) error { return pl.join(p, b) })
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
	return s.pageOf(c, e, l, who, no, r), err
}

// questionPage is a lesson's page as far as one question of it goes, for which one
// table is read instead of seven.
func (s *Site) questionPage(c echo.Context, e *Edition, l *lessons.Lesson, who *store.Learner, no refused, id string) (lessonPage, error) {
	r, err := s.recordAt(c.Request().Context(), who, l.Slug, id)
	return s.pageOf(c, e, l, who, no, r), err
}

func (s *Site) pageOf(c echo.Context, e *Edition, l *lessons.Lesson, who *store.Learner, no refused, r record) lessonPage {
	p := lessonPage{
		links: s.links, edition: e, lesson: l, record: r, refused: no,
		asked: query(c), shuffle: s.shuffleFor(c, who),
	}
	if c.Request().URL.RawQuery != "" {
		p.query = c.QueryParams()
	}
	return p
}
