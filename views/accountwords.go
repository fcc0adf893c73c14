package views

import (
	"fmt"

	"github.com/a-h/templ"
)

// deskModules are the scripts of a page of forms.
func deskModules(d Desk) []string {
	var out []string
	if d.Clear {
		out = append(out, "js/signedout.js")
	}
	for _, f := range d.Forms {
		if f.Passkey != "" || f.Asks != "" {
			return append(out, "js/passkey.js")
		}
	}
	return out
}

func accountModules(a Account) []string {
	if a.Passkey != nil {
		return []string{"js/passkey.js"}
	}
	return nil
}

// controlAttributes are what input, select and textarea have in common.
func controlAttributes(form string, f Entry) templ.OrderedAttributes {
	out := templ.OrderedAttributes{
		{Key: "id", Value: fieldID(form, f.Name)},
		{Key: "name", Value: f.Name},
		{Key: "required", Value: f.Required},
		{Key: "autofocus", Value: f.Focus || f.Error != ""},
	}
	if f.Max > 0 {
		out = append(out, templ.KV[string, any]("maxlength", fmt.Sprint(f.Max)))
	}
	if d := describedBy(form, f); d != "" {
		out = append(out, templ.KV[string, any]("aria-describedby", d))
	}
	if f.Error != "" {
		out = append(out, templ.KV[string, any]("aria-invalid", "true"))
	}
	return out
}

// accountLine is what stands behind the name: ", ada@example.org, instructor".
func accountLine(a Account) string {
	out := ""
	for _, part := range []string{a.Email, a.Role} {
		if part != "" {
			out += ", " + part
		}
	}
	return out
}

// inputAttributes are what an input has beyond those.
func inputAttributes(form string, f Entry) templ.OrderedAttributes {
	var out templ.OrderedAttributes
	add := func(key, value string) {
		if value != "" {
			out = append(out, templ.KV[string, any](key, value))
		}
	}
	switch f.Kind {
	case "checkbox":
		add("value", "yes")
		out = append(out, templ.KV[string, any]("checked", f.Checked))
	case "password", "file":
	default:
		add("value", f.Value)
	}
	add("autocomplete", f.Fill)
	add("inputmode", f.Mode)
	if len(f.Choices) > 0 {
		add("list", fieldID(form, f.Name)+"-list")
	}
	return out
}

func noFactorWords(a Account) string {
	if a.Demand {
		return "This site asks those who teach for a second factor. Until you have added one, only your own account and the lessons are open to you."
	}
	return "You sign in with a password alone. With a second factor, a password that somebody learned or guessed opens nothing."
}

func usedWords(f Factor) string {
	if f.Used == "" {
		return ", not used yet"
	}
	return ", last used " + f.Used
}

func codesLeft(n int) string {
	switch n {
	case 0:
		return "You have no recovery codes left. Without one, losing the second factor means asking an administrator."
	case 1:
		return "One recovery code is left."
	}
	return fmt.Sprintf("%s recovery codes are left.", capital(spelt(n)))
}

// qrBox is the view box of a QR code.
func qrBox(side int) string { return fmt.Sprintf("0 0 %d %d", side, side) }
