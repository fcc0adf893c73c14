package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

// own is what somebody is to their own account.
func own(w auth.Who) auth.Object { return auth.Object{Owner: w.Person.ID, Role: w.Person.Role} }

// account is the request's person, who may change their own account.
func (s *Site) account(c echo.Context) (auth.Who, error) {
	w, err := s.in(c)
	if err != nil {
		return w, err
	}
	return w, s.may(c, auth.SetAccount, own(w))
}

// accountPage shows one's own account.
func (s *Site) accountPage(c echo.Context) error {
	return s.showAccount(c, http.StatusOK, "", nil, nil)
}

// showAccount shows the account; what was wrong with the form of this id is
// said there.
func (s *Site) showAccount(c echo.Context, status int, id string, typed url.Values, wrong faults) error {
	w, err := s.account(c)
	if err != nil {
		return err
	}
	v := views.Account{
		Chrome: views.Chrome{Title: "Your account", Nav: "account", Noindex: true},
		Status: done(c), Name: w.Person.Name, Email: w.Person.Email, Role: roleWord(w.Person.Role),
		Profile: s.profileForm(w.Person), Password: s.passwordForm(w.Person),
		AddTOTP: s.to("/account/authenticator"), Export: s.to("/account/data.json"), Delete: s.to("/account/delete"),
		Demand: w.Stage == auth.MustAddOne,
	}
	if v.Demand {
		v.Warn = "This site asks for a second factor. Add one below to go on."
	}
	err = errors.Join(s.addFactors(c, w, &v), s.addSessions(c, w, &v), s.addIdentities(c, w, &v))
	if err != nil {
		return err
	}
	if left, err := s.unclaimed(c); err == nil && left != nil {
		v.Claim = s.withNext("/claim", "/account")
	}
	for _, f := range []*views.Form{&v.Profile, &v.Password, v.Passkey} {
		if f != nil && f.ID == id {
			*f = filled(*f, typed, wrong)
			wrong = nil
		}
	}
	if text := wrong[""]; text != "" {
		v.Warn = text
	}
	return s.page(c, status, keepNowhere, views.AccountPage(v))
}

func roleWord(r store.Role) string {
	switch r {
	case store.RoleAdmin:
		return "administrator"
	case store.RoleInstructor:
		return "instructor"
	}
	return "student"
}

func (s *Site) profileForm(p store.Person) views.Form {
	return views.Form{
		ID: "who", Action: s.to("/account/profile"), Submit: "Save", Plain: true,
		Fields: []views.Entry{askName(p.Name, "name"), askEmail(p.Email, "email")},
	}
}

func (s *Site) passwordForm(p store.Person) views.Form {
	f := views.Form{
		ID: "secret", Action: s.to("/account/password"), Submit: "Change the password", Plain: true,
		Fields: []views.Entry{
			{Name: "old", Label: "Present password", Kind: "password", Fill: "current-password", Required: true},
			askNewPassword(s.accounts.LeastPassword(p)),
		},
	}
	if p.PasswordHash == "" {
		f.Submit, f.Fields = "Set a password", f.Fields[1:]
	}
	return f
}

func (s *Site) addFactors(c echo.Context, w auth.Who, v *views.Account) error {
	ctx := c.Request().Context()
	list, err := s.accounts.Factors(ctx, w)
	if err != nil {
		return err
	}
	for _, f := range list {
		one := views.Factor{Name: f.Name, Kind: factorWord(f.Kind), Added: day(f.CreatedMS), Remove: views.Form{
			Action: s.to("/account/factors/" + f.ID + "/remove"), Submit: "Remove", Of: f.Name,
		}}
		if f.UsedMS != 0 {
			one.Used = day(f.UsedMS)
		}
		v.Factors = append(v.Factors, one)
	}
	if len(list) > 0 {
		v.NewCodes = &views.Form{Action: s.to("/account/recovery-codes"), Submit: "Make new recovery codes"}
		if v.Codes, err = s.accounts.RecoveryLeft(ctx, w); err != nil {
			return err
		}
	}
	offer, err := s.accounts.OfferPasskey(ctx, w)
	switch {
	case err == nil:
		v.Passkey = &views.Form{
			ID: "passkey", Action: s.to("/account/passkeys"), Submit: "Add a passkey", Plain: true, Script: true,
			Passkey: string(offer.Options), Hidden: []views.Hidden{hidden("seal", offer.Seal), hidden("answer", "")},
			Fields: []views.Entry{{Name: "label", Label: "Your word for the new passkey", Hint: "Such as: laptop, or blue key.", Max: 60}},
		}
	case errors.Is(err, auth.ErrNotFresh), errors.Is(err, auth.ErrNoPasskeys): // offered after a fresh sign-in, or not at all
	default:
		return err
	}
	return nil
}

