package site

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

// signInPage asks who one is.
func (s *Site) signInPage(c echo.Context) error {
	return s.showSignIn(c, http.StatusOK, c.QueryParams(), nil)
}

func (s *Site) showSignIn(c echo.Context, status int, typed url.Values, wrong faults) error {
	w, err := s.who(c)
	if err != nil {
		return err
	}
	d := views.Desk{Heading: "Sign in", Lede: "Lessons are open to everybody. With an account, your work follows you from one device to the next, and those who teach you can answer it."}
	switch {
	case w.Stage == auth.NeedsFactor:
		return seeOther(c, s.withNext("/signin/factor", next(typed)))
	case w.In():
		d.Lede = "You are signed in as " + w.Person.Name + ". To change this, prove once more who you are."
	case s.lapsed(c):
		d.Lede = "You were signed out, since some time has passed. What you wrote is kept; sign in to go on with it."
	}
	f := views.Form{
		Action: s.to("/signin"), Submit: "Sign in", Hidden: []views.Hidden{hidden("next", next(typed))},
		Fields: []views.Entry{
			askEmail(w.Person.Email, "username"),
			{Name: "password", Label: "Password", Kind: "password", Fill: "current-password", Required: true},
		},
	}
	d.Forms = s.signInForms(f, typed, wrong)
	d.Links = s.otherWays(c, next(typed))
	if s.mail == nil {
		d.Foot = askAPerson
	}
	return s.desk(c, status, d)
}

// signInForms are the form for a password and, where there can be passkeys, the
// one for those; what was wrong is said at the one that was sent.
func (s *Site) signInForms(f views.Form, typed url.Values, wrong faults) []views.Form {
	if !s.accounts.Passkeys() {
		return []views.Form{filled(f, typed, wrong)}
	}
	key := s.passkeyForm(next(typed))
	if typed.Has("answer") {
		return []views.Form{f, filled(key, nil, wrong)}
	}
	return []views.Form{filled(f, typed, wrong), key}
}

// otherWays are the ways beside a password.
func (s *Site) otherWays(c echo.Context, next string) []views.Link {
	var out []views.Link
	if s.provider != nil {
		out = append(out, views.Link{Text: "Sign in by " + s.providerName, Href: s.withNext("/signin/provider", next)})
	}
	if s.mail != nil {
		out = append(out, views.Link{Text: "Forgot your password?", Href: s.to("/forgotten")})
	}
	if s.lapsed(c) {
		out = append(out, views.Link{Text: "Go on without an account", Href: s.to("/signout")})
	}
	return out
}

// signIn lets a person in by password.
func (s *Site) signIn(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	in, err := s.accounts.SignIn(c.Request().Context(), s.typed(c, fields), visit(c))
	if wrong, status, ok := wrongWith(err); ok {
		retry(c, err)
		return s.showSignIn(c, status, fields, wrong)
	}
	if err != nil {
		return err
	}
	return s.letIn(c, in, next(fields))
}

// typed are the address and password of a form, and the browser's cookie of a
// device.
func (s *Site) typed(c echo.Context, fields url.Values) auth.Credentials {
	return auth.Credentials{
		Email: fields.Get("email"), Password: fields.Get("password"), Device: cookieOf(c, s.jar.Device),
	}
}

// letIn gives the browser its session and leads on: to the second factor, to
// the question whose the work in this browser is, or to where the person was.
func (s *Site) letIn(c echo.Context, in auth.SignedIn, next string) error {
	old := cookieOf(c, s.jar.Session)
	s.remember(c, in)
	if old != "" && old != in.Token {
		// The session before is another's or the same person's, now replaced.
		if err := s.accounts.SignOut(c.Request().Context(), old); err != nil {
			return err
		}
	}
	if in.Stage == auth.NeedsFactor {
		return seeOther(c, s.withNext("/signin/factor", next))
	}
	return s.welcome(c, next)
}

// remember has the browser keep a session.
func (s *Site) remember(c echo.Context, in auth.SignedIn) {
	c.SetCookie(s.jar.ForSession(in.Token))
	if in.Device != "" {
		c.SetCookie(s.jar.ForDevice(in.Device))
	}
	c.Set(whoKey, in.Who)
	c.Set(lapsedKey, false)
	c.Set(membershipsKey, nil)
}

// signOutPage is where a sign-out that was asked for by address is confirmed:
// nothing changes by a GET.
func (s *Site) signOutPage(c echo.Context) error {
	return s.desk(c, http.StatusOK, views.Desk{
		Heading: "Sign out", Lede: "Unsent drafts that this browser keeps are taken away. Those on the server stay in your account.",
		Forms: []views.Form{{Action: s.to("/signout"), Submit: "Sign out"}},
	})
}

