package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/store"
)

// explain stores an explanation, then scores it, then leads to its result.
// What is no explanation is said at the box, with the text kept in it.
func (s *Site) explain(c echo.Context) error {
	e := s.edition(c)
	l, err := e.lesson(c.Param("slug"))
	if err != nil {
		return err
	}
	if l.Rubric == nil {
		return &unknown{what: "question", id: l.Slug, lesson: l}
	}
	fields, err := form(c)
	if errors.Is(err, errTooLarge) {
		return s.refuseLong(c, e, l, fields.Get("text"))
	}
	if err != nil {
		return err
	}
	text := plainText(fields.Get("text"))
	no := cleanText(text)
	if no == "" {
		no = refusal(l.Rubric, text)
	}
	if no != "" {
		return s.refuseText(c, http.StatusUnprocessableEntity, e, l, fields.Get("text"), no)
	}
	return s.keepText(c, e, l, text, s.accept(c, l, fields, text))
}

// refuseLong answers a body of which only the beginning was read.
func (s *Site) refuseLong(c echo.Context, e *Edition, l *lessons.Lesson, text string) error {
	no := fmt.Sprintf("That was far longer than the %d characters that fit, and nothing was handed in. "+
		"The box holds as much of it as arrived; going back shows all of it.", l.Rubric.MaxChars)
	return s.refuseText(c, http.StatusRequestEntityTooLarge, e, l, text, no)
}

func (s *Site) refuseText(c echo.Context, status int, e *Edition, l *lessons.Lesson, text, no string) error {
	who, err := s.visitor(c)
	if err != nil {
		return err
	}
	s.invite(c, who)
	return s.showLesson(c, status, e, l, who, refused{explain: true, text: repaired(text), message: no})
}

// keepText puts a text that the store could not take back into the box.
func (s *Site) keepText(c echo.Context, e *Edition, l *lessons.Lesson, text string, cause error) error {
	if cause == nil || statusOf(cause) != http.StatusServiceUnavailable {
		return cause
	}
	c.Response().Header().Set("Retry-After", retryAfter)
	no := "Your explanation could not be stored just now. It is still here; send it again in a moment."
	return errors.Join(cause, s.refuseText(c, http.StatusServiceUnavailable, e, l, text, no))
}

// accept stores a text that is an explanation. From then on it is safe, and
// whatever fails is told by the result's page.
func (s *Site) accept(c echo.Context, l *lessons.Lesson, fields url.Values, text string) error {
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	stored, err := s.handIn(c, l, who, keyOf(fields, l.Slug, text), text)
	if err != nil {
		return err
	}
	s.scoreOrLeave(c.Request().Context(), stored)
	return seeOther(c, s.explanation(stored.ID))
}

// handIn stores text as an explanation. The very text that the learner handed
// in last is that one, not another: a form sent again from a page that was
// opened again has another key.
func (s *Site) handIn(c echo.Context, l *lessons.Lesson, who store.Learner, key, text string) (store.Explanation, error) {
	ctx := c.Request().Context()
	earlier, err := s.store.Explanations(ctx, who.ID, l.Slug)
	if err != nil {
		return store.Explanation{}, fmt.Errorf("read explanations of %s: %w", l.Slug, err)
	}
	if n := len(earlier); n > 0 && earlier[n-1].Text == text {
		return earlier[n-1], nil
	}
	at, err := s.store.Standing(ctx, who.ID, l.Slug)
	if err != nil {
		return store.Explanation{}, fmt.Errorf("read standing in %s: %w", l.Slug, err)
	}
	stored, err := s.store.AddExplanation(ctx, store.Explanation{
		ID: newID(), LearnerID: who.ID, Key: key, Lesson: l.Slug, Text: text,
		AfterReveal: at.RevealedMS > 0, AtMS: s.at(),
	})
	if err != nil {
		return stored, fmt.Errorf("record explanation of %s: %w", l.Slug, err)
	}
	return stored, nil
}
