package site

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/views"
)

// scoringPage says how explanations are scored.
func (s *Site) scoringPage(c echo.Context) error {
	return s.page(c, http.StatusOK, keepPrivately, views.ScoringPage(views.Chrome{
		Title: "How explanations are scored", Canonical: s.whole(s.scoring()),
	}))
}
