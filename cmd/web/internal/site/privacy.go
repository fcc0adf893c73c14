package site

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/views"
)

// privacyPage says what is stored of whom, and for how long.
func (s *Site) privacyPage(c echo.Context) error {
	return s.page(c, http.StatusOK, keepPrivately, views.PrivacyPage(views.Privacy{
		Chrome: views.Chrome{Title: "Privacy", Canonical: s.whole(s.to("/privacy"))}, Accounts: s.accounts != nil,
		RecordStore: s.teller != nil, RecordAnswers: s.teller.Answers(),
	}))
}
