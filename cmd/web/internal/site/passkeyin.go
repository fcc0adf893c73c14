package site

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/views"
)

// passkeyForm is the sign-in by passkey alone. It needs scripts.
func (s *Site) passkeyForm(next string) views.Form {
	return views.Form{
		ID: "passkey", Action: s.to("/signin/passkey"), Submit: "Sign in with a passkey", Plain: true, Script: true,
		Asks: s.to("/signin/passkey/offer"), Hidden: []views.Hidden{hidden("next", next), hidden("answer", "")},
	}
}

// offerSignIn says what the browser's passkey dialogue is to be asked.
func (s *Site) offerSignIn(c echo.Context) error {
	options, err := s.accounts.OfferSignIn(c.Request().Context(), visit(c))
	if err != nil {
		return err
	}
	return s.sendJSON(c, http.StatusOK, options)
}

// signInByPasskey lets a person in whom a passkey names.
func (s *Site) signInByPasskey(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	in, err := s.accounts.SignInByPasskey(c.Request().Context(), []byte(fields.Get("answer")), visit(c))
	if wrong, status, ok := wrongWith(err); ok {
		retry(c, err)
		if _, at := wrong["code"]; at {
			wrong = faults{"": "This passkey opens no account here, or the dialogue was open for too long. Try again, or sign in by password."}
		}
		return s.showSignIn(c, status, fields, wrong)
	}
	if err != nil {
		return err
	}
	return s.letIn(c, in, next(fields))
}

func (s *Site) backToSignIn(c echo.Context) error { return seeOther(c, s.to("/signin")) }
