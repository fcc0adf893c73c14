package site

import (
	"context"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/cmd/web/internal/mail"
	"fencepost/views"
)

// askAPerson is what to do about a forgotten password where no mail is sent.
const askAPerson = "Forgotten your password? Ask somebody who teaches you, or an administrator, for a link that sets a new one."

// forgottenPage says what to do about a forgotten password.
func (s *Site) forgottenPage(c echo.Context) error {
	return s.showForgotten(c, http.StatusOK, nil, nil)
}

func (s *Site) showForgotten(c echo.Context, status int, typed url.Values, wrong faults) error {
	d := views.Desk{
		Heading: "A forgotten password",
		Lede:    "Ask somebody who teaches you, or an administrator, for a link that sets a new one. It works once.",
		Notes:   []string{"Whoever runs this site can make such a link too. Nobody here can see your password, and nobody needs it from you."},
		Links:   []views.Link{{Text: "Back to the sign-in", Href: s.to("/signin")}},
	}
	if s.mail != nil {
		d.Lede = "Say which address you sign in with, and a letter goes there with a link that sets a new password."
		d.Notes = []string{"No letter, after a few minutes and a look at the junk folder? Somebody who teaches you, or an administrator, can make such a link too."}
		d.Forms = []views.Form{filled(views.Form{
			Action: s.to("/forgotten"), Submit: "Send me a link", Fields: []views.Entry{askEmail("", "username")},
		}, typed, wrong)}
	}
	return s.desk(c, status, d)
}

// mailReset sends a link for a new password. What it answers is the same
// whether the address has an account or not, and so is how long that takes:
// who it is for is looked up after the answer.
func (s *Site) mailReset(c echo.Context) error {
	if s.mail == nil {
		return &unknown{what: "page", id: "forgotten"}
	}
	fields, err := form(c)
	if err != nil {
		return err
	}
	email := fields.Get("email")
	err = s.accounts.AskReset(c.Request().Context(), email, visit(c))
	if wrong, status, ok := wrongWith(err); ok {
		retry(c, err)
		return s.showForgotten(c, status, fields, wrong)
	}
	if err != nil {
		return err
	}
	s.mail.Put(func(ctx context.Context) (mail.Letter, bool, error) { return s.resetLetter(ctx, email) })
	return s.desk(c, http.StatusOK, views.Desk{
		Heading: "A letter may be on its way",
		Lede:    "If this address has an account here, a letter goes there now. Its link sets a new password; it works once, for " + waitWords(auth.MailedAge) + ".",
		Notes:   []string{"Nothing arrives? Look at the junk folder, and whether you signed up with another address. Somebody who teaches you, or an administrator, can help too."},
		Links:   []views.Link{{Text: "Back to the sign-in", Href: s.to("/signin")}},
	})
}

// resetLetter is the letter with the link, to the address of the account and
// not to the one that was typed.
func (s *Site) resetLetter(ctx context.Context, email string) (mail.Letter, bool, error) {
	secret, p, ok, err := s.accounts.MailReset(ctx, email)
	if err != nil || !ok {
		return mail.Letter{}, false, err
	}
	return mail.Letter{
		To: p.Email, Subject: "A new password for " + s.host(),
		Text: "Hello,\n\n" +
			"somebody, you we hope, asked for a new password for your account at\n" + s.whole(s.home()) + "\n\n" +
			"To choose one, open this link within " + waitWords(auth.MailedAge) + ". It works once.\n\n" +
			s.address(resetLink, secret) + "\n\n" +
			"If it was not you, do nothing: your password stays as it is. Nobody who\n" +
			"runs the site will ever ask you for it.\n",
	}, true, nil
}
