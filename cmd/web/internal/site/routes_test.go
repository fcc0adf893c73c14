package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/labstack/echo/v4"

	"fencepost/static"
	"fencepost/store"
)

// crawl says for every route of the router how it is asked without having
// done anything before, and what must come back.
var crawl = map[string]struct {
	path   string
	code   int
	keep   string // Cache-Control
	person bool   // the answer depends on who asks
}{
	"GET /":                                      {"/", 200, keepPrivately, true},
	"GET /concepts/:slug/figures/:figure":        {"/concepts/leases-and-fencing-tokens/figures/simulator", 200, "no-cache", false},
	"GET /concepts/:slug":                        {"/concepts/leases-and-fencing-tokens", 200, keepPrivately, true},
	"POST /concepts/:slug/checks/:check":         {"/concepts/leases-and-fencing-tokens/checks/self-fencing", 422, keepPrivately, true},
	"POST /concepts/:slug/steps/:step/read":      {"/concepts/leases-and-fencing-tokens/steps/try-it/read", 204, keepNowhere, false},
	"POST /concepts/:slug/draft":                 {"/concepts/leases-and-fencing-tokens/draft", 200, keepNowhere, false},
	"POST /concepts/:slug/explanations":          {"/concepts/leases-and-fencing-tokens/explanations", 422, keepPrivately, true},
	"GET /concepts/:slug/checks/:check":          {"/concepts/leases-and-fencing-tokens/checks/self-fencing", 303, keepNowhere, false},
	"GET /concepts/:slug/draft":                  {"/concepts/leases-and-fencing-tokens/draft", 303, keepNowhere, false},
	"GET /concepts/:slug/explanations":           {"/concepts/leases-and-fencing-tokens/explanations", 303, keepNowhere, false},
	"POST /concepts/:slug/predictions/:predict":  {"/concepts/leases-and-fencing-tokens/predictions/what-storage-holds", 422, keepPrivately, true},
	"GET /concepts/:slug/predictions/:predict":   {"/concepts/leases-and-fencing-tokens/predictions/what-storage-holds", 303, keepNowhere, false},
	"POST /concepts/:slug/challenges/:challenge": {"/concepts/leases-and-fencing-tokens/challenges/shortest-freeze", 422, keepPrivately, true},
	"GET /concepts/:slug/challenges/:challenge":  {"/concepts/leases-and-fencing-tokens/challenges/shortest-freeze", 303, keepNowhere, false},
	"GET /explanations/:id":                      {"/explanations/none", 404, keepNowhere, true},
	"POST /explanations/:id/reveal":              {"/explanations/none/reveal", 404, keepNowhere, true},
	"POST /explanations/:id/disputes":            {"/explanations/none/disputes", 404, keepNowhere, true},
	"POST /explanations/:id/replies":             {"/explanations/none/replies", 404, keepNowhere, true},
	"GET /explanations/:id/replies":              {"/explanations/none/replies", 303, keepNowhere, false},
	"GET /answers":                               {"/answers", 200, keepNowhere, true},
	"GET /me":                                    {"/me", 200, keepNowhere, true},
	"GET /me/data.json":                          {"/me/data.json", 200, keepNowhere, false},
	"GET /me/files/:file":                        {"/me/files/progress.csv", 200, keepNowhere, false},
	"GET /me/delete":                             {"/me/delete", 200, keepNowhere, true},
	"POST /me/delete":                            {"/me/delete", 422, keepNowhere, true},
	"GET /search":                                {"/search", 200, keepPrivately, true},
	"GET /glossary":                              {"/glossary", 200, keepPrivately, true},
	"GET /map":                                   {"/map", 200, keepPrivately, true},
	"GET /how-scoring-works":                     {"/how-scoring-works", 200, keepPrivately, true},
	"GET /privacy":                               {"/privacy", 200, keepPrivately, true},
	"GET /setup/:secret":                         {"/setup/none", 404, keepNowhere, true},
	"POST /setup/:secret":                        {"/setup/none", 404, keepNowhere, true},
	"GET /invite/:secret":                        {"/invite/none", 404, keepNowhere, true},
	"POST /invite/:secret":                       {"/invite/none", 404, keepNowhere, true},
	"GET /reset/:secret":                         {"/reset/none", 404, keepNowhere, true},
	"POST /reset/:secret":                        {"/reset/none", 404, keepNowhere, true},
	"GET /signin":                                {"/signin", 200, keepNowhere, true},
	"POST /signin":                               {"/signin", 422, keepNowhere, true},
	"POST /signin/passkey":                       {"/signin/passkey", 404, keepNowhere, true},
	"GET /signin/passkey":                        {"/signin/passkey", 303, keepNowhere, false},
	"POST /signin/passkey/offer":                 {"/signin/passkey/offer", 404, keepNowhere, true},
	"GET /signin/factor":                         {"/signin/factor", 303, keepNowhere, false},
	"POST /signin/factor":                        {"/signin/factor", 303, keepNowhere, false},
	"GET /signin/provider":                       {"/signin/provider", 404, keepNowhere, true},
	"GET /signout":                               {"/signout", 200, keepNowhere, true},
	"POST /signout":                              {"/signout", 200, keepNowhere, true},
	"GET /forgotten":                             {"/forgotten", 200, keepNowhere, true},
	"POST /forgotten":                            {"/forgotten", 404, keepNowhere, true},
	"GET /claim":                                 {"/claim", 303, keepNowhere, false},
	"POST /claim":                                {"/claim", 303, keepNowhere, false},
	"GET /account":                               {"/account", 303, keepNowhere, false},
	"POST /account/profile":                      {"/account/profile", 303, keepNowhere, false},
	"POST /account/password":                     {"/account/password", 303, keepNowhere, false},
	"POST /account/sessions/end-others":          {"/account/sessions/end-others", 303, keepNowhere, false},
	"POST /account/sessions/:id/end":             {"/account/sessions/none/end", 303, keepNowhere, false},
	"GET /account/authenticator":                 {"/account/authenticator", 303, keepNowhere, false},
	"POST /account/authenticator":                {"/account/authenticator", 303, keepNowhere, false},
	"POST /account/passkeys":                     {"/account/passkeys", 303, keepNowhere, false},
	"POST /account/recovery-codes":               {"/account/recovery-codes", 303, keepNowhere, false},
	"POST /account/factors/:id/remove":           {"/account/factors/none/remove", 303, keepNowhere, false},
	"POST /account/provider":                     {"/account/provider", 303, keepNowhere, false},
	"POST /account/provider/unlink":              {"/account/provider/unlink", 303, keepNowhere, false},
	"GET /account/data.json":                     {"/account/data.json", 303, keepNowhere, false},
	"GET /account/delete":                        {"/account/delete", 303, keepNowhere, false},
	"POST /account/delete":                       {"/account/delete", 303, keepNowhere, false},
	"POST /join":                                 {"/join", 303, keepNowhere, false},
	"GET /join/:code":                            {"/join/none", 404, keepNowhere, true},
	"POST /join/:code":                           {"/join/none", 404, keepNowhere, true},
	"GET /cohorts":                               {"/cohorts", 303, keepNowhere, false},
	"GET /cohorts/new":                           {"/cohorts/new", 303, keepNowhere, false},
	"POST /cohorts/new":                          {"/cohorts/new", 303, keepNowhere, false},
	"GET /cohorts/:id":                           {"/cohorts/none", 303, keepNowhere, false},
	"POST /cohorts/:id":                          {"/cohorts/none", 303, keepNowhere, false},
	"POST /cohorts/:id/archive":                  {"/cohorts/none/archive", 303, keepNowhere, false},
	"POST /cohorts/:id/codes":                    {"/cohorts/none/codes", 303, keepNowhere, false},
	"POST /cohorts/:id/codes/:code/revoke":       {"/cohorts/none/codes/none/revoke", 303, keepNowhere, false},
	"POST /cohorts/:id/members":                  {"/cohorts/none/members", 303, keepNowhere, false},
	"POST /cohorts/:id/members/:person":          {"/cohorts/none/members/none", 303, keepNowhere, false},
	"POST /cohorts/:id/members/:person/link":     {"/cohorts/none/members/none/link", 303, keepNowhere, false},
	"GET /cohorts/:id/import":                    {"/cohorts/none/import", 303, keepNowhere, false},
	"POST /cohorts/:id/import":                   {"/cohorts/none/import", 303, keepNowhere, false},
	"POST /cohorts/:id/lessons":                  {"/cohorts/none/lessons", 303, keepNowhere, false},
	"POST /cohorts/:id/lessons/remove":           {"/cohorts/none/lessons/remove", 303, keepNowhere, false},
	"GET /people":                                {"/people", 303, keepNowhere, false},
	"POST /people":                               {"/people", 303, keepNowhere, false},
	"GET /people/:person":                        {"/people/none", 303, keepNowhere, false},
	"POST /people/:person/role":                  {"/people/none/role", 303, keepNowhere, false},
	"POST /people/:person/suspend":               {"/people/none/suspend", 303, keepNowhere, false},
	"POST /people/:person/link":                  {"/people/none/link", 303, keepNowhere, false},
	"GET /people/:person/data.json":              {"/people/none/data.json", 303, keepNowhere, false},
	"GET /people/:person/delete":                 {"/people/none/delete", 303, keepNowhere, false},
	"POST /people/:person/delete":                {"/people/none/delete", 303, keepNowhere, false},
	"GET /log":                                   {"/log", 303, keepNowhere, false},
	"GET /signin/provider/back":                  {"/signin/provider/back", 404, keepNowhere, true},
	"GET /review":                                {"/review", 200, keepNowhere, true},
	"POST /review":                               {"/review", 404, keepNowhere, true},
	"GET /review/answers/:id":                    {"/review/answers/none", 404, keepNowhere, true},
	"POST /review/answers/:id/rating":            {"/review/answers/none/rating", 404, keepNowhere, true},
	"GET /review/answers/:id/rating":             {"/review/answers/none/rating", 303, keepNowhere, false},
	"POST /review/answers/:id/undo":              {"/review/answers/none/undo", 404, keepNowhere, true},
	"GET /review/answers/:id/undo":               {"/review/answers/none/undo", 303, keepNowhere, false},
	"GET /review/settings":                       {"/review/settings", 200, keepNowhere, true},
	"POST /review/settings":                      {"/review/settings", 422, keepNowhere, true},
	"POST /review/calendar":                      {"/review/calendar", 200, keepNowhere, true},
	"GET /review/calendar":                       {"/review/calendar", 303, keepNowhere, false},
	"POST /review/calendar/end":                  {"/review/calendar/end", 303, keepNowhere, false},
	"GET /review/calendar/end":                   {"/review/calendar/end", 303, keepNowhere, false},
	"GET /review/calendar/:secret":               {"/review/calendar/none.ics", 404, keepNowhere, true},
	"GET /review/letters/:secret":                {"/review/letters/none", 200, keepNowhere, true},
	"POST /review/letters/:secret":               {"/review/letters/none", 404, keepNowhere, true},
	"GET /concepts/:slug/labs/:lab":              {"/concepts/leases-and-fencing-tokens/labs/late-owner", 200, keepNowhere, true},
	"POST /concepts/:slug/labs/:lab":             {"/concepts/leases-and-fencing-tokens/labs/late-owner", 422, keepNowhere, true},
	"POST /concepts/:slug/labs/:lab/draft":       {"/concepts/leases-and-fencing-tokens/labs/late-owner/draft", 303, keepNowhere, false},
	"GET /concepts/:slug/labs/:lab/draft":        {"/concepts/leases-and-fencing-tokens/labs/late-owner/draft", 303, keepNowhere, false},
	"POST /concepts/:slug/labs/:lab/hints":       {"/concepts/leases-and-fencing-tokens/labs/late-owner/hints", 303, keepNowhere, false},
	"GET /concepts/:slug/labs/:lab/hints":        {"/concepts/leases-and-fencing-tokens/labs/late-owner/hints", 303, keepNowhere, false},
	"POST /concepts/:slug/labs/:lab/solution":    {"/concepts/leases-and-fencing-tokens/labs/late-owner/solution", 303, keepNowhere, false},
	"GET /concepts/:slug/labs/:lab/solution":     {"/concepts/leases-and-fencing-tokens/labs/late-owner/solution", 303, keepNowhere, false},
	"GET /offline":                               {"/offline", 200, keepPrivately, true},
	"GET /worker.js":                             {"/worker.js", 200, "no-cache", false},
	"GET /static/*":                              {static.Path("img/icon.svg"), 200, "public, max-age=31536000, immutable", false},
	"GET /healthz":                               {"/healthz", 200, keepNowhere, false},
	"GET /readyz":                                {"/readyz", 200, keepNowhere, false},
	"GET /robots.txt":                            {"/robots.txt", 200, keepNowhere, false},
}

