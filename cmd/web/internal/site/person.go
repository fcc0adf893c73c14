package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

var (
	// errNotYours is answered for what the asker has no right to. It looks like
	// something that is not there, since whether it is there is not for them.
	errNotYours = errors.New("no right to it")
	// errSignIn leads to the sign-in.
	errSignIn = errors.New("not signed in")
	// errStrengthen leads to where a second factor is added.
	errStrengthen = errors.New("needs a second factor")
)

// Keys under which a request's person is kept.
const (
	whoKey         = "who"
	lapsedKey      = "lapsed"
	membershipsKey = "memberships"
)

// who is the request's person, or the zero Who. The store is asked once a
// request, and only where the browser sends a session.
func (s *Site) who(c echo.Context) (auth.Who, error) {
	if w, ok := c.Get(whoKey).(auth.Who); ok {
		return w, nil
	}
	token := cookieOf(c, s.jar.Session)
	if s.accounts == nil || token == "" {
		return auth.Who{}, nil
	}
	w, err := s.accounts.Who(c.Request().Context(), token)
	switch {
	case errors.Is(err, auth.ErrSignedOut):
		c.Set(lapsedKey, true)
		w = auth.Who{}
	case err != nil:
		return w, fmt.Errorf("find who is signed in: %w", err)
	}
	c.Set(whoKey, w)
	return w, nil
}

// lapsed says whether the browser was signed in and is no longer: what is sent
// from it was meant for an account.
func (s *Site) lapsed(c echo.Context) bool {
	_, _ = s.who(c) // an error is no sign of it
	over, _ := c.Get(lapsedKey).(bool)
	return over
}

// in is the request's person, who must be signed in.
func (s *Site) in(c echo.Context) (auth.Who, error) {
	w, err := s.who(c)
	if err == nil && !w.In() {
		err = errSignIn
	}
	return w, err
}

func cookieOf(c echo.Context, name string) string {
	got, err := c.Cookie(name)
	if err != nil {
		return ""
	}
	return got.Value
}

// memberships are those of the request's person, found once.
func (s *Site) memberships(c echo.Context) ([]store.Membership, error) {
	if list, ok := c.Get(membershipsKey).([]store.Membership); ok {
		return list, nil
	}
	w, err := s.who(c)
	if err != nil || !w.In() {
		return nil, err
	}
	list, err := s.store.Memberships(c.Request().Context(), w.Person.ID)
	if err != nil {
		return nil, fmt.Errorf("find memberships: %w", err)
	}
	c.Set(membershipsKey, list)
	return list, nil
}

// may answers nil where the request's person may do a to o.
func (s *Site) may(c echo.Context, a auth.Action, o auth.Object) error {
	w, err := s.who(c)
	if err != nil {
		return err
	}
	list, err := s.memberships(c)
	if err != nil {
		return err
	}
	switch auth.May(w.Subject(list), a, o) {
	case auth.Yes:
		return nil
	case auth.SignIn:
		return errSignIn
	case auth.Strengthen:
		return errStrengthen
	}
	return errNotYours
}

// scope is what the store lets the request's person see. Ask may first.
func (s *Site) scope(c echo.Context) store.Scope {
	w, err := s.who(c)
	if err != nil || !w.In() {
		return store.Scope{}
	}
	return store.ScopeOf(w.Person)
}

// noted is the request's context, under which the next write stands in the
// audit log too, as an act of the request's person.
func (s *Site) noted(c echo.Context, action, object string, detail map[string]string) context.Context {
	return store.Audited(c.Request().Context(), s.entry(c, action, object, detail))
}

func (s *Site) entry(c echo.Context, action, object string, detail map[string]string) store.Entry {
	w, _ := s.who(c) // without one the entry names nobody
	if detail == nil {
		detail = map[string]string{}
	}
	text, _ := json.Marshal(detail) // a map of strings always can be
	return store.Entry{ID: newID(), ActorID: w.Person.ID, Action: action, Object: object, Detail: text, AtMS: s.at()}
}

// visit is where a request comes from.
func visit(c echo.Context) auth.Visit {
	return auth.Visit{Address: c.RealIP(), Agent: c.Request().UserAgent()}
}

// reader is who reads a page, for its masthead. A page is shown even where
// that cannot be found out.
func (s *Site) reader(c echo.Context) views.Visitor {
	v := views.Visitor{Hidden: s.accounts == nil, Next: s.here(c)}
	if c.Get(storeBusyKey) != nil {
		return v
	}
	v.Reader = s.readerMark(c)
	w, err := s.who(c)
	if err != nil || !w.In() {
		v.Lapsed = err == nil && s.lapsed(c)
		return v
	}
	v.Name, v.Admin = w.Person.Name, auth.May(w.Subject(nil), auth.ReadAudit, auth.Object{}) == auth.Yes
	v.News = s.newsCount(c, w)
	teaches := w.Around.Teaches || v.Admin
	v.Desk = teaches && s.hasDesk
	v.Cohorts = teaches || w.Around.Cohorts > 0 || w.Person.Role != store.RoleStudent
	return v
}

// here is the path and query to come back to after a sign-in: that of the
// page, or of the page that a form stood on.
func (s *Site) here(c echo.Context) string {
	r := c.Request()
	if isRead(r) {
		return auth.Local(r.URL.RequestURI())
	}
	from, err := url.Parse(r.Referer())
	if err != nil || from.Host == "" || from.Host != r.Host && from.Scheme+"://"+from.Host != s.origin {
		return "/"
	}
	below, ok := strings.CutPrefix(from.RequestURI(), s.base+"/")
	if !ok {
		return "/"
	}
	return auth.Local("/" + below)
}

// next is where a form or address says to go on: a path of this site, below
// its base.
func next(values url.Values) string { return auth.Local(values.Get("next")) }

// withNext adds where to go on to an address of this site.
func (l links) withNext(path, next string) string {
	if next == "" || next == "/" {
		return l.to(path)
	}
	return l.to(path) + "?" + url.Values{"next": {next}}.Encode()
}

// signInAgain leads to the sign-in, or answers a script.
func (s *Site) signInAgain(c echo.Context) error {
	if wantsJSON(c.Request()) {
		return s.json(c, http.StatusUnauthorized, map[string]string{"error": "You are signed out. What you wrote is kept in this browser; sign in to save it."})
	}
	return seeOther(c, s.withNext("/signin", s.here(c)))
}

// diverted leads elsewhere where an error says that the asker has something to
// do first. It says whether it did.
func (s *Site) diverted(c echo.Context, err error) bool {
	if c.Response().Committed {
		return false
	}
	switch {
	case errors.Is(err, errSignIn), errors.Is(err, auth.ErrSignedOut), errors.Is(err, auth.ErrNotFresh):
		return s.signInAgain(c) == nil
	case errors.Is(err, errStrengthen):
		return seeOther(c, s.to("/account#second-factor")) == nil
	}
	return false
}
