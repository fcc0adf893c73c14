package site

import (
	"errors"
	"fmt"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
)

// visitor is the learner as whom the request's person works: their account's
// where they are signed in, else the one that the browser's cookie names, or
// nil. It stores nothing. A known learner's cookie is sent again, so that it
// lasts a year from the last visit.
func (s *Site) visitor(c echo.Context) (*store.Learner, error) {
	switch w, err := s.who(c); {
	case err != nil:
		return nil, err
	case w.In():
		return &store.Learner{ID: w.Person.LearnerID}, nil
	}
	return s.browser(c)
}

// browser is the learner that the browser's own cookie names, or nil.
func (s *Site) browser(c echo.Context) (*store.Learner, error) {
	value := s.cookie.value(c)
	secret, _, ok := s.cookie.open(value)
	if !ok {
		return nil, nil
	}
	l, err := s.store.LearnerByToken(c.Request().Context(), hashOf(secret))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("find the learner: %w", err)
	case l.Claimed: // it is in an account, and opens nothing any more
		s.cookie.drop(c)
		c.Set(spentKey, true)
		return nil, nil
	}
	s.cookie.set(c, value)
	c.Set(knownKey, true)
	return &l, nil
}

// invite sees to it that a page with forms leaves the browser with a secret,
// so that everything sent from it belongs to one learner.
func (s *Site) invite(c echo.Context, known *store.Learner) {
	if known == nil && (spent(c) || !s.sealed(c)) {
		value := s.cookie.mint()
		s.cookie.set(c, value)
		c.Set(mintedKey, value)
	}
}

// mintedKey marks a request whose answer brings a cookie of this value.
const mintedKey = "minted"

// knownKey marks a request whose cookie named a learner that was looked up: the
// page that answers it tells what that learner did.
const knownKey = "known"

func ofLearner(c echo.Context) bool {
	is, _ := c.Get(knownKey).(bool)
	return is
}

// spentKey marks a request whose cookie names a learner that is in an account.
const spentKey = "spent"

func spent(c echo.Context) bool {
	is, _ := c.Get(spentKey).(bool)
	return is
}

func (s *Site) sealed(c echo.Context) bool {
	_, sealed, ok := s.cookie.open(s.cookie.value(c))
	return ok && sealed
}

// learner is the request's learner for a write; a new one is stored where the
// cookie names none.
func (s *Site) learner(c echo.Context) (store.Learner, error) {
	known, err := s.visitor(c)
	if err != nil {
		return store.Learner{}, err
	}
	if known != nil {
		return *known, nil
	}
	if err := waitFor(s.meters.addressLearners.Take(auth.Network(c.RealIP()))); err != nil {
		return store.Learner{}, err
	}
	value := s.cookie.value(c)
	if spent(c) || !s.sealed(c) {
		value = s.cookie.mint()
	}
	return s.enrol(c, value)
}

// enrol stores the learner of a sealed cookie. Where a second request of the
// same page was quicker, that one's learner is the learner.
func (s *Site) enrol(c echo.Context, value string) (store.Learner, error) {
	ctx := c.Request().Context()
	secret, _, _ := s.cookie.open(value)
	l := newLearner(secret, s.at())
	if err := s.store.AddLearner(ctx, l); err != nil {
		first, lookup := s.store.LearnerByToken(ctx, l.TokenHash)
		if lookup != nil {
			return l, fmt.Errorf("add learner: %w", err)
		}
		l = first
	}
	s.cookie.set(c, value)
	return l, nil
}
