package site

import (
	"fmt"

	"github.com/labstack/echo/v4"
)

// revealPoints shows the points that a strong answer makes, from now on and at
// every explanation of the lesson. What is handed in later is marked as
// written after it.
func (s *Site) revealPoints(c echo.Context) error {
	if _, err := form(c); err != nil {
		return err
	}
	who, e, err := s.own(c)
	if err != nil {
		return err
	}
	if err := s.store.MarkRevealed(c.Request().Context(), who.ID, e.Lesson, s.at()); err != nil {
		return fmt.Errorf("mark %s revealed: %w", e.Lesson, err)
	}
	return seeOther(c, s.explanation(e.ID)+"#points")
}
