package site

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
)

// readStep records that a step was read.
func (s *Site) readStep(c echo.Context) error {
	l, err := s.edition(c).lesson(c.Param("slug"))
	if err != nil {
		return err
	}
	step := c.Param("step")
	if !slices.ContainsFunc(l.Steps, func(x lessons.Step) bool { return x.ID == step }) {
		return &unknown{what: "step", id: step, lesson: l}
	}
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	if err := s.store.MarkRead(c.Request().Context(), who.ID, l.Slug, step, s.at()); err != nil {
		return fmt.Errorf("mark %s/%s read: %w", l.Slug, step, err)
	}
	if navigates(c) {
		return seeOther(c, s.links.lesson(l.Slug)+"#"+step)
	}
	return c.NoContent(http.StatusNoContent)
}
