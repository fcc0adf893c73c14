package site

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/views"
)

// totpPage offers a secret for an authenticator app.
func (s *Site) totpPage(c echo.Context) error {
	w, err := s.account(c)
	if err != nil {
		return err
	}
	offer, err := s.accounts.OfferTOTP(w)
	if err != nil {
		return err
	}
	return s.showTOTP(c, http.StatusOK, offer.Secret, offer.URI, s.totpForm(offer, nil, nil))
}

func (s *Site) totpForm(offer auth.TOTPOffer, typed url.Values, wrong faults) views.Form {
	return filled(views.Form{
		Action: s.to("/account/authenticator"), Submit: "Add this app",
		Hidden: []views.Hidden{hidden("seal", offer.Seal), hidden("uri", offer.URI), hidden("secret", offer.Secret)},
		Fields: []views.Entry{
			{Name: "label", Label: "Your word for it", Hint: "Such as: phone.", Max: 60},
			{Name: "code", Label: "The code that the app shows", Mode: "numeric", Fill: "one-time-code", Required: true},
		},
	}, typed, wrong)
}

func (s *Site) showTOTP(c echo.Context, status int, secret, uri string, f views.Form) error {
	path, side, err := qrPath(uri)
	if err != nil {
		return err
	}
	return s.page(c, status, keepNowhere, views.TOTPPage(views.TOTPSetup{
		Chrome: views.Chrome{Title: "Add an authenticator app", Noindex: true},
		Lede:   "An app on your phone shows six digits that change twice a minute. From now on you are asked for them when you sign in.",
		QR:     path, Side: side, Secret: fours(secret), Form: f,
	}))
}

// addTOTP adds the app once it showed a right code.
func (s *Site) addTOTP(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	w, err := s.account(c)
	if err != nil {
		return err
	}
	added, err := s.accounts.AddTOTP(c.Request().Context(), w, fields.Get("seal"), fields.Get("label"), fields.Get("code"))
	if errors.Is(err, auth.ErrSeal) {
		return s.totpPage(c) // a new offer; the old one is of no use
	}
	if wrong, status, ok := wrongWith(err); ok {
		retry(c, err)
		// What is shown again is what this very person sent: the seal decides
		// which secret counts.
		offer := auth.TOTPOffer{Secret: fields.Get("secret"), URI: fields.Get("uri"), Seal: fields.Get("seal")}
		if !strings.HasPrefix(offer.URI, "otpauth://totp/") || len(offer.URI) > 600 {
			return auth.ErrSeal
		}
		return s.showTOTP(c, status, offer.Secret, offer.URI, s.totpForm(offer, fields, wrong))
	}
	return s.factorAdded(c, added, err)
}

// addPasskey adds a passkey that the browser made.
func (s *Site) addPasskey(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	w, err := s.account(c)
	if err != nil {
		return err
	}
	added, err := s.accounts.AddPasskey(c.Request().Context(), w, fields.Get("seal"), fields.Get("label"), []byte(fields.Get("answer")))
	switch {
	case errors.Is(err, auth.ErrCode):
		return s.showAccount(c, http.StatusUnprocessableEntity, "passkey", fields, faults{"": "The browser’s answer could not be used. Nothing was added."})
	case errors.Is(err, auth.ErrSeal):
		return s.refuseAccount(c, "passkey", fields, err)
	}
	return s.factorAdded(c, added, err)
}

// factorAdded shows the recovery codes that came with the first factor.
func (s *Site) factorAdded(c echo.Context, added auth.Enrolled, err error) error {
	if err != nil {
		return err
	}
	s.remember(c, added.SignedIn)
	if len(added.Recovery) == 0 {
		return s.seeDone(c, "/account#second-factor", "factor")
	}
	return s.showCodes(c, added.Recovery)
}

func (s *Site) showCodes(c echo.Context, codes []string) error {
	return s.page(c, http.StatusOK, keepNowhere, views.RecoveryCodesPage(views.RecoveryCodes{
		Chrome: views.Chrome{Title: "Recovery codes", Noindex: true}, Codes: codes,
		Next: views.Link{Text: "I have kept them", Href: s.to("/account")},
	}))
}

// newCodes replaces the recovery codes.
func (s *Site) newCodes(c echo.Context) error {
	w, err := s.account(c)
	if err != nil {
		return err
	}
	list, err := s.accounts.Factors(c.Request().Context(), w)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return errNotYours // codes stand in for a factor that is there
	}
	codes, err := s.accounts.NewRecovery(c.Request().Context(), w)
	if err != nil {
		return err
	}
	return s.showCodes(c, codes)
}

// removeFactor takes a factor away.
func (s *Site) removeFactor(c echo.Context) error {
	w, err := s.account(c)
	if err != nil {
		return err
	}
	err = s.accounts.RemoveFactor(c.Request().Context(), w, c.Param("id"))
	switch {
	case errors.Is(err, auth.ErrLastFactor):
		return s.showAccount(c, http.StatusConflict, "", nil, faults{"": "This site asks you for a second factor. Add another before you remove this one."})
	case errors.Is(err, auth.ErrCode):
		return errNotYours
	case err != nil:
		return err
	}
	return s.seeDone(c, "/account#second-factor", "factor-gone")
}

// quietZone is the margin that a QR code needs around it, in modules.
const quietZone = 4

// qrPath draws a QR code: the path of its dark runs and its side with the
// margin, in modules.
func qrPath(text string) (path string, side int, err error) {
	rows, err := auth.QR(text)
	if err != nil {
		return "", 0, err
	}
	var b strings.Builder
	for y, row := range rows {
		for x := 0; x < len(row); x++ {
			from := x
			for x < len(row) && row[x] {
				x++
			}
			if x > from {
				b.WriteString("M" + strconv.Itoa(from+quietZone) + " " + strconv.Itoa(y+quietZone) + "h" + strconv.Itoa(x-from) + "v1h-" + strconv.Itoa(x-from) + "z")
			}
		}
	}
	return b.String(), len(rows) + 2*quietZone, nil
}

// fours writes a secret in groups, as it is easier to type.
func fours(secret string) string {
	var groups []string
	for len(secret) > 4 {
		groups, secret = append(groups, secret[:4]), secret[4:]
	}
	return strings.Join(append(groups, secret), " ")
}
