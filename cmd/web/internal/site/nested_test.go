package site

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Addresses with two ids, and forms with one, name a second object: what it is
// must be of the first. Instructor A has rights in cohort A and none in B; what
// stands in B is as unknown to them below A's address as below its own.
func TestASecondIDIsOfTheFirst(t *testing.T) {
	w := newTown(t)
	a, b, other := w.names["$A"], w.names["$B"], w.names["$OTHER"]
	for _, try := range []struct {
		path   string
		fields url.Values
	}{
		{"/cohorts/" + a + "/codes/CODEB/revoke", nil},
		{"/cohorts/" + a + "/members/" + other, url.Values{"role": {"assistant"}, "state": {"active"}}},
		{"/cohorts/" + a + "/members/" + other, url.Values{"role": {"student"}, "state": {"removed"}}},
		{"/cohorts/" + a + "/members/" + other + "/link", nil},
	} {
		if got := w.send(http.MethodPost, try.path, "instrA", try.fields); got.Code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", try.path, got.Code)
		}
	}
	if page := w.send(http.MethodGet, "/cohorts/"+b, "instrB", nil).Body.String(); !strings.Contains(page, ">open until") || !strings.Contains(page, "other@mail.example") || strings.Contains(page, `<option value="assistant" selected`) {
		t.Error("afterwards the code, the member or their role in the other cohort is another")
	}
	if code := w.send(http.MethodGet, "/account", "other", nil).Code; code != http.StatusOK {
		t.Errorf("afterwards their account answers %d", code)
	}
	// A negative control: the same as who may.
	for _, path := range []string{"/cohorts/" + b + "/codes/CODEB/revoke", "/cohorts/" + b + "/members/" + other} {
		if got := w.send(http.MethodPost, path, "instrB", url.Values{"role": {"assistant"}, "state": {"active"}}); got.Code != http.StatusSeeOther {
			t.Errorf("%s as who may: %d, want 303", path, got.Code)
		}
	}
}
