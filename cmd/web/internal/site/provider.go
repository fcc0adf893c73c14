package site

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/views"
)

// CallbackPath is where a provider sends people back to, below the base path.
const CallbackPath = "/signin/provider/back"

var errNoProvider = &unknown{what: "page", id: "signin/provider"}

// toProvider sends somebody to the provider to sign in.
func (s *Site) toProvider(c echo.Context) error {
	return s.goToProvider(c, auth.Who{}, next(c.QueryParams()))
}

// linkProvider sends somebody signed in to the provider, to link it.
func (s *Site) linkProvider(c echo.Context) error {
	w, err := s.account(c)
	if err != nil {
		return err
	}
	return s.goToProvider(c, w, "/account?done=linked")
}

func (s *Site) goToProvider(c echo.Context, w auth.Who, back string) error {
	if s.provider == nil {
		return errNoProvider
	}
	going, err := s.provider.Begin(c.Request().Context(), w, back)
	if errors.Is(err, auth.ErrProvider) {
		return s.providerFailed(c, err)
	}
	if err != nil {
		return err
	}
	c.SetCookie(s.jar.ForFlow(going.Cookie))
	if c.Request().Method == http.MethodPost {
		// The content policy lets no form end at another site; a link may.
		return s.desk(c, http.StatusOK, views.Desk{
			Heading: "Go on to " + s.providerName, Lede: "Sign in there, and you come back here.",
			Links: []views.Link{{Text: "Go on", Href: going.URL}},
		})
	}
	return c.Redirect(http.StatusSeeOther, going.URL)
}

// fromProvider takes what the provider sent back.
func (s *Site) fromProvider(c echo.Context) error {
	if s.provider == nil {
		return errNoProvider
	}
	w, err := s.who(c)
	if err != nil {
		return err
	}
	flow := cookieOf(c, s.jar.Flow)
	c.SetCookie(s.jar.Gone(s.jar.Flow))
	q := c.QueryParams()
	back, err := s.provider.Finish(c.Request().Context(), flow, auth.CallbackQuery{
		State: q.Get("state"), Code: q.Get("code"), Error: q.Get("error"), Issuer: q.Get("iss"),
	}, w, visit(c))
	switch {
	case providerWords(err) != "":
		return s.providerFailed(c, err)
	case err != nil:
		return err
	case back.Linked:
		return seeOther(c, s.to(back.Path))
	}
	return s.letIn(c, back.SignedIn, back.Path)
}

// providerFailed says why nobody was let in.
func (s *Site) providerFailed(c echo.Context, err error) error {
	s.logFailure(c, err, http.StatusForbidden)
	return s.desk(c, http.StatusForbidden, views.Desk{
		Heading: "You were not signed in", Lede: providerWords(err),
		Links: []views.Link{{Text: "Back to the sign-in", Href: s.to("/signin")}},
	})
}

func providerWords(err error) string {
	for _, known := range []struct {
		err  error
		text string
	}{
		{auth.ErrFlow, "The sign-in was begun in another browser or too long ago. Begin again."},
		{auth.ErrDeclined, "The provider let nobody in. If that was by mistake, begin again."},
		{auth.ErrProvider, "The provider cannot be reached, or its answer could not be trusted. Try again in a moment, or sign in by password."},
		{auth.ErrLinkFirst, "Your address has an account here already. Sign in to it by password, then link the provider on the page of your account."},
		{auth.ErrTaken, "This sign-in belongs to another account here."},
		{auth.ErrSuspended, "This account is suspended. Ask an administrator of this site."},
	} {
		if errors.Is(err, known.err) {
			return known.text
		}
	}
	return ""
}

// unlinkProvider takes a provider off the account.
func (s *Site) unlinkProvider(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	w, err := s.account(c)
	if err != nil {
		return err
	}
	err = s.accounts.Unlink(c.Request().Context(), w, fields.Get("issuer"), fields.Get("subject"))
	if errors.Is(err, auth.ErrLastWay) {
		return s.showAccount(c, http.StatusConflict, "", nil, faults{"": "This is the only way by which you can sign in. Set a password first."})
	}
	if err != nil {
		return err
	}
	return s.seeDone(c, "/account#providers", "unlinked")
}
