package site

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// The tests of this file try classes of flaws that were found in comparable
// products, where no other test does. SECURITY.md lists all of them.

// send asks for a path as somebody, with headers.
func (w *town) send(method, path, who string, fields url.Values, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, w.base+path, strings.NewReader(fields.Encode()))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if w.cookies[who] != "" {
		r.Header.Set("Cookie", w.cookies[who])
	}
	got := httptest.NewRecorder()
	w.ServeHTTP(got, r)
	return got
}

// CVE-2022-35651: progress that the client sent was shown to instructors. What
// a browser says about its own success is no field of any form: a wrong answer
// stays wrong, and the class's page shows nothing of what was claimed.
func TestWhatAClientSaysOfItsProgressIsNotHeard(t *testing.T) {
	w := newTown(t)
	claims := url.Values{
		"option": {"fencing"}, "key": {"k"}, "right": {"true"}, "correct": {"1"}, "score": {"4242"}, "done": {"4242"}, "progress": {"4242"},
		"points": {"4242"}, "verdict": {"covered"}, "covered": {"all"}, "completed": {hostile[0]}, "status": {hostile[0]}, "at": {"4242"}, "lesson_version": {"4242"},
	}
	check, file := lessonPath+"/checks/self-fencing", "/teach/cohorts/"+w.names["$A"]+"/exports/checks.csv"
	for _, option := range optionsOf(t, w.send(http.MethodGet, lessonPath, "self", nil).Body.String()) {
		claims.Set("option", option)
		w.send(http.MethodPost, check, "self", claims)
	}
	text := w.send(http.MethodGet, file, "instrA", nil).Body.String()
	rows := strings.Split(strings.TrimSpace(text), "\n")
	right := strings.Count(text, ",yes,") + strings.Count(text, ",true,")
	if len(rows) < 4 || right >= len(rows)-1 {
		t.Errorf("%d rows, %d of them right; want wrong ones among them:\n%s", len(rows), right, text)
	}
	for _, path := range []string{file, "/teach/cohorts/" + w.names["$A"], "/teach/cohorts/" + w.names["$A"] + lessonsOf} {
		page := w.send(http.MethodGet, path, "instrA", nil).Body.String()
		if strings.Contains(page, "4242") || strings.Contains(page, "alert(1)") {
			t.Errorf("%s shows what was claimed", path)
		}
	}
}

const lessonsOf = "/lessons/leases-and-fencing-tokens"

// optionsOf are the values of a check's options, as the page sends them.
func optionsOf(t *testing.T, page string) (values []string) {
	t.Helper()
	_, form, _ := strings.Cut(page, `action="`+lessonPath+`/checks/self-fencing`)
	form, _, _ = strings.Cut(form, "</form>")
	for part := range strings.SplitSeq(form, "<input") {
		if _, rest, is := strings.Cut(part, `name="option"`); is {
			_, value, _ := strings.Cut(rest, `value="`)
			value, _, _ = strings.Cut(value, `"`)
			values = append(values, value)
		}
	}
	if len(values) < 2 {
		t.Fatalf("options %q", values)
	}
	return values
}

// CVE-2023-23611 and CVE-2023-23923: an identity in the body outranked that of
// the session, and one could set what is another's. Whoever a form names, it is
// the session's person who writes.
func TestAnIDInTheBodyNamesNobody(t *testing.T) {
	w := newTown(t)
	other := w.names["$SELF"]
	claims := url.Values{"name": {"Changed by fellow"}, "email": {"fellow@mail.example"}, "text": {"Written by fellow."}}
	for _, key := range []string{"id", "person", "person_id", "user", "user_id", "learner", "learner_id", "student", "role", "session", "account", "cohort"} {
		claims.Set(key, other)
	}
	claims.Set("role", "admin")
	query := "?" + url.Values{"person": {other}, "id": {other}, "learner": {other}}.Encode()
	w.send(http.MethodPost, "/account/profile"+query, "fellow", claims)
	w.send(http.MethodPost, lessonPath+"/draft"+query, "fellow", claims)
	w.send(http.MethodPost, lessonPath+"/explanations"+query, "fellow", claims)
	for _, path := range []string{"/account", "/answers", lessonPath} {
		if page := w.send(http.MethodGet, path, "self", nil).Body.String(); strings.Contains(page, "by fellow") {
			t.Errorf("%s of another shows what somebody wrote in their name", path)
		}
	}
	if page := w.send(http.MethodGet, "/account", "fellow", nil).Body.String(); !strings.Contains(page, "Changed by fellow") {
		t.Error("one's own name was not changed either; the test sees nothing")
	}
	if code := w.send(http.MethodGet, "/people", "fellow", nil).Code; code != http.StatusNotFound {
		t.Errorf("a role in a form of one's own: %d on the page of administrators", code)
	}
}

