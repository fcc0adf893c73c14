package site

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fencepost/static"
)

// TestEveryAnswerIsGuarded crawls every route of the table of rights (which a
// test holds complete) by every method and as everybody, and beside them what
// is no route: errors, redirects, files, and what lies outside the base path.
// Every answer must carry the headers, every cookie its fences, and no answer
// to somebody who is signed in may be kept.
func TestEveryAnswerIsGuarded(t *testing.T) {
	rows := append(readRights(t), beside()...)
	for _, base := range []string{testBase, "https://host.example/learn"} {
		t.Run(base, func(t *testing.T) {
			shared := newTownAt(t, base)
			asked := 0
			for _, row := range rows {
				for _, ask := range asksOf(row) {
					w := shared.ask(ask.who, ask.rightsRow)
					guarded(t, base, ask.who, ask.route, w)
					if asked++; ask.route == "GET /account" && ask.who == "self" && w.Code != http.StatusOK {
						t.Errorf("%s as %s: %d; the crawl is not signed in", ask.route, ask.who, w.Code)
					}
				}
			}
			if asked < 20*len(rows) {
				t.Errorf("only %d requests were made", asked)
			}
			w := httptest.NewRecorder()
			shared.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/outside/the/path", nil))
			guarded(t, base, "anon", "GET /outside/the/path", w)
		})
	}
}

// beside are requests that no route answers, or that a file answers.
func beside() []rightsRow {
	var out []rightsRow
	for _, path := range []string{
		"/none", "/none/", "//evil.example/", "/concepts/none", "/concepts/leases-and-fencing-tokens/", static.Path("img/icon.svg"), static.Path("img/icon.svg") + "x",
		"/static/", "/people/$SELF/delete/", "/%00", "/" + strings.Repeat("a", 3000), "/../healthz",
	} {
		out = append(out, rightsRow{route: "GET " + path, path: path, fields: url.Values{}})
	}
	return out
}

// asksOf is the row's own method as everybody, HEAD beside GET, and as nobody
// and as an administrator the methods that no route has. What changes something
// is asked for without its form: the state stays.
func asksOf(row rightsRow) (out []struct {
	who string
	rightsRow
},
) {
	add := func(method string, who ...string) {
		row.route = method + " " + row.path
		for _, w := range who {
			out = append(out, struct {
				who string
				rightsRow
			}{w, row})
		}
	}
	method, _, _ := strings.Cut(row.route, " ")
	for _, other := range []string{http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, http.MethodTrace, http.MethodConnect, "PROPFIND"} {
		add(other, "anon", "admin")
	}
	if method == http.MethodGet {
		add(http.MethodHead, ranks...)
	}
	if method == http.MethodGet || leavesPeopleAlone(row) {
		add(method, ranks...)
	}
	return out
}

// leavesPeopleAlone says whether a form that is sent empty changes nobody's
// session or role, which the rows after it need.
func leavesPeopleAlone(row rightsRow) bool {
	return !regexp.MustCompile(`^/(signout|account/sessions|people/\$SELF/(suspend|role|delete))`).MatchString(row.path)
}

// guarded checks one answer.
func guarded(t *testing.T, base, who, what string, w *httptest.ResponseRecorder) {
	t.Helper()
	h := w.Result().Header
	for _, fault := range slices.Concat(policyFaults(h.Get("Content-Security-Policy")), headerFaults(h, strings.HasPrefix(base, "https:")), cookieFaults(w.Result().Cookies(), base)) {
		t.Errorf("%s as %s (%d): %s", what, who, w.Code, fault)
	}
	keep := h.Get("Cache-Control")
	switch signedIn := who != "anon" && who != "susp"; {
	case strings.Contains(what, "/static/") && w.Code == http.StatusOK:
		if keep != "public, max-age=31536000, immutable" {
			t.Errorf("%s as %s: Cache-Control %q of a file", what, who, keep)
		}
	case strings.HasSuffix(what, "/worker.js") && w.Code == http.StatusOK: // asked for anew each time, the same for everybody
		if keep != "no-cache" || len(w.Result().Cookies()) > 0 {
			t.Errorf("%s as %s: Cache-Control %q of the worker", what, who, keep)
		}
	case strings.Contains(what, "/figures/") && w.Code == http.StatusOK: // the same for everybody
		if keep != "no-cache" || len(w.Result().Cookies()) > 0 {
			t.Errorf("%s as %s: Cache-Control %q of a figure", what, who, keep)
		}
	case keep != keepNowhere && (signedIn || keep != keepPrivately):
		t.Errorf("%s as %s (%d): Cache-Control %q", what, who, w.Code, keep)
	}
}

