package site

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// catalogue is the page at /: every concept, with what the visitor did of it.
func (s *Site) catalogue(c echo.Context) error {
	visitor, err := s.visitor(c)
	if err != nil {
		return err
	}
	at := map[string]store.Standing{}
	if visitor != nil {
		if at, err = s.store.Standings(c.Request().Context(), visitor.ID); err != nil {
			return fmt.Errorf("read standings: %w", err)
		}
	}
	v := catalogueView(s.links, s.edition(c).library, at)
	return s.page(c, http.StatusOK, keepPrivately, views.CataloguePage(v))
}
