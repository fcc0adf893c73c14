package site

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/views"
)

// faults are what was wrong with a form, by the name of the field; under ""
// stands what no field is to blame for.
type faults map[string]string

// filled is f with what was typed and what was wrong with it. Passwords and
// codes are never sent back.
func filled(f views.Form, typed url.Values, wrong faults) views.Form {
	fields := make([]views.Entry, len(f.Fields))
	for i, e := range f.Fields {
		switch {
		case typed == nil || !typed.Has(e.Name) && e.Kind != "checkbox":
		case e.Kind == "checkbox":
			e.Checked = typed.Get(e.Name) != ""
		case e.Kind != "password" && e.Kind != "file" && e.Fill != "one-time-code":
			e.Value = repaired(typed.Get(e.Name))
		}
		e.Error = wrong[e.Name]
		fields[i] = e
	}
	f.Fields, f.Fault = fields, wrong[""]
	if f.Fault != "" {
		blame(fields)
	}
	return f
}

// blame has what is wrong with a form as a whole be read out at the field to begin
// anew with: the first that is empty, as passwords are. Where a field has a fault of
// its own, that is the one.
func blame(fields []views.Entry) {
	if len(fields) == 0 || slices.ContainsFunc(fields, func(e views.Entry) bool { return e.Error != "" }) {
		return
	}
	at := max(0, slices.IndexFunc(fields, func(e views.Entry) bool { return e.Value == "" && e.Kind != "checkbox" }))
	for i := range fields {
		fields[i].Focus, fields[i].Blamed = i == at, i == at
	}
}

func hidden(name, value string) views.Hidden { return views.Hidden{Name: name, Value: value} }

// askEmail, askName and the like are fields that several forms have.
func askEmail(value, fill string) views.Entry {
	return views.Entry{Name: "email", Label: "E-mail address", Kind: "email", Value: value, Fill: fill, Required: true}
}

func askName(value, fill string) views.Entry {
	return views.Entry{Name: "name", Label: "Name", Hint: "As others are to see it.", Value: value, Fill: fill, Required: true, Max: auth.MaxName}
}

// askNewPassword asks for a password that is at least n characters long.
func askNewPassword(n int) views.Entry {
	return views.Entry{
		Name: "password", Label: "New password", Kind: "password", Fill: "new-password", Required: true,
		Hint: fmt.Sprintf("At least %d characters. Four ordinary words that nobody would put together do well; a password manager does better.", n),
	}
}

// askChoice is a select.
func askChoice(name, label, value string, of ...views.Choice) views.Entry {
	return views.Entry{Name: name, Label: label, Kind: "select", Value: value, Choices: of}
}

// wrongWith turns what auth refuses into words at a field. ok is false for an
// error that is not the form's.
func wrongWith(err error) (wrong faults, status int, ok bool) {
	status = http.StatusUnprocessableEntity
	var weak *auth.WeakError
	var wait *auth.WaitError
	switch {
	case errors.As(err, &weak):
		return faults{"password": "This password " + weak.Error() + "."}, status, true
	case errors.As(err, &wait):
		return faults{"": "Too many tries. Wait " + waitWords(wait.Retry) + " and try again."}, http.StatusTooManyRequests, true
	}
	for _, known := range []struct {
		err         error
		field, text string
	}{
		{auth.ErrRefused, "", "The address or the password is wrong."},
		{auth.ErrSuspended, "", "This account is suspended. Ask an administrator of this site."},
		{auth.ErrName, "name", fmt.Sprintf("Write a name of at most %d characters.", auth.MaxName)},
		{auth.ErrEmail, "email", "This is not an e-mail address."},
		{auth.ErrTaken, "email", "This address has an account already. Sign in with it instead."},
		{auth.ErrCode, "code", "This code is wrong or was used before. Wait for the next one and type that."},
		{auth.ErrSeal, "", "This form was open for too long. Begin again."},
	} {
		if errors.Is(err, known.err) {
			return faults{known.field: known.text}, status, true
		}
	}
	return nil, 0, false
}

// waitWords is a delay in words.
func waitWords(d time.Duration) string {
	if s := int(math.Ceil(d.Seconds())); s < 90 {
		return howMany(s, "second", "seconds")
	}
	return howMany(int(math.Ceil(d.Minutes())), "minute", "minutes")
}

// desk answers with a page of forms.
func (s *Site) desk(c echo.Context, status int, d views.Desk) error {
	d.Chrome.Noindex = true
	if d.Chrome.Title == "" {
		d.Chrome.Title = d.Heading
	}
	return s.page(c, status, keepNowhere, views.DeskPage(d))
}

// retry tells a client when to come again, where err says so.
func retry(c echo.Context, err error) {
	var wait *auth.WaitError
	if errors.As(err, &wait) {
		c.Response().Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Retry.Seconds()))))
	}
}

// done is what a page says once about the form that led to it. The address
// names it, so that nothing but these sentences can be put into a page.
func done(c echo.Context) string { return doneTexts[c.QueryParam("done")] }

var doneTexts = map[string]string{
	"profile":     "Your name and address are saved.",
	"password":    "Your password is changed. Every other browser is signed out.",
	"ended":       "That browser is signed out.",
	"ended-all":   "Every other browser is signed out.",
	"factor":      "The second factor is added.",
	"factor-gone": "The second factor is removed.",
	"linked":      "You can now sign in by your provider.",
	"unlinked":    "You no longer sign in by that provider.",
	"claimed":     "What you did in this browser before is now in your account.",
	"kept-apart":  "It stays in this browser, apart from your account.",
	"joined":      "You are in.",
	"waiting":     "You asked to join. An instructor has yet to let you in.",
	"made":        "The cohort is made. Next: a join link or a roster, and the lessons that it is to do.",
	"saved":       "Saved.",
	"archived":    "The cohort is archived. Nobody can join it, and its lessons are due no longer.",
	"reopened":    "The cohort is open again.",
	"code":        "The join link is made.",
	"revoked":     "The join link opens nothing any more.",
	"member":      "The roster is changed.",
	"assigned":    "The lesson is set.",
	"imported":    "The list is imported.",
	"role":        "The role is changed. The person has to sign in again.",
	"suspended":   "The person is shut out, and every browser of theirs is signed out.",
	"let-in":      "The person may sign in again.",
	"deleted":     "The account and everything that the person wrote is deleted.",
}

// seeDone leads to a page that says what came of a form.
func (s *Site) seeDone(c echo.Context, path, word string) error {
	path, anchor, within := strings.Cut(path, "#")
	if within {
		anchor = "#" + anchor
	}
	return seeOther(c, s.to(path)+"?done="+word+anchor)
}
