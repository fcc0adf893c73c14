package site

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A browser's cookie that was claimed, kept by somebody else or in a copy of the
// browser, opens nothing of the account any more and writes nothing into it.
func TestAClaimedCookieOpensNothing(t *testing.T) {
	w := newTown(t)
	anonymous := firstCookie(t, w.Site)
	post(w.Site, lessonPath+"/draft", anonymous, url.Values{"text": {"Words from before the account."}})
	both := w.cookies["self"] + "; " + anonymous
	if got := post(w.Site, "/claim", both, url.Values{"choice": {"mine"}, "next": {"/answers"}}); got.Code != http.StatusSeeOther {
		t.Fatalf("the claim: %d", got.Code)
	}
	if page := see(w.Site, lessonPath, w.cookies["self"]).Body.String(); !strings.Contains(page, "Words from before") {
		t.Fatal("the account has not got the work")
	}
	for _, path := range []string{lessonPath, "/answers", "/me/data.json", "/"} {
		got := see(w.Site, path, anonymous)
		if strings.Contains(got.Body.String(), "Words from before") {
			t.Errorf("%s shows the old cookie what is in the account", path)
		}
	}
	post(w.Site, lessonPath+"/draft", anonymous, url.Values{"text": {"Words of somebody else."}})
	for _, path := range []string{lessonPath, "/account/data.json"} {
		if page := see(w.Site, path, w.cookies["self"]).Body.String(); strings.Contains(page, "somebody else") {
			t.Errorf("%s: the old cookie wrote into the account", path)
		}
	}
}
