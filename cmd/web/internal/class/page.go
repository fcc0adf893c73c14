package class

import (
	"html"
	"net/url"
	"regexp"
	"strings"
)

// What a page's script and its reader take from the page.
var (
	files    = regexp.MustCompile(`(?:href|src)="(/[^"]*static/[^"]+)"`)
	revision = regexp.MustCompile(`name="revision" value="(\d+)"`)
	hidden   = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`)
	radio    = regexp.MustCompile(`<input type="radio" name="option" value="([^"]*)"`)
	asksText = regexp.MustCompile(`<textarea[^>]* name="text"`)
)

// filesOf are the style sheets, scripts, fonts and images that a page names.
func filesOf(page string) (out []string) {
	seen := map[string]bool{}
	for _, m := range files.FindAllStringSubmatch(page, -1) {
		if !seen[m[1]] {
			seen[m[1]], out = true, append(out, html.UnescapeString(m[1]))
		}
	}
	return out
}

// attribute is the address in an attribute that begins with a path; "" for none.
func attribute(page, name, path string) string {
	_, rest, found := strings.Cut(page, name+`="`+path)
	if !found {
		return ""
	}
	rest, _, _ = strings.Cut(rest, `"`)
	return path + html.UnescapeString(rest)
}

// formAt is what is between a form's tags, by its action.
func formAt(page, action string) (inside string, ok bool) {
	_, rest, found := strings.Cut(page, `action="`+action+`"`)
	if !found {
		return "", false
	}
	inside, _, found = strings.Cut(rest, "</form>")
	return inside, found
}

// fields are the hidden ones of a form.
func fields(form string) url.Values {
	v := url.Values{}
	for _, m := range hidden.FindAllStringSubmatch(form, -1) {
		v.Add(html.UnescapeString(m[1]), html.UnescapeString(m[2]))
	}
	return v
}

// options are what a form lets one choose from.
func options(form string) (out []string) {
	for _, m := range radio.FindAllStringSubmatch(form, -1) {
		out = append(out, html.UnescapeString(m[1]))
	}
	return out
}
