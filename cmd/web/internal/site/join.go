package site

import (
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

// codeOf is a join code however it was typed: any case, with dashes or spaces.
func codeOf(typed string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToUpper(typed))
}

// spelled writes a code as it is easier to read and type.
func spelled(code string) string {
	if len(code) != codeChars {
		return code
	}
	return code[:5] + "-" + code[5:]
}

// joinByCode leads from a code that was typed to its page.
func (s *Site) joinByCode(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	code := codeOf(fields.Get("code"))
	if _, err := s.cohortOfCode(c, code); err != nil {
		if wrong, status, ok := wrongWith(err); ok {
			retry(c, err)
			return s.showCohorts(c, status, fields, wrong)
		}
		if errors.Is(err, errLinkGone) {
			return s.showCohorts(c, http.StatusUnprocessableEntity, fields, faults{"code": "No cohort has this code, or it is open no longer."})
		}
		return err
	}
	return seeOther(c, s.to("/join/"+url.PathEscape(code)))
}

// cohortOfCode finds what a code lets into. Wrong ones are counted, and who
// tried too many has to wait, also with a right one: else guessing would go on
// behind the refusals.
func (s *Site) cohortOfCode(c echo.Context, code string) (store.Cohort, error) {
	if code == "" || len(code) > 64 {
		return store.Cohort{}, errLinkGone
	}
	meter, key, err := s.guesses(c)
	if err != nil {
		return store.Cohort{}, err
	}
	if err := waitFor(meter.Wait(key)); err != nil {
		return store.Cohort{}, err
	}
	co, err := s.store.CohortByCode(c.Request().Context(), code, s.at())
	switch {
	case errors.Is(err, store.ErrUsed), errors.Is(err, store.ErrInvalid):
		meter.Take(key)
		return co, errLinkGone
	case err != nil:
		return co, fmt.Errorf("find a cohort by its code: %w", err)
	}
	return co, nil
}

// joinPage says what one is about to join.
func (s *Site) joinPage(c echo.Context) error {
	return s.showJoin(c, http.StatusOK, nil, nil)
}

func (s *Site) showJoin(c echo.Context, status int, typed url.Values, wrong faults) error {
	code := codeOf(c.Param("code"))
	co, err := s.cohortOfCode(c, code)
	if err != nil {
		return err
	}
	w, err := s.who(c)
	if err != nil {
		return err
	}
	if in, err := s.memberOf(c, co); err != nil || in != nil {
		return errors.Join(err, s.showInAlready(c, in))
	}
	path := "/join/" + url.PathEscape(code)
	d := views.Desk{Kicker: "Join a cohort", Heading: co.Name, Lede: joined(co.Term)}
	f := views.Form{Action: s.to(path), Submit: "Join as " + w.Person.Name}
	if !w.In() {
		d.Notes = []string{"Make an account to join. Whoever teaches this cohort then sees what you answer and write here, and can reply. What you have already done in this browser comes along."}
		f.Submit = "Make an account and join"
		f.Fields = []views.Entry{askName("", "name"), askEmail("", "username"), askNewPassword(s.accounts.LeastPassword(store.Person{Role: store.RoleStudent}))}
		d.Links = append([]views.Link{{Text: "I have an account: sign in and join", Href: s.withNext("/signin", path)}}, s.byProvider(path)...)
	} else {
		d.Notes = []string{"Whoever teaches this cohort then sees what you answer and write here, and can reply."}
	}
	d.Forms = []views.Form{filled(f, typed, wrong)}
	return s.desk(c, status, d)
}

// memberOf is what the request's person is in a cohort, or nil. Who was taken off
// its roster is nothing there.
func (s *Site) memberOf(c echo.Context, co store.Cohort) (*store.Membership, error) {
	list, err := s.memberships(c)
	for _, m := range list {
		if m.ID == co.ID && m.State != store.MemberRemoved {
			return &m, nil
		}
	}
	return nil, err
}

// showInAlready tells somebody who follows a join link that there is nothing to
// join, and where the cohort stands.
func (s *Site) showInAlready(c echo.Context, m *store.Membership) error {
	if m == nil {
		return nil
	}
	d := views.Desk{Kicker: "Join a cohort", Heading: m.Name, Lede: "You are in this cohort already.", Links: []views.Link{{Text: "Your cohorts", Href: s.to("/cohorts")}}}
	switch {
	case m.State == store.MemberPending:
		d.Lede = doneTexts["waiting"]
	case m.Role != store.MemberStudent:
		d.Links = []views.Link{{Text: "The cohort’s page", Href: s.cohortPath(m.ID)}}
	}
	return s.desk(c, http.StatusOK, d)
}

func joined(words ...string) string {
	var out []string
	for _, w := range words {
		if w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out, ", ")
}

// byProvider is the way by the provider, if there is one.
func (s *Site) byProvider(next string) []views.Link {
	if s.provider == nil {
		return nil
	}
	return []views.Link{{Text: "Sign in by " + s.providerName, Href: s.withNext("/signin/provider", next)}}
}

// join makes the person, who may be new here, a student of the code's cohort.
func (s *Site) join(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	code := codeOf(c.Param("code"))
	if _, err := s.cohortOfCode(c, code); err != nil {
		return err
	}
	w, err := s.who(c)
	if err != nil {
		return err
	}
	if !w.In() {
		in, err := s.register(c, fields)
		if wrong, status, ok := wrongWith(err); ok {
			retry(c, err)
			return s.showJoin(c, status, fields, wrong)
		}
		if err != nil {
			return err
		}
		s.remember(c, in)
		if w = in.Who; !w.In() {
			return seeOther(c, s.withNext("/signin/factor", "/join/"+url.PathEscape(code)))
		}
	}
	m, err := s.joinAs(c, code, w)
	if err != nil {
		return err
	}
	word := "joined"
	if m.State == store.MemberPending {
		word = "waiting"
	}
	return s.welcome(c, "/cohorts?done="+word)
}

// register makes the account that a form asks for, or lets in who made it by the
// same form a moment ago.
func (s *Site) register(c echo.Context, fields url.Values) (auth.SignedIn, error) {
	in, err := s.accounts.Register(c.Request().Context(), auth.Newcomer{
		Name: fields.Get("name"), Email: fields.Get("email"), Password: fields.Get("password"),
	}, visit(c))
	if err != nil {
		return s.accounts.Again(c.Request().Context(), err, s.typed(c, fields), visit(c))
	}
	return in, nil
}

func (s *Site) joinAs(c echo.Context, code string, w auth.Who) (store.Member, error) {
	ctx := s.noted(c, "member.join", w.Person.ID, nil)
	m, err := s.store.Join(ctx, code, w.Person.ID, s.at())
	switch {
	case errors.Is(err, store.ErrUsed):
		return m, errLinkGone
	case err != nil:
		return m, fmt.Errorf("join a cohort: %w", err)
	}
	return m, nil
}
