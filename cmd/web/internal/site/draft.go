package site

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/store"
)

// draftSent is what the page's script saves: the text, and the revision on top
// of which it was written.
type draftSent struct {
	Text     string `json:"text"`
	Revision int64  `json:"revision"`
	Run      string `json:"-"` // that is to go with it; only forms carry it on
}

// draftKept answers a save. With status 409 it is the newer draft, with its
// text, that another window left.
type draftKept struct {
	Revision int64   `json:"revision"`
	SavedMS  int64   `json:"saved_ms"`
	Saved    string  `json:"saved"` // time of day in UTC
	Text     *string `json:"text,omitempty"`
}

// saveDraft keeps an unsent explanation. The page's script is answered in
// JSON; a browser that sent the form itself gets the lesson's page.
func (s *Site) saveDraft(c echo.Context) error {
	e := s.edition(c)
	l, err := e.lesson(c.Param("slug"))
	if err != nil {
		return err
	}
	if l.Rubric == nil {
		return &unknown{what: "question", id: l.Slug, lesson: l}
	}
	sent, err := draftIn(c)
	if err != nil {
		return err
	}
	if no := cleanText(sent.Text); no != "" {
		return s.refuseDraft(c, e, l, sent.Text, no)
	}
	switch {
	case s.lapsed(c) && navigates(c):
		return s.keepLapsed(c, l, sent.Text)
	case s.lapsed(c):
		return errSignIn
	}
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	text := strings.ReplaceAll(sent.Text, "\r\n", "\n")
	d, err := s.store.SaveDraft(c.Request().Context(), who.ID, l.Slug, text, sent.Revision, s.at())
	switch {
	case errors.Is(err, store.ErrStale):
		return s.refuseStale(c, e, l, sent.Text, d)
	case err != nil:
		return fmt.Errorf("save draft of %s: %w", l.Slug, err)
	case navigates(c):
		return seeOther(c, s.links.lesson(l.Slug)+alongWith(e, l.Slug, sent.Run)+"#explain")
	}
	return s.json(c, http.StatusOK, keptOf(d.Revision, d.AtMS))
}

func keptOf(revision, atMS int64) draftKept {
	return draftKept{Revision: revision, SavedMS: atMS, Saved: clock(atMS)}
}

// refuseDraft answers a text that cannot be kept.
func (s *Site) refuseDraft(c echo.Context, e *Edition, l *lessons.Lesson, text, no string) error {
	if navigates(c) {
		return s.refuseText(c, http.StatusUnprocessableEntity, e, l, refused{text: text, message: no})
	}
	return s.json(c, http.StatusUnprocessableEntity, map[string]string{"error": no})
}

// refuseStale answers a save on top of a draft that is not the newest. Both
// texts stay: the newer on the server, the sent one with its sender.
func (s *Site) refuseStale(c echo.Context, e *Edition, l *lessons.Lesson, text string, newer store.Draft) error {
	if navigates(c) {
		return s.refuseText(c, http.StatusConflict, e, l, refused{
			text:    text,
			message: "Another window kept a newer draft of this. The box holds yours; keeping it as a draft once more replaces the other.",
		})
	}
	kept := keptOf(newer.Revision, newer.AtMS)
	kept.Text = &newer.Text
	return s.json(c, http.StatusConflict, kept)
}

// navigates says whether a browser asks for a page, not a script for data.
func navigates(c echo.Context) bool {
	return strings.Contains(c.Request().Header.Get("Accept"), "text/html")
}

// draftIn reads a draft sent as JSON or as a form.
func draftIn(c echo.Context) (d draftSent, err error) {
	if mediaType(c.Request()) == "application/json" {
		err = readJSON(c.Request(), &d)
		return d, err
	}
	fields, err := form(c)
	if err != nil {
		return d, err
	}
	d.Text, d.Run = fields.Get("text"), fields.Get(runKey)
	if r := fields.Get("revision"); r != "" {
		if d.Revision, err = strconv.ParseInt(r, 10, 64); err != nil {
			return d, fmt.Errorf("%w: revision: %w", errBadForm, err)
		}
	}
	return d, nil
}