func TestEveryRouteCarriesTheHeaders(t *testing.T) {
	s := testSite(t, testBase)
	for _, r := range s.echo.Routes() {
		name := r.Method + " " + r.Path
		want, known := crawl[strings.Replace(name, "HEAD ", "GET ", 1)]
		if strings.HasPrefix(r.Path, "/teach") { // asks who is there before anything else
			want.path, want.code, want.keep, known = strings.ReplaceAll(r.Path, ":id", "none"), 303, keepNowhere, true
		}
		if !known {
			t.Errorf("%s has no row in this test", name)
			continue
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(r.Method, want.path, nil))
		h := w.Result().Header
		if w.Code != want.code {
			t.Errorf("%s: %d, want %d", name, w.Code, want.code)
		}
		for header, value := range map[string]string{
			"Content-Security-Policy":    policy,
			"X-Content-Type-Options":     "nosniff",
			"Referrer-Policy":            "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin",
			"Cache-Control":              want.keep,
		} {
			if got := h.Get(header); got != value {
				t.Errorf("%s: %s %q, want %q", name, header, got, value)
			}
		}
		if varies := slices.Contains(h.Values("Vary"), "Cookie"); varies != want.person {
			t.Errorf("%s: varies by cookie %v, want %v", name, varies, want.person)
		}
		if h.Get("Permissions-Policy") == "" || h.Get(echo.HeaderXRequestID) == "" {
			t.Errorf("%s: headers %v", name, h)
		}
	}
}

