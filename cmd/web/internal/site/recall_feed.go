package site

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/labstack/echo/v4"

	"fencepost/lessons/recall"
	"fencepost/store"
)

// feedEnding ends a calendar's address, for programs that go by it.
const feedEnding = ".ics"

// feed is the calendar of one learner: for each of the coming days how many
// reviews it brings. Whoever has the address reads it, signed in or not.
func (s *Site) feed(c echo.Context) error {
	gone := &unknown{what: "calendar", id: "…"}
	secret, ok := strings.CutSuffix(c.Param("secret"), feedEnding)
	if !ok {
		return gone
	}
	ctx := c.Request().Context()
	hash := hashOf([]byte(secret))
	set, err := s.store.RecallFeed(ctx, hash)
	if errors.Is(err, store.ErrNotFound) || err == nil && subtle.ConstantTimeCompare(hash, set.FeedHash) != 1 {
		return gone
	}
	if err != nil {
		return fmt.Errorf("find a calendar: %w", err)
	}
	body, err := s.calendar(ctx, s.edition(c), set.LearnerID)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Cache-Control", keepNowhere)
	h.Set("X-Robots-Tag", "noindex")
	return c.Blob(http.StatusOK, "text/calendar; charset=utf-8", []byte(body))
}

// calendar is a calendar as RFC 5545 has it: one entry for the whole of each
// day that brings something, the same entry under the same UID each time.
func (s *Site) calendar(ctx context.Context, e *Edition, learner string) (string, error) {
	d, err := s.deckOf(ctx, e, &store.Learner{ID: learner})
	if err != nil {
		return "", err
	}
	cal := ics.NewCalendarFor("Fencepost")
	cal.SetMethod(ics.MethodPublish)
	cal.SetXWRCalName("Reviews at " + s.host())
	cal.SetRefreshInterval("PT6H")
	loads, _ := d.plan(recall.Horizon)
	for _, l := range loads {
		if l.Planned > 0 {
			s.calendarDay(cal, l, d.atMS)
		}
	}
	return cal.Serialize(), nil
}

func (s *Site) calendarDay(cal *ics.Calendar, l recall.Load, atMS int64) {
	at := dayTime(l.Day)
	e := cal.AddEvent(fmt.Sprintf("reviews-%s@%s", at.Format("20060102"), strings.ReplaceAll(s.host(), "/", "-")))
	e.SetDtStampTime(time.UnixMilli(atMS).UTC())
	e.SetAllDayStartAt(at)
	e.SetAllDayEndAt(at.AddDate(0, 0, 1))
	e.SetSummary(howMany(l.Planned, "review", "reviews"))
	e.SetDescription(fmt.Sprintf("%s to do; %d fall due this day.", howMany(l.Planned, "review", "reviews"), l.Due))
	e.SetURL(s.whole(s.review()))
	e.SetTimeTransparency(ics.TransparencyTransparent)
}