// CVE-2022-0332 and CVE-2015-2268: SQL, and expressions that never end, in
// filters, sorting and paging. Each is a text like any other: it finds nothing,
// and nothing breaks.
func TestFiltersAreTextAndNeverStatements(t *testing.T) {
	w := newTown(t)
	attacks := []string{
		"' OR 1=1 --", `" OR ""="`, "1; DROP TABLE person; --", "id DESC; SELECT 1", "1) UNION SELECT token_hash FROM session --", "%' AND 1=1 --",
		strings.Repeat("(a+)+", 40) + "$", strings.Repeat("(.*)", 200), "NEAR(a b, 1)", "a* OR *", "\x00", "\xff",
	}
	params := []string{"q", "text", "state", "reason", "verdict", "point", "cohort", "lesson", "student", "from", "to", "after", "before", "sort", "order", "page", "action", "view"}
	a := w.names["$A"]
	for _, path := range []string{"/teach", "/teach/groups", "/teach/group", "/people", "/log", "/search", "/teach/cohorts/" + a, "/teach/cohorts/" + a + "/exports/explanations.csv", "/teach/cohorts/" + a + lessonsOf} {
		for _, attack := range attacks {
			all := url.Values{}
			for _, p := range params {
				all.Set(p, attack)
				if got := w.send(http.MethodGet, path+"?"+url.Values{p: {attack}}.Encode(), "admin", nil); got.Code >= 500 {
					t.Errorf("%s?%s=%q: %d", path, p, attack, got.Code)
				}
			}
			got := w.send(http.MethodGet, path+"?"+all.Encode(), "instrB", nil)
			if got.Code >= 500 || strings.Contains(got.Body.String(), "whatever happened to the owner") {
				t.Errorf("%s with %q everywhere: %d, or another cohort's text", path, attack, got.Code)
			}
		}
	}
	if got := w.send(http.MethodGet, "/teach?state=any", "instrA", nil).Body.String(); !strings.Contains(got, "self") {
		t.Error("afterwards the desk is empty")
	}
}

// CVE-2024-25981: exports went round the separation into groups. Each file of a
// cohort holds its own people, whoever takes it and whatever the query names.
func TestExportsKeepToTheirCohort(t *testing.T) {
	w := newTown(t)
	a := w.names["$A"]
	for _, file := range []string{"checks.csv", "explanations.csv", "reviews.csv", "canvas.csv", "moodle.csv"} {
		path := "/teach/cohorts/" + a + "/exports/" + file
		for _, query := range []string{"", "?cohort=", "?cohort=%25", "?student=", "?state=any"} {
			got := w.send(http.MethodGet, path+query, "admin", nil)
			if got.Code != http.StatusOK || strings.Contains(got.Body.String(), "other@mail.example") {
				t.Errorf("%s%s: %d, or a student of another cohort", path, query, got.Code)
			}
		}
		for _, who := range []string{"instrB", "assist", "other", "self"} {
			if got := w.send(http.MethodGet, path, who, nil); got.Code != http.StatusNotFound {
				t.Errorf("%s as %s: %d", path, who, got.Code)
			}
		}
	}
}

// CVE-2025-3644: one of a resource's verbs was not guarded. Beside GET, HEAD and
// POST there are none: every route refuses the others to everybody.
func TestNoVerbBesideTheTable(t *testing.T) {
	w := newTown(t)
	for _, row := range readRights(t) {
		for _, verb := range []string{http.MethodPut, http.MethodPatch, http.MethodDelete, "PROPFIND", "GETS", "post"} {
			row.route = verb + " " + row.path
			for _, who := range []string{"anon", "self", "admin"} {
				if got := w.ask(who, row); got.Code != http.StatusMethodNotAllowed && got.Code != http.StatusNotFound {
					t.Errorf("%s as %s: %d", row.route, who, got.Code)
				}
			}
		}
	}
	for _, header := range []string{"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"} {
		got := w.send(http.MethodGet, "/people/"+w.names["$SELF"]+"/suspend", "admin", nil, header, "POST")
		if got.Code < 300 {
			t.Errorf("%s: %d", header, got.Code)
		}
	}
	if code := w.send(http.MethodGet, "/account", "self", nil).Code; code != http.StatusOK {
		t.Errorf("afterwards the student's account answers %d", code)
	}
}

