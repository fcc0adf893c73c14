package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// A second click while a form is under way is not a second form: who makes an
// account by a join link is in, and not told that the address is taken. Come Back
// to, the form can be sent again.
func TestASecondClickSendsNothing(t *testing.T) {
	t.Parallel()
	s := serve(t)
	ada, sam := visit(t, s), visit(t, s)
	ada.settle()
	_, join := ada.class()
	sam.open(join)
	sam.fill(join, "name", "Sam Lovelace", "email", "sam@mail.example", "password", samPassword)
	js[bool](sam, `(() => { window.before = true; return true })()`)
	js[bool](sam, fmt.Sprintf(`(() => {
		const button = document.querySelector('form[action$=%q] button[type=submit]');
		button.click();
		setTimeout(() => button.click(), 40);
		return true;
	})()`, join))
	sam.waitUntil(`!window.before && document.readyState === "complete"`)
	if at := js[string](sam, `location.pathname + location.search`); at != "/cohorts?done=joined" {
		t.Errorf("two clicks lead to %s", at)
	}
	if n := strings.Count(s.Log.String(), "method=POST route=/join/:code"); n != 1 {
		t.Errorf("the form was sent %d times", n)
	}

	ada.open("/cohorts/new")
	ada.fill("/cohorts/new", "title", "One", "zone", "UTC")
	ada.send("/cohorts/new")
	js[bool](ada, `(() => { history.back(); return true })()`)
	ada.waitUntil(`location.pathname === "/cohorts/new" && document.readyState === "complete"`)
	ada.fill("/cohorts/new", "title", "Two", "zone", "UTC")
	ada.send("/cohorts/new")
	if at := js[string](ada, `location.search`); at != "?done=made" {
		t.Errorf("come back to, the form leads to %q", at)
	}
	ada.quiet()
	sam.quiet()
}
