package site

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// The bounds of a day's share of reviews.
const (
	LeastDaily = 1
	MostDaily  = 200
)

// firstHour is the hour, UTC, from which a letter goes where nobody chose one.
const firstHour = 7

// setter is somebody who may set how they review: whoever has reviews, and
// whoever is signed in.
type setter struct {
	who   *store.Learner
	set   store.RecallSetting
	email string // where letters can go; "" for nowhere
	why   string // why they cannot
}

func (s *Site) setter(c echo.Context) (t setter, err error) {
	if t.who, err = s.visitor(c); err != nil {
		return t, err
	}
	if t.who != nil {
		if t.set, err = s.store.RecallSetting(c.Request().Context(), t.who.ID); err != nil {
			return t, fmt.Errorf("read how to review: %w", err)
		}
	}
	w, err := s.who(c)
	switch {
	case err != nil:
		return t, err
	case s.mail == nil:
		t.why = "This site sends no mail; a calendar, below, can remind you."
	case !w.In():
		t.why = "A letter on days when something is due needs an account with an e-mail address. A calendar, below, needs none."
	case w.Person.Email == "":
		t.why = "Letters on days when something is due need an e-mail address in your account."
	default:
		t.email = w.Person.Email
	}
	return t, nil
}

// recallSettings shows how somebody reviews.
func (s *Site) recallSettings(c echo.Context) error {
	t, err := s.setter(c)
	if err != nil {
		return err
	}
	s.invite(c, t.who)
	return s.showSettings(c, http.StatusOK, t, "", nil, nil)
}

// showSettings shows the forms, and a calendar's address that was just made.
func (s *Site) showSettings(c echo.Context, status int, t setter, address string, typed url.Values, wrong faults) error {
	v := views.RecallSettings{
		Chrome: views.Chrome{Title: "How you review", Nav: "review", Noindex: true}, Status: recallTexts[c.QueryParam("done")],
		Daily: filled(s.dailyForm(t), typed, wrong), NoLetter: t.why,
		Feed: views.RecallFeed{There: t.set.FeedHash != nil, Address: address, Make: views.Form{
			Action: s.to("/review/calendar"), Submit: "Make an address", Plain: true,
		}},
	}
	if v.Feed.There {
		v.Feed.Make.Submit = "Make another address; the one before then opens nothing"
		v.Feed.End = views.Form{Action: s.to("/review/calendar/end"), Submit: "End the calendar", Plain: true}
	}
	return s.page(c, status, keepNowhere, views.RecallSettingsPage(v))
}

func (s *Site) dailyForm(t setter) views.Form {
	daily := s.recallDaily
	if t.set.Daily > 0 {
		daily = t.set.Daily
	}
	f := views.Form{Action: s.to("/review/settings"), Submit: "Save", Fields: []views.Entry{{
		Name: "daily", Label: "Reviews a day at most", Kind: "number", Value: strconv.Itoa(daily), Mode: "numeric", Required: true,
		Hint: fmt.Sprintf("From %d to %d. What is due beyond that moves to the next days.", LeastDaily, MostDaily),
	}}}
	if t.email != "" {
		hour := firstHour
		if t.set.AtMS > 0 {
			hour = t.set.Hour
		}
		f.Fields = append(f.Fields, views.Entry{
			Name: "remind", Label: "Send a letter to " + t.email + " on days when something is due", Kind: "checkbox", Checked: t.set.Remind,
			Hint: "One a day at most, and none on a day on which you have been here. Each letter has a link that ends them.",
		}, views.Entry{Name: "hour", Label: "Not before", Kind: "select", Value: strconv.Itoa(hour), Choices: hours()})
	}
	return f
}

func hours() []views.Choice {
	var out []views.Choice
	for h := range 24 {
		out = append(out, views.Choice{Value: strconv.Itoa(h), Text: fmt.Sprintf("%02d:00 UTC", h)})
	}
	return out
}

// saveRecallSettings stores a day's share, and whether letters are wanted.
func (s *Site) saveRecallSettings(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	t, err := s.setter(c)
	if err != nil {
		return err
	}
	daily, err := strconv.Atoi(fields.Get("daily"))
	if err != nil || daily < LeastDaily || daily > MostDaily {
		s.invite(c, t.who)
		return s.showSettings(c, http.StatusUnprocessableEntity, t, "", fields,
			faults{"daily": fmt.Sprintf("Write a number from %d to %d.", LeastDaily, MostDaily)})
	}
	t.set.Daily = daily
	if t.email != "" {
		t.set.Remind = fields.Get("remind") != ""
		if hour, err := strconv.Atoi(fields.Get("hour")); err == nil && hour >= 0 && hour < 24 {
			t.set.Hour = hour
		}
	}
	if err := s.keepSetting(c, &t); err != nil {
		return err
	}
	return seeOther(c, s.to("/review/settings")+"?done=saved")
}

// keepSetting stores a setting; it makes a learner of whom nobody knew before.
func (s *Site) keepSetting(c echo.Context, t *setter) error {
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	t.who, t.set.LearnerID, t.set.AtMS = &who, who.ID, s.at()
	if err := s.store.SetRecall(c.Request().Context(), t.set); err != nil {
		return fmt.Errorf("record how to review: %w", err)
	}
	return nil
}

// makeFeed makes the calendar's address, in place of one before. It is shown
// this once: the store has no more than its hash.
func (s *Site) makeFeed(c echo.Context) error {
	if _, err := form(c); err != nil {
		return err
	}
	t, err := s.setter(c)
	if err != nil {
		return err
	}
	secret := newSecret()
	t.set.FeedHash = hashOf([]byte(secret))
	if err := s.keepSetting(c, &t); err != nil {
		return err
	}
	return s.showSettings(c, http.StatusOK, t, s.whole(s.to("/review/calendar/"+secret+feedEnding)), nil, nil)
}

// endFeed makes the calendar's address open nothing.
func (s *Site) endFeed(c echo.Context) error {
	if _, err := form(c); err != nil {
		return err
	}
	t, err := s.setter(c)
	if err != nil {
		return err
	}
	if t.set.FeedHash != nil {
		t.set.FeedHash = nil
		if err := s.keepSetting(c, &t); err != nil {
			return err
		}
	}
	return seeOther(c, s.to("/review/settings")+"?done=ended")
}

func (s *Site) backToCalendar(c echo.Context) error {
	return seeOther(c, s.to("/review/settings")+"#calendar")
}

// newSecret is 32 random bytes as an address can hold them.
func newSecret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}
