package site

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"
)

// keepForEver is for what an address names by its content.
const keepForEver = "public, max-age=31536000, immutable"

// figure answers the page's script with runs of a simulator.
func (s *Site) figure(c echo.Context) error {
	e := s.edition(c)
	l, err := e.lesson(c.Param("slug"))
	if err != nil {
		return err
	}
	stage, ok := e.stage(l.Slug, c.Param("figure"))
	if !ok {
		return &unknown{what: "figure", id: c.Param("figure"), lesson: l}
	}
	body, immutable, err := stage.Answer(c.QueryParams())
	if err != nil {
		return fmt.Errorf("run %s of %s: %w", stage.ID(), l.Slug, err)
	}
	keep := "no-cache"
	if immutable {
		keep = keepForEver
	}
	h := c.Response().Header()
	h.Set("Cache-Control", keep)
	if packed, coding := stage.Packed(c.QueryParams(), accepting(c)); coding != "" {
		h.Add("Vary", "Accept-Encoding")
		h.Set("Content-Encoding", coding)
		return c.Blob(http.StatusOK, "application/json; charset=utf-8", packed)
	}
	return s.sendJSON(c, http.StatusOK, body)
}