// signOut ends the session of this browser and clears what it kept.
func (s *Site) signOut(c echo.Context) error {
	if err := s.accounts.SignOut(c.Request().Context(), cookieOf(c, s.jar.Session)); err != nil {
		return err
	}
	s.forget(c)
	return s.desk(c, http.StatusOK, views.Desk{
		Heading: "You are signed out", Lede: "Drafts that this browser kept are taken away. Those on the server are in your account.",
		Clear: true,
		Links: []views.Link{{Text: "Sign in again", Href: s.to("/signin")}, {Text: "All concepts", Href: s.home()}},
	})
}

// forget takes the session away from the browser.
func (s *Site) forget(c echo.Context) {
	c.SetCookie(s.jar.Gone(s.jar.Session))
	c.Set(whoKey, auth.Who{})
	c.Set(lapsedKey, false)
	c.Set(membershipsKey, nil)
}

// half is the request's person while the second factor is still to come, or to
// be shown anew.
func (s *Site) half(c echo.Context) (auth.Who, error) {
	w, err := s.who(c)
	if err == nil && w.Stage == auth.SignedOut {
		err = errSignIn
	}
	return w, err
}

// factorPage asks for the second factor.
func (s *Site) factorPage(c echo.Context) error {
	return s.showFactor(c, http.StatusOK, c.QueryParams(), nil)
}

func (s *Site) showFactor(c echo.Context, status int, typed url.Values, wrong faults) error {
	w, err := s.half(c)
	if err != nil {
		return err
	}
	if w.In() {
		return seeOther(c, s.to(next(typed)))
	}
	forms, err := s.factorForms(c, w, next(typed))
	if err != nil {
		return err
	}
	for i, f := range forms {
		if status == http.StatusOK || f.ID == typed.Get("way") {
			forms[i] = filled(f, typed, wrong)
		}
	}
	return s.desk(c, status, views.Desk{
		Kicker: "Sign in, second step", Heading: "Show your second factor",
		Lede:  "Your password was right. Now prove that it is you who typed it.",
		Forms: forms, Links: []views.Link{{Text: "Begin again as somebody else", Href: s.to("/signout")}},
	})
}

// factorForms are the ways in which this person can pass.
func (s *Site) factorForms(c echo.Context, w auth.Who, next string) ([]views.Form, error) {
	list, err := s.accounts.Factors(c.Request().Context(), w)
	if err != nil {
		return nil, err
	}
	way := func(id, submit string, plain bool, fields ...views.Entry) views.Form {
		return views.Form{
			ID: id, Action: s.to("/signin/factor"), Submit: submit, Plain: plain, Fields: fields,
			Hidden: []views.Hidden{hidden("next", next), hidden("way", id)},
		}
	}
	var out []views.Form
	if asked, err := s.accounts.AskPasskey(c.Request().Context(), w); err == nil {
		f := way("passkey", "Use a passkey", false)
		f.Passkey, f.Script = string(asked.Options), true
		f.Hidden = append(f.Hidden, hidden("seal", asked.Seal), hidden("answer", ""))
		out = append(out, f)
	} else if !errors.Is(err, auth.ErrNoPasskeys) && !errors.Is(err, auth.ErrCode) {
		return nil, err
	}
	for _, f := range list {
		if f.Kind == store.FactorTOTP {
			out = append(out, way("totp", "Go on", len(out) > 0, views.Entry{
				Name: "code", Label: "Code from your authenticator app", Mode: "numeric", Fill: "one-time-code", Required: true, Focus: true,
			}))
			break
		}
	}
	return append(out, way("recovery", "Use a recovery code", true, views.Entry{
		Name: "code", Label: "Or one of your recovery codes", Hint: "Each works once.", Fill: "off", Required: true,
	})), nil
}

// factor looks at the second factor that was shown.
func (s *Site) factor(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	w, err := s.half(c)
	if err != nil {
		return err
	}
	in, err := s.passFactor(c, w, fields)
	if wrong, status, ok := wrongWith(err); ok {
		retry(c, err)
		if text, at := wrong["code"]; at && fields.Get("way") == "passkey" {
			wrong = faults{"": text}
		}
		return s.showFactor(c, status, fields, wrong)
	}
	if err != nil {
		return err
	}
	s.remember(c, in)
	return s.welcome(c, next(fields))
}

func (s *Site) passFactor(c echo.Context, w auth.Who, fields url.Values) (auth.SignedIn, error) {
	ctx := c.Request().Context()
	switch fields.Get("way") {
	case "passkey":
		return s.accounts.PassPasskey(ctx, w, fields.Get("seal"), []byte(fields.Get("answer")))
	case "recovery":
		return s.accounts.PassRecovery(ctx, w, fields.Get("code"))
	}
	return s.accounts.PassTOTP(ctx, w, fields.Get("code"))
}