// CVE-2021-36539: content that was not published could be read at another
// address. The files beside a lesson, and what is in none of the lists, are
// served at no address.
func TestFilesOfContentAreNotServed(t *testing.T) {
	w := newTown(t)
	for _, file := range []string{"rubric.yaml", "samples.jsonl", "scorer.fit", "lesson.md", "labs/late-owner.yaml", "../glossary.md", ".git/config", "fencepost.db"} {
		for _, dir := range []string{lessonPath + "/", "/content/leases-and-fencing-tokens/", "/static/", "/static/../content/leases-and-fencing-tokens/", "/static/..%2f", "/static/%2e%2e/content/", "//", "/concepts/..%2f..%2f", lessonPath + "/figures/", lessonPath + "/figures/..%2f", lessonPath + "/labs/"} {
			for _, who := range []string{"anon", "admin"} {
				got := w.send(http.MethodGet, dir+file, who, nil)
				moved := got.Code == http.StatusMovedPermanently || got.Code == http.StatusSeeOther
				if got.Code != http.StatusNotFound && !moved {
					t.Errorf("%s%s as %s: %d", dir, file, who, got.Code)
				}
			}
		}
	}
}

// CVE-2021-43559: state was changed for another site's page, and by GET. Every
// form refuses what a browser says comes from elsewhere, and opening a form's
// address changes nothing.
func TestAnotherSitesPageChangesNothing(t *testing.T) {
	w := newTown(t)
	for _, row := range readRights(t) {
		if !strings.HasPrefix(row.route, http.MethodPost) {
			continue
		}
		for name, value := range w.names {
			row.path = strings.ReplaceAll(row.path, name, value)
		}
		for _, headers := range [][]string{
			{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"},
			{"Sec-Fetch-Site", "same-site", "Origin", "https://sibling.fencepost.test"},
			{"Origin", "https://evil.example"},
			{"Origin", "null"},
		} {
			if got := w.send(http.MethodPost, row.path, "admin", row.fields, headers...); got.Code != http.StatusForbidden {
				t.Errorf("%s with %v: %d", row.route, headers, got.Code)
			}
		}
		if got := w.send(http.MethodGet, row.path+"?"+row.fields.Encode(), "admin", nil, "Sec-Fetch-Site", "cross-site"); got.Code >= 500 {
			t.Errorf("GET of %s: %d", row.route, got.Code)
		}
	}
	for _, who := range ranks[1 : len(ranks)-1] {
		if code := w.send(http.MethodGet, "/account", who, nil).Code; code != http.StatusOK {
			t.Errorf("afterwards the account of %s answers %d", who, code)
		}
	}
	if page := w.send(http.MethodGet, "/cohorts/"+w.names["$A"], "instrA", nil).Body.String(); !strings.Contains(page, "CODEA") {
		t.Error("afterwards the cohort's code is gone")
	}
}

// CVE-2021-47857 and CVE-2015-3174: every secondary field, and what graders
// write to students. What an instructor writes on an answer is text wherever it
// is shown: to the student, on the desk, to the class's other instructors.
func TestWhatGradersWriteStaysText(t *testing.T) {
	for _, text := range hostile {
		w := newTown(t)
		answer := "/teach/answers/" + w.names["$TEXT"]
		w.send(http.MethodPost, answer+"/lease", "instrA", nil)
		w.send(http.MethodPost, answer+"/reviews", "instrA", url.Values{"token": {"1"}, "comment": {text + " Look again."}, "v.stale_owner": {"missing"}})
		w.send(http.MethodPost, "/teach/comments", "instrA", url.Values{"lesson": {"leases-and-fencing-tokens"}, "text": {text}})
		student := w.send(http.MethodGet, "/explanations/"+w.names["$TEXT"], "self", nil)
		if !strings.Contains(student.Body.String(), "Look again.") && !slices.Contains([]string{"\u202e\u2066txet\u200b"}, text) {
			t.Errorf("%q: the student does not see the comment", text)
		}
		for _, page := range []*httptest.ResponseRecorder{
			student, w.send(http.MethodGet, "/answers", "self", nil), w.send(http.MethodGet, answer, "instrA", nil), w.send(http.MethodGet, answer, "admin", nil),
			w.send(http.MethodGet, "/teach?state=any", "assist", nil), w.send(http.MethodGet, "/teach/cohorts/"+w.names["$A"], "instrA", nil),
		} {
			for _, active := range activeParts(t, page.Body.String()) {
				t.Errorf("%q (%d): %s", text, page.Code, active)
			}
		}
	}
}
