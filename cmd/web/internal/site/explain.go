package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/lessons"
	"fencepost/store"
)

// resultAt answers a script that handed an explanation in: where its result
// stands. The script may have kept the text while there was no connection, and
// sends it until it hears this; the form's key makes that one explanation.
type resultAt struct {
	At string `json:"at"`
}

// explain scores an explanation and stores it, then leads to its result.
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
		return s.refuseLong(c, e, l, fields)
	}
	if err != nil {
		return err
	}
	text := plainText(fields.Get("text"))
	no := cleanText(text)
	switch {
	case no == "" && s.lapsed(c) && wantsJSON(c.Request()):
		return errSignIn
	case no == "" && s.lapsed(c):
		return s.keepLapsed(c, l, text)
	}
	if no == "" {
		no = refusal(l.Rubric, text)
	}
	run, err := e.runIn(l.Slug, fields.Get(runKey))
	if err != nil && no == "" {
		no = noSuchRun
	}
	if no != "" {
		return s.refuseText(c, http.StatusUnprocessableEntity, e, l, refused{text: fields.Get("text"), run: run, message: no})
	}
	return s.keepText(c, e, l, refused{text: text, run: run}, s.accept(c, l, fields, text, run))
}

// refuseLong answers a body of which only the beginning was read.
func (s *Site) refuseLong(c echo.Context, e *Edition, l *lessons.Lesson, fields url.Values) error {
	no := fmt.Sprintf("That was far longer than the %s characters that fit, and nothing was handed in. "+
		"The box holds as much of it as arrived; going back shows all of it.", digits(l.Rubric.MaxChars))
	run, _ := e.runIn(l.Slug, fields.Get(runKey)) // one that cannot be is left out
	return s.refuseText(c, http.StatusRequestEntityTooLarge, e, l, refused{text: fields.Get("text"), run: run, message: no})
}

// refuseText shows the box with what was sent in it, and why it was not taken.
func (s *Site) refuseText(c echo.Context, status int, e *Edition, l *lessons.Lesson, no refused) error {
	if wantsJSON(c.Request()) {
		return s.json(c, status, map[string]string{"error": no.message})
	}
	no.explain, no.text = true, repaired(no.text)
	who, err := s.visitor(c)
	if err != nil {
		return err
	}
	s.invite(c, who)
	return s.showLesson(c, status, e, l, who, no)
}

// keepText puts a text that the store could not take back into the box.
func (s *Site) keepText(c echo.Context, e *Edition, l *lessons.Lesson, no refused, cause error) error {
	var wait *auth.WaitError
	switch status := statusOf(cause); {
	case cause == nil || status != http.StatusServiceUnavailable && status != http.StatusTooManyRequests:
		return cause
	case errors.As(cause, &wait):
		retry(c, cause)
		no.message = "That is a lot in a short time, and this one was not handed in. It is still here; send it again in " + waitWords(wait.Retry) + "."
		return errors.Join(cause, s.refuseText(c, status, e, l, no))
	}
	c.Response().Header().Set("Retry-After", retryAfter)
	no.message = "Your explanation could not be stored just now. It is still here; send it again in a moment."
	return errors.Join(cause, s.refuseText(c, http.StatusServiceUnavailable, e, l, no))
}

// accept stores a text that is an explanation. From then on it is safe, and
// whatever fails is told by the result's page.
func (s *Site) accept(c echo.Context, l *lessons.Lesson, fields url.Values, text, run string) error {
	if err := s.pace(c, s.meters.learnerExplanations, s.meters.addressExplanations); err != nil {
		return err
	}
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	stored, err := s.handIn(c, l, who, keyOf(fields, l.Slug, text, run), text, run)
	if err != nil {
		return err
	}
	if wantsJSON(c.Request()) {
		return s.json(c, http.StatusOK, resultAt{At: s.explanation(stored.ID)})
	}
	return seeOther(c, s.explanation(stored.ID))
}

// handIn stores text as an explanation, with the run that it refers to. The very
// text and run that the learner handed in last is that one, not another: a form
// sent again from a page that was opened again has another key.
func (s *Site) handIn(c echo.Context, l *lessons.Lesson, who store.Learner, key, text, run string) (store.Explanation, error) {
	ctx := c.Request().Context()
	before, err := s.store.Before(ctx, who.ID, l.Slug)
	if err != nil {
		return store.Explanation{}, fmt.Errorf("read what was handed in of %s: %w", l.Slug, err)
	}
	if last := before.Newest; last.ID != "" && last.Text == text && last.Run == run {
		return last, nil
	}
	x := store.Explanation{
		ID: newID(), LearnerID: who.ID, Key: key, Lesson: l.Slug, Text: text, Run: run,
		AfterReveal: before.RevealedMS > 0, AtMS: s.at(),
	}
	if ctx, err = s.telling(ctx, submitted(l, x)); err != nil {
		return x, err
	}
	stored, err := s.addExplanation(ctx, x)
	if err != nil {
		return stored, fmt.Errorf("record explanation of %s: %w", l.Slug, err)
	}
	return stored, nil
}
