package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/splice"
	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// answerCheck records an answer to a check. Every answer is kept and the first
// one is marked; what is said of it is shown at the question.
func (s *Site) answerCheck(c echo.Context) error {
	e := s.edition(c)
	l, check, err := checkAt(e, c)
	if err != nil {
		return err
	}
	fields, err := form(c)
	if err != nil {
		return err
	}
	given, no := check.Take(lessons.Fields(fields), aidsOf(l))
	if no == "" {
		no = s.hear(c.Request().Context(), e, l, check, &given)
	}
	if no != "" {
		return s.refuseCheck(c, e, l, refused{check: check.ID, answer: given, message: no})
	}
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	if err := s.recordAnswer(c, l, check, who, given, fields); err != nil {
		return err
	}
	if wantsFragment(c) {
		return s.checkFragment(c, http.StatusOK, e, l, &who, refused{check: ""}, check.ID)
	}
	return seeOther(c, s.links.lesson(l.Slug)+query(c)+"#check-"+check.ID)
}

// recordAnswer stores an answer that was taken, and whether it is right.
func (s *Site) recordAnswer(c echo.Context, l *lessons.Lesson, check *lessons.Check, who store.Learner, given answer, fields url.Values) error {
	body, err := json.Marshal(given)
	if err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	return s.addAttempt(c.Request().Context(), l, aCheck(check), store.Attempt{
		ID: newID(), LearnerID: who.ID, Key: keyOf(fields, string(body), l.Slug, check.ID),
		Lesson: l.Slug, Item: check.ID, Answer: body, Right: check.Mark(given).Right, Content: l.Version, AtMS: s.at(),
	})
}

// checkAt finds the check in the request's address.
func checkAt(e *Edition, c echo.Context) (*lessons.Lesson, *lessons.Check, error) {
	l, err := e.lesson(c.Param("slug"))
	if err != nil {
		return nil, nil, err
	}
	if check := l.Check(c.Param("check")); check != nil {
		return l, check, nil
	}
	return nil, nil, &unknown{what: "check", id: c.Param("check"), lesson: l}
}

// refuseCheck says at the question why nothing was recorded.
func (s *Site) refuseCheck(c echo.Context, e *Edition, l *lessons.Lesson, no refused) error {
	who, err := s.visitor(c)
	if err != nil {
		return err
	}
	if wantsFragment(c) {
		return s.checkFragment(c, http.StatusUnprocessableEntity, e, l, who, no, no.check)
	}
	s.invite(c, who)
	return s.showLesson(c, http.StatusUnprocessableEntity, e, l, who, no)
}

// wantsFragment says whether the page's script asks for the question alone.
func wantsFragment(c echo.Context) bool {
	return c.Request().Header.Get("Fencepost-Fragment") == "check"
}

// checkFragment answers with the question alone and how many checks are done.
func (s *Site) checkFragment(c echo.Context, status int, e *Edition, l *lessons.Lesson, who *store.Learner, no refused, id string) error {
	p, err := s.questionPage(c, e, l, who, no, id)
	if err != nil {
		return err
	}
	if check := l.Check(id); check != nil {
		return s.showCheck(c, status, &p, check)
	}
	return &unknown{what: "check", id: id, lesson: l}
}

// showCheck answers with a check as it stands on a page, as others saw it before
// where nothing was refused.
func (s *Site) showCheck(c echo.Context, status int, p *lessonPage, check *lessons.Check) error {
	question, ok := p.edition.plan(p.lesson.Slug).part("check " + check.ID)
	if !ok || status != http.StatusOK || len(p.query) > 0 {
		v := p.check(check)
		return s.page(c, status, keepNowhere, views.CheckFragment(&v, answered(p.lesson, p.record.Standing), questions(p.lesson)))
	}
	part := answeredPart(p.lesson, check, question)
	s.keep(c, status, keepNowhere, s.readerHere(c))
	return s.send(c, status, kindHTML, true, func(b *splice.Body) error { return p.joinPart(&part, nil, b) })
}

// distinct are the values, each once, in order.
func distinct(values []string) []string {
	out := slices.Clone(values)
	slices.Sort(out)
	return slices.Compact(out)
}

// query is the request's query with its question mark: the state of the
// figures, which an answer must not reset.
func query(c echo.Context) string {
	if q := c.QueryString(); q != "" && !strings.ContainsAny(q, "\r\n") {
		return "?" + q
	}
	return ""
}
