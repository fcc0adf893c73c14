package site

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"
)

// healthz says that the process answers.
func (s *Site) healthz(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

// readyz says whether lessons are there and a write can be made.
func (s *Site) readyz(c echo.Context) error {
	if len(s.shelf.Edition().library.Lessons()) == 0 {
		return c.String(http.StatusServiceUnavailable, "no content\n")
	}
	if err := s.store.Ready(c.Request().Context()); err != nil {
		s.log.Error("not ready", "err", fmt.Errorf("store: %w", err))
		return c.String(http.StatusServiceUnavailable, "the store cannot be written\n")
	}
	return c.String(http.StatusOK, "ready\n")
}
