package site

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/views"
)

// catalogue is the page at /: every concept, with what the visitor did of it.
func (s *Site) catalogue(c echo.Context) error {
	at, err := s.standings(c)
	if err != nil {
		return err
	}
	v := catalogueView(s.links, s.edition(c).library, at)
	if v.Due, err = s.dueSoon(c); err != nil {
		return err
	}
	if err := s.countDue(c); err != nil {
		return err
	}
	return s.page(c, http.StatusOK, keepPrivately, views.CataloguePage(v))
}
