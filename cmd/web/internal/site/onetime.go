package site

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

// errLinkGone is answered for a one-time link that opens nothing.
var errLinkGone = errors.New("the link opens nothing any more")

// oneTime is the pages of one kind of one-time link.
type oneTime struct {
	purpose store.Purpose
	path    string // before the secret
}

var (
	firstLink  = oneTime{store.LinkFirst, "/setup/"}
	inviteLink = oneTime{store.LinkInvite, "/invite/"}
	resetLink  = oneTime{store.LinkReset, "/reset/"}
)

// address is the whole address of a link, to be handed over.
func (s *Site) address(o oneTime, secret string) string { return s.whole(s.to(o.path + secret)) }

// FirstLink is the address at which the first account is made, or "" where
// there is an instructor or an admin already. A new one makes older ones
// useless.
func (s *Site) FirstLink(ctx context.Context) (string, error) {
	secret, err := s.accounts.FirstLink(ctx)
	if err != nil || secret == "" {
		return "", err
	}
	return s.address(firstLink, secret), nil
}

// linkPage asks for what a link needs.
func (s *Site) linkPage(o oneTime) echo.HandlerFunc {
	return func(c echo.Context) error { return s.showLink(c, o, http.StatusOK, nil, nil) }
}

func (s *Site) showLink(c echo.Context, o oneTime, status int, typed url.Values, wrong faults) error {
	l, err := s.accounts.Peek(c.Request().Context(), c.Param("secret"), o.purpose)
	if err != nil {
		return err
	}
	d, err := s.linkDesk(c, o, l)
	if err != nil {
		return err
	}
	d.Forms[0].Action = s.to(o.path + c.Param("secret"))
	d.Forms[0] = filled(d.Forms[0], typed, wrong)
	return s.desk(c, status, d)
}

// linkDesk is the page of a link, by what it is for.
func (s *Site) linkDesk(c echo.Context, o oneTime, l store.Link) (views.Desk, error) {
	if l.PersonID != "" {
		p, err := s.store.Person(c.Request().Context(), l.PersonID)
		if err != nil {
			return views.Desk{}, err
		}
		return setPasswordDesk(o, p, s.accounts.LeastPassword(p)), nil
	}
	role, d := store.RoleStudent, views.Desk{
		Heading: "Make your account", Lede: "You were invited to this site. This link works once.",
	}
	if o.purpose == store.LinkFirst {
		role, d = store.RoleAdmin, views.Desk{
			Kicker: "A new Fencepost", Heading: "Make the first account",
			Lede: "It is an administrator’s, who may do everything that an instructor may, and make others instructors. This link works once.",
		}
	}
	d.Forms = []views.Form{{Submit: "Make the account", Fields: []views.Entry{
		askName("", "name"), askEmail("", "username"), askNewPassword(s.accounts.LeastPassword(store.Person{Role: role})),
	}}}
	return d, nil
}

func setPasswordDesk(o oneTime, p store.Person, least int) views.Desk {
	d := views.Desk{
		Heading: "Choose a new password", Lede: "For the account of " + p.Name + ". Every browser that is signed in to it will be signed out.",
	}
	if o.purpose == store.LinkInvite {
		d.Heading, d.Lede = "Welcome, "+p.Name, "Choose a password, and your account is ready. You sign in with "+p.Email+"."
	}
	// The address is there for the password manager of the browser.
	email := askEmail(p.Email, "username")
	email.Hint = "This is what you sign in with."
	d.Forms = []views.Form{{Submit: "Set the password", Fields: []views.Entry{email, askNewPassword(least)}}}
	return d
}

// useLink makes the account, or sets the password, that a link is for.
func (s *Site) useLink(o oneTime) echo.HandlerFunc {
	return func(c echo.Context) error {
		fields, err := form(c)
		if err != nil {
			return err
		}
		in, err := s.byLink(c, o, fields)
		if err != nil {
			in, err = s.accounts.Again(c.Request().Context(), err, s.typed(c, fields), visit(c))
		}
		if wrong, status, ok := wrongWith(err); ok {
			retry(c, err)
			return s.showLink(c, o, status, fields, wrong)
		}
		if err != nil {
			return err
		}
		return s.letIn(c, in, afterLink(o))
	}
}

func (s *Site) byLink(c echo.Context, o oneTime, fields url.Values) (auth.SignedIn, error) {
	ctx, secret := c.Request().Context(), c.Param("secret")
	l, err := s.accounts.Peek(ctx, secret, o.purpose)
	if err != nil {
		return auth.SignedIn{}, err
	}
	if l.PersonID != "" {
		return s.accounts.ResetByLink(ctx, secret, o.purpose, fields.Get("password"), visit(c))
	}
	return s.accounts.JoinByLink(ctx, secret, o.purpose, auth.Newcomer{
		Name: fields.Get("name"), Email: fields.Get("email"), Password: fields.Get("password"),
	}, visit(c))
}

// afterLink is where somebody goes on to who came by a link.
func afterLink(o oneTime) string {
	switch o.purpose {
	case store.LinkFirst:
		return "/cohorts/new"
	case store.LinkInvite:
		return "/cohorts"
	}
	return "/"
}
