package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// usualLease is how long an answer is held after the last sign of life.
const usualLease = 60 * time.Second

// leaseLesson is the lesson that teaches what the desk does with its answers.
const leaseLesson = "leases-and-fencing-tokens"

// ttl is the length of a lease, milliseconds.
func (s *Site) ttl() int64 {
	if s.reviewLease > 0 {
		return s.reviewLease.Milliseconds()
	}
	return usualLease.Milliseconds()
}

// hold is the lease on an answer as its page shows it.
func (s *Site) hold(at sitting) views.TeachHold {
	id, l := at.file.Explanation.ID, at.file.Lease
	v := views.TeachHold{
		Mine: at.holds, Token: l.Token, TTLMS: s.ttl(), About: s.to("/teach/lease"), Desk: s.teach(at.query),
		Take: withQuery(s.teachAct(id, "lease"), at.query), Renew: s.teachAct(id, "renewal"),
		Free: withQuery(s.teachAct(id, "release"), at.query),
	}
	if l.UntilMS > s.at() {
		v.LeftMS = min(l.UntilMS-s.at(), v.TTLMS)
		if !at.holds {
			v.Other = l.Name
		}
	}
	return v
}

// takeAnswer takes the lease on an answer. Where the form carries a review
// that was refused before, it is taken along.
func (s *Site) takeAnswer(c echo.Context) error {
	fields, err := s.teachForm(c)
	if err != nil {
		return err
	}
	at, err := s.sit(c)
	if err != nil {
		return err
	}
	l, err := s.store.Acquire(c.Request().Context(), s.scope(c), at.file.Explanation.ID, s.at(), s.ttl())
	held := errors.Is(err, store.ErrHeld)
	switch {
	case err != nil && !held:
		return fmt.Errorf("take an answer: %w", err)
	case wantsJSON(c.Request()):
		return s.leaseJSON(c, l, held)
	case fields.Get("keep") == "yes":
		return s.takenAlong(c, fields)
	}
	return seeOther(c, s.teachAnswer(at.file.Explanation.ID, at.query))
}

// takenAlong shows the answer with what was written before.
func (s *Site) takenAlong(c echo.Context, fields url.Values) error {
	at, err := s.sit(c)
	if err != nil {
		return err
	}
	at.typed = at.typedIn(fields)
	if at.holds {
		at.typed.no = "Nothing is stored yet. This is what you wrote, on top of what is in force now: look it through and save."
	} else {
		at.typed.no = "Somebody else has this answer open. What you wrote is kept on this page; try again when they are done."
	}
	return s.showAnswer(c, http.StatusOK, at)
}

// leaseJSON tells a script what came of taking or renewing a lease.
func (s *Site) leaseJSON(c echo.Context, l store.Lease, lost bool) error {
	v := map[string]any{
		"token": strconv.FormatInt(l.Token, 10), "left": max(l.UntilMS-s.at(), 0), "ttl": s.ttl(), "holder": l.Name,
		"mine": l.PersonID == s.scope(c).PersonID(),
	}
	if lost {
		return s.json(c, http.StatusConflict, v)
	}
	return s.json(c, http.StatusOK, v)
}

// renewAnswer is the heartbeat of a page that has an answer open.
func (s *Site) renewAnswer(c echo.Context) error {
	fields, err := s.teachForm(c)
	if err != nil {
		return err
	}
	f, err := s.reviewable(c)
	if err != nil {
		return err
	}
	token := tokenIn(fields)
	l, err := s.store.Renew(c.Request().Context(), s.scope(c), f.Explanation.ID, token, s.at(), s.ttl())
	if err != nil && !errors.Is(err, store.ErrStale) {
		return fmt.Errorf("renew a lease: %w", err)
	}
	return s.leaseJSON(c, l, err != nil)
}

// releaseAnswer puts an answer back before its lease runs out.
func (s *Site) releaseAnswer(c echo.Context) error {
	fields, err := s.teachForm(c)
	if err != nil {
		return err
	}
	f, err := s.reviewable(c)
	if err != nil {
		return err
	}
	if err := s.store.Release(c.Request().Context(), s.scope(c), f.Explanation.ID, tokenIn(fields), s.at()); err != nil {
		return fmt.Errorf("release a lease: %w", err)
	}
	return seeOther(c, s.teach(deskQuery(c.QueryParams())))
}

// tokenIn is the fencing token of a form; 0, which no lease has, for anything
// that is no number.
func tokenIn(fields url.Values) int64 {
	n, err := strconv.ParseInt(fields.Get("token"), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// leaseWords is the page about leases.
func (s *Site) leaseWords(c echo.Context) templ.Component {
	v := views.TeachLease{
		Chrome: views.Chrome{Title: "The lease on an answer", Nav: "teach", Noindex: true},
		Desk:   s.teach(nil), Seconds: lengthWords(s.ttl()),
	}
	if l, ok := s.edition(c).library.Lesson(leaseLesson); ok {
		v.Lesson = views.Link{Text: l.Title, Href: s.links.lesson(l.Slug)}
	}
	return views.TeachLeasePage(v)
}

func lengthWords(ms int64) string {
	n := int(ms / 1000)
	return spell(n) + " " + plural(n, "second", "seconds")
}