func factorWord(k store.FactorKind) string {
	if k == store.FactorPasskey {
		return "passkey"
	}
	return "authenticator app"
}

func (s *Site) addSessions(c echo.Context, w auth.Who, v *views.Account) error {
	list, err := s.accounts.Sessions(c.Request().Context(), w)
	if err != nil {
		return err
	}
	for _, one := range list {
		began := moment(one.CreatedMS)
		v.Sessions = append(v.Sessions, views.Session{
			Browser: browserWord(one.UserAgent), Address: one.Address, Here: one.ID == w.Session.ID,
			Began: began, Seen: moment(one.SeenMS),
			End: views.Form{Action: s.to("/account/sessions/" + one.ID + "/end"), Submit: "Sign out", Of: browserWord(one.UserAgent) + ", since " + began.Text},
		})
	}
	if len(list) > 1 {
		v.EndRest = &views.Form{Action: s.to("/account/sessions/end-others"), Submit: "Sign out every other browser"}
	}
	return nil
}

func (s *Site) addIdentities(c echo.Context, w auth.Who, v *views.Account) error {
	list, err := s.accounts.Identities(c.Request().Context(), w)
	if err != nil {
		return err
	}
	for _, i := range list {
		v.Linked = append(v.Linked, views.Identity{Issuer: i.Issuer, Remove: views.Form{
			Action: s.to("/account/provider/unlink"), Submit: "Unlink", Of: i.Issuer,
			Hidden: []views.Hidden{hidden("issuer", i.Issuer), hidden("subject", i.Subject)},
		}})
	}
	if s.provider != nil {
		v.Link = &views.Form{Action: s.to("/account/provider"), Submit: "Link " + s.providerName}
	}
	return nil
}

// day is a date in UTC.
func day(ms int64) string { return time.UnixMilli(ms).UTC().Format("2 January 2006") }

// saveProfile changes name and address. A new address is what one signs in
// with, so it wants a fresh sign-in.
func (s *Site) saveProfile(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	w, err := s.account(c)
	if err != nil {
		return err
	}
	name, noName := auth.CleanName(fields.Get("name"))
	email, noEmail := auth.CleanEmail(fields.Get("email"))
	if err := errors.Join(noName, noEmail); err != nil {
		return s.refuseAccount(c, "who", fields, noName, noEmail)
	}
	if email != w.Person.Email && !s.accounts.Fresh(w) {
		return auth.ErrNotFresh
	}
	ctx := s.noted(c, "person.profile", w.Person.ID, nil)
	err = s.store.SetProfile(ctx, w.Person.ID, name, email)
	if errors.Is(err, store.ErrConflict) {
		return s.refuseAccount(c, "who", fields, auth.ErrTaken)
	}
	if err != nil {
		return fmt.Errorf("save a profile: %w", err)
	}
	return s.seeDone(c, "/account#profile", "profile")
}

// refuseAccount says at a form of the account what was wrong.
func (s *Site) refuseAccount(c echo.Context, form string, typed url.Values, causes ...error) error {
	wrong, code := faults{}, http.StatusUnprocessableEntity
	for _, err := range causes {
		if w, status, ok := wrongWith(err); ok {
			retry(c, err)
			code = status
			for field, text := range w {
				wrong[field] = text
			}
		}
	}
	return s.showAccount(c, code, form, typed, wrong)
}

// changePassword changes the password and signs out every other browser.
func (s *Site) changePassword(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	w, err := s.account(c)
	if err != nil {
		return err
	}
	in, err := s.accounts.ChangePassword(c.Request().Context(), w, fields.Get("old"), fields.Get("password"))
	switch _, _, words := wrongWith(err); {
	case errors.Is(err, auth.ErrRefused):
		return s.showAccount(c, http.StatusUnprocessableEntity, "secret", fields, faults{"old": "This is not your present password."})
	case words:
		return s.refuseAccount(c, "secret", fields, err)
	case err != nil:
		return err
	}
	s.remember(c, in)
	return s.seeDone(c, "/account#password", "password")
}

// endSession signs another browser of the person out.
func (s *Site) endSession(c echo.Context) error {
	w, err := s.account(c)
	if err != nil {
		return err
	}
	if err := s.accounts.Revoke(c.Request().Context(), w, c.Param("id")); err != nil {
		return err
	}
	return s.seeDone(c, "/account#sessions", "ended")
}

// endOthers signs all other browsers of the person out.
func (s *Site) endOthers(c echo.Context) error {
	w, err := s.account(c)
	if err != nil {
		return err
	}
	if err := s.accounts.RevokeOthers(c.Request().Context(), w); err != nil {
		return err
	}
	return s.seeDone(c, "/account#sessions", "ended-all")
}