// policyFaults reads a content security policy (CSP level 3).
func policyFaults(policy string) (faults []string) {
	have := map[string]string{}
	for part := range strings.SplitSeq(policy, ";") {
		name, sources, _ := strings.Cut(strings.TrimSpace(part), " ")
		have[name] = sources
	}
	for name, want := range map[string]string{
		"default-src": "'self'", "frame-ancestors": "'none'", "base-uri": "'none'", "object-src": "'none'", "form-action": "'self'",
	} {
		if have[name] != want {
			faults = append(faults, fmt.Sprintf("policy has %s %q, want %s", name, have[name], want))
		}
	}
	for _, never := range []string{"unsafe", "data:", "blob:", "http", "*", "strict-dynamic"} {
		if strings.Contains(policy, never) {
			faults = append(faults, "policy holds "+never)
		}
	}
	return faults
}

// headerFaults looks at the other headers.
func headerFaults(h http.Header, secure bool) (faults []string) {
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := h.Values(name); len(got) != 1 || got[0] != want {
			faults = append(faults, fmt.Sprintf("%s %q, want %s", name, got, want))
		}
	}
	for feature := range strings.SplitSeq(h.Get("Permissions-Policy"), ", ") {
		if !strings.HasSuffix(feature, "=()") {
			faults = append(faults, fmt.Sprintf("Permissions-Policy lets %q", feature))
		}
	}
	age, _ := strconv.Atoi(strings.TrimPrefix(h.Get("Strict-Transport-Security"), "max-age="))
	if secure != (age >= 365*24*60*60) {
		faults = append(faults, fmt.Sprintf("Strict-Transport-Security %q", h.Get("Strict-Transport-Security")))
	}
	for _, never := range []string{"Server", "X-Powered-By", "Access-Control-Allow-Origin"} {
		if h.Get(never) != "" {
			faults = append(faults, never+" is sent")
		}
	}
	return faults
}

// cookieFaults looks at the cookies that an answer sets (RFC 6265bis, 4.1.3:
// __Host- wants Secure, the path / and no domain).
func cookieFaults(cookies []*http.Cookie, base string) (faults []string) {
	for _, c := range cookies {
		fenced := c.HttpOnly && (c.SameSite == http.SameSiteLaxMode || c.SameSite == http.SameSiteStrictMode) && c.Domain == ""
		if strings.HasPrefix(base, "https:") {
			fenced = fenced && strings.HasPrefix(c.Name, "__Host-") && c.Secure && c.Path == "/"
		}
		if !fenced {
			faults = append(faults, "cookie "+c.String())
		}
	}
	return faults
}

// A negative control: what is missing or lax is seen.
func TestFaultsOfHeadersAreSeen(t *testing.T) {
	for _, lax := range []string{"", "default-src 'self'", strings.Replace(policy, "'none'", "'self'", 1), policy + "; script-src 'unsafe-inline'", policy + "; img-src data:"} {
		if len(policyFaults(lax)) == 0 {
			t.Errorf("nothing is wrong with the policy %q", lax)
		}
	}
	h := http.Header{
		"X-Content-Type-Options": {"nosniff"}, "Referrer-Policy": {"same-origin"}, "Permissions-Policy": {"camera=()"},
		"Cross-Origin-Opener-Policy": {"same-origin"}, "Cross-Origin-Resource-Policy": {"same-origin"},
	}
	if faults := headerFaults(h, false); len(faults) > 0 {
		t.Errorf("faults %q of good headers", faults)
	}
	if len(headerFaults(h, true)) == 0 || len(headerFaults(http.Header{}, false)) < 5 {
		t.Error("missing headers are not seen")
	}
	for _, c := range []http.Cookie{
		{Name: "fencepost", Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode},
		{Name: "__Host-fencepost", Path: "/learn", Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode},
		{Name: "__Host-fencepost", Path: "/", Secure: true, SameSite: http.SameSiteLaxMode},
	} {
		if len(cookieFaults([]*http.Cookie{&c}, "https://learn.example")) == 0 {
			t.Errorf("nothing is wrong with the cookie %s", &c)
		}
	}
}

// A page on which a learner without an account sees what they did is kept
// nowhere either, from the first thing that they send.
func TestALearnersPagesAreKeptNowhere(t *testing.T) {
	s := testSite(t, testBase)
	cookie := firstCookie(t, s)
	if keep := see(s, lessonPath, cookie).Header().Get("Cache-Control"); keep != keepPrivately {
		t.Errorf("before anything was sent: %q", keep)
	}
	post(s, lessonPath+"/draft", cookie, url.Values{"text": {goodText}})
	for _, path := range []string{"/", lessonPath, "/map", "/answers"} {
		if keep := see(s, path, cookie).Header().Get("Cache-Control"); keep != keepNowhere {
			t.Errorf("%s: %q", path, keep)
		}
	}
}
