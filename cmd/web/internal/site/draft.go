package site

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/store"
)

// draftSent is what the page's script saves: the text, and the revision on top
// of which it was written.
type draftSent struct {
	Text     string `json:"text"`
	Revision int64  `json:"revision"`
}

// draftKept answers a save. With status 409 it is the newer draft, with its
// text, that another window left.
type draftKept struct {
	Revision int64   `json:"revision"`
	SavedMS  int64   `json:"saved_ms"`
	Saved    string  `json:"saved"` // time of day in UTC
	Text     *string `json:"text,omitempty"`
}

// saveDraft keeps an unsent explanation.
func (s *Site) saveDraft(c echo.Context) error {
	l, err := s.shelf.Edition().lesson(c.Param("slug"))
	if err != nil {
		return err
	}
	sent, err := draftIn(c)
	if err != nil {
		return err
	}
	if no := cleanText(sent.Text); no != "" {
		return s.json(c, http.StatusUnprocessableEntity, map[string]string{"error": no})
	}
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	text := strings.ReplaceAll(sent.Text, "\r\n", "\n")
	d, err := s.store.SaveDraft(c.Request().Context(), who.ID, l.Slug, text, sent.Revision, s.at())
	kept := draftKept{Revision: d.Revision, SavedMS: d.AtMS, Saved: clock(d.AtMS)}
	switch {
	case errors.Is(err, store.ErrStale):
		kept.Text = &d.Text
		return s.json(c, http.StatusConflict, kept)
	case err != nil:
		return fmt.Errorf("save draft of %s: %w", l.Slug, err)
	}
	return s.json(c, http.StatusOK, kept)
}

// draftIn reads a draft sent as JSON or as a form.
func draftIn(c echo.Context) (d draftSent, err error) {
	if mediaType(c.Request()) == "application/json" {
		return d, readJSON(c.Request(), &d)
	}
	fields, err := form(c)
	if err != nil {
		return d, err
	}
	d.Text = fields.Get("text")
	if r := fields.Get("revision"); r != "" {
		if d.Revision, err = strconv.ParseInt(r, 10, 64); err != nil {
			return d, fmt.Errorf("%w: revision: %w", errBadForm, err)
		}
	}
	return d, nil
}
