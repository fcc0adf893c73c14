package site

import (
	"errors"
	"fmt"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/store"
)

// keepLapsed keeps a text that was sent from a browser whose session is over.
// It was meant for an account, so it is not handed in for anybody else: it
// becomes a draft of this browser, and the sign-in that follows brings the
// person and their words back to the box.
func (s *Site) keepLapsed(c echo.Context, l *lessons.Lesson, text string) error {
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	before, err := s.store.Draft(ctx, who.ID, l.Slug)
	switch {
	case errors.Is(err, store.ErrNotFound):
	case err != nil:
		return fmt.Errorf("read a draft of %s: %w", l.Slug, err)
	case !goesOn(before.Text, text):
		text = before.Text + "\n\n" + text
	}
	if _, err := s.store.SaveDraft(ctx, who.ID, l.Slug, text, before.Revision, s.at()); err != nil {
		return fmt.Errorf("keep a text of %s: %w", l.Slug, err)
	}
	return seeOther(c, s.withNext("/signin", "/concepts/"+l.Slug+"#explain"))
}