func TestPolicyAllowsNothingInline(t *testing.T) {
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "data:") {
		t.Errorf("policy %q", policy)
	}
	s := testSite(t, testBase)
	for _, path := range []string{"/", "/concepts/leases-and-fencing-tokens", "/answers", "/how-scoring-works", "/nope"} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		for _, inline := range []string{" style=", "<style", " onclick=", " onload=", "javascript:"} {
			if strings.Contains(w.Body.String(), inline) {
				t.Errorf("%s holds %q, which the policy forbids", path, inline)
			}
		}
	}
}

// post sends a form with a cookie, if any.
func post(s *Site, path, cookie string, fields url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

const (
	lessonPath = "/concepts/leases-and-fencing-tokens"
	goodText   = "If the owner crashes it stops renewing, so the lease runs out and another worker may claim it."
)

// firstCookie is what a browser holds after it opened the lesson.
func firstCookie(t testing.TB, s *Site) string {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, lessonPath, nil))
	name, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
	if !strings.HasPrefix(name, "fencepost=") {
		t.Fatalf("the lesson's page sets the cookie %q", name)
	}
	return name
}

func TestSixtyFourSubmitsAtOnceAreOneRecord(t *testing.T) {
	s := testSite(t, testBase)
	cookie := firstCookie(t, s)
	form := url.Values{"key": {"k1"}, "text": {goodText}}
	to := make([]string, 64)
	var all sync.WaitGroup
	for i := range to {
		all.Go(func() {
			w := post(s, lessonPath+"/explanations", cookie, form)
			to[i] = fmt.Sprint(w.Code, " ", w.Header().Get("Location"))
		})
	}
	all.Wait()
	slices.Sort(to)
	if to = slices.Compact(to); len(to) != 1 || !strings.HasPrefix(to[0], "303 /explanations/") {
		t.Fatalf("answers %v, want one", to)
	}
	var stored []store.Explanation
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/answers", nil)
	r.Header.Set("Cookie", cookie)
	s.ServeHTTP(w, r)
	if n := strings.Count(w.Body.String(), `href="/explanations/`); n != 1 {
		t.Errorf("%d records on the page of answers, want 1; %v", n, stored)
	}
}

func TestReadingStoresNothing(t *testing.T) {
	s := testSite(t, testBase)
	cookie := firstCookie(t, s)
	secret, _, ok := s.cookie.open(strings.TrimPrefix(cookie, "fencepost="))
	if !ok {
		t.Fatalf("cookie %q does not open", cookie)
	}
	_, err := s.store.LearnerByToken(context.Background(), hashOf(secret))
	if !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after a GET the store knows the learner (error %v)", err)
	}
	post(s, lessonPath+"/checks/self-fencing", cookie, url.Values{"option": {"service-blocks"}})
	if _, err := s.store.LearnerByToken(context.Background(), hashOf(secret)); err != nil {
		t.Errorf("after a write: %v", err)
	}
}
