package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall"
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
	"GET /":                                 {"/", 200, keepPrivately, true},
	"GET /concepts/:slug/figures/:figure":   {"/concepts/leases-and-fencing-tokens/figures/simulator", 200, "no-cache", false},
	"GET /concepts/:slug":                   {"/concepts/leases-and-fencing-tokens", 200, keepPrivately, true},
	"POST /concepts/:slug/checks/:check":    {"/concepts/leases-and-fencing-tokens/checks/self-fencing", 422, keepPrivately, true},
	"POST /concepts/:slug/steps/:step/read": {"/concepts/leases-and-fencing-tokens/steps/try-it/read", 204, keepNowhere, false},
	"POST /concepts/:slug/draft":            {"/concepts/leases-and-fencing-tokens/draft", 200, keepNowhere, false},
	"POST /concepts/:slug/explanations":     {"/concepts/leases-and-fencing-tokens/explanations", 422, keepPrivately, true},
	"GET /concepts/:slug/checks/:check":     {"/concepts/leases-and-fencing-tokens/checks/self-fencing", 303, keepNowhere, false},
	"GET /concepts/:slug/draft":             {"/concepts/leases-and-fencing-tokens/draft", 303, keepNowhere, false},
	"GET /concepts/:slug/explanations":      {"/concepts/leases-and-fencing-tokens/explanations", 303, keepNowhere, false},
	"GET /explanations/:id":                 {"/explanations/none", 404, keepNowhere, true},
	"POST /explanations/:id/reveal":         {"/explanations/none/reveal", 404, keepNowhere, true},
	"POST /explanations/:id/disputes":       {"/explanations/none/disputes", 404, keepNowhere, true},
	"GET /answers":                          {"/answers", 200, keepNowhere, true},
	"GET /how-scoring-works":                {"/how-scoring-works", 200, keepPrivately, true},
	"GET /static/*":                         {static.Path("img/icon.svg"), 200, "public, max-age=31536000, immutable", false},
	"GET /healthz":                          {"/healthz", 200, keepNowhere, false},
	"GET /readyz":                           {"/readyz", 200, keepNowhere, false},
	"GET /robots.txt":                       {"/robots.txt", 200, keepNowhere, false},
}

func TestEveryRouteCarriesTheHeaders(t *testing.T) {
	s := testSite(t, testBase)
	for _, r := range s.echo.Routes() {
		name := r.Method + " " + r.Path
		want, known := crawl[strings.Replace(name, "HEAD ", "GET ", 1)]
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

func TestClientAddressIsNotTheOneItClaims(t *testing.T) {
	_, ours, _ := net.ParseCIDR("10.0.0.0/8")
	for _, tt := range []struct {
		name, remote, forwarded, want string
		proxies                       []*net.IPNet
	}{
		{"no proxy, spoofed", "203.0.113.5:1", "9.9.9.9", "203.0.113.5", nil},
		{"private neighbour is no proxy of ours", "192.168.1.2:1", "9.9.9.9", "192.168.1.2", []*net.IPNet{ours}},
		{"loopback is no proxy of ours", "127.0.0.1:1", "9.9.9.9", "127.0.0.1", []*net.IPNet{ours}},
		{"our proxy", "10.0.0.7:1", "203.0.113.5", "203.0.113.5", []*net.IPNet{ours}},
		{"our proxy, spoofed before it", "10.0.0.7:1", "9.9.9.9, 203.0.113.5", "203.0.113.5", []*net.IPNet{ours}},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = tt.remote
		r.Header.Set("X-Forwarded-For", tt.forwarded)
		if got := clientIP(tt.proxies)(r); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestFailuresSayNothingOfTheirInside(t *testing.T) {
	for _, tt := range []struct {
		err  error
		code int
		says string
	}{
		{fmt.Errorf("secret detail: %w", store.ErrBusy), 503, "cannot store anything just now"},
		{fmt.Errorf("secret detail: %w", store.ErrUnwritable), 503, "cannot store anything just now"},
		{fmt.Errorf("secret detail: %w", store.ErrInvalid), 422, "could not be recorded"},
		{fmt.Errorf("secret detail: %w", store.ErrNotFound), 404, "no such page"},
		{fmt.Errorf("secret detail: %w", errTooLarge), 413, "too much at once"},
		{fmt.Errorf("secret detail: %w", context.DeadlineExceeded), 503, "cannot store"},
		{errors.New("secret detail"), 500, "Something broke here"},
		{echo.NewHTTPError(418, "secret detail"), 418, "teapot"},
	} {
		var log bytes.Buffer
		s := testSite(t, testBase)
		s.log = slog.New(slog.NewTextHandler(&log, nil))
		s.get("/broken", func(echo.Context) error { return tt.err })
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/broken", nil))
		body := w.Body.String()
		if w.Code != tt.code || !strings.Contains(body, tt.says) {
			t.Errorf("%v: %d, want %d with %q", tt.err, w.Code, tt.code, tt.says)
		}
		if strings.Contains(body, "secret detail") {
			t.Errorf("%v: the page tells the error", tt.err)
		}
		if got := strings.Count(log.String(), "secret detail"); got != count(tt.code >= 500) {
			t.Errorf("%v: %d log lines tell the error:\n%s", tt.err, got, log.String())
		}
		if retry := w.Header().Get("Retry-After"); (retry != "") != (tt.code == 503) {
			t.Errorf("%v: Retry-After %q", tt.err, retry)
		}
	}
}

// full is a store whose disk takes no more explanations.
type full struct{ store.Store }

func (full) AddExplanation(context.Context, store.Explanation) (store.Explanation, error) {
	return store.Explanation{}, fmt.Errorf("secret detail: %w", store.ErrUnwritable)
}

func TestTextSurvivesAFullDisk(t *testing.T) {
	s := testSite(t, testBase)
	s.store = full{s.store}
	w := post(s, lessonPath+"/explanations", firstCookie(t, s), url.Values{"text": {goodText}})
	if w.Code != 503 || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d, Retry-After %q; want 503 and some seconds", w.Code, w.Header().Get("Retry-After"))
	}
	if body := w.Body.String(); !strings.Contains(body, goodText+"</textarea>") || strings.Contains(body, "secret detail") {
		t.Error("the text is not in the box, or the page tells the error")
	}
}

func TestScoringThatFailsLeavesTheText(t *testing.T) {
	s := testSite(t, testBase)
	cookie := firstCookie(t, s)
	whole := s.shelf.Edition()
	broken := *whole
	broken.scorers = map[string]*training{}
	s.shelf.Publish(&broken)
	to := post(s, lessonPath+"/explanations", cookie, url.Values{"text": {goodText}}).Header().Get("Location")
	see := func() string {
		r := httptest.NewRequest(http.MethodGet, to, nil)
		r.Header.Set("Cookie", cookie)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Body.String()
	}
	if body := see(); !strings.Contains(body, goodText) || !strings.Contains(body, "stored, and not compared yet") {
		t.Error("a text without a score is not shown as waiting")
	}
	s.shelf.Publish(whole)
	if err := s.ScoreWaiting(t.Context()); err != nil {
		t.Fatal(err)
	}
	waiting, err := s.store.Unscored(t.Context(), 10)
	if err != nil || len(waiting) != 0 {
		t.Errorf("%d explanations still wait (%v)", len(waiting), err)
	}
	if body := see(); strings.Contains(body, "not compared yet") {
		t.Error("a scored text is shown as waiting")
	}
}

func TestPanicIsAPageAndOneLine(t *testing.T) {
	var log bytes.Buffer
	s := testSite(t, testBase)
	s.log = slog.New(slog.NewTextHandler(&log, nil))
	s.get("/panic", func(echo.Context) error { panic("at the disco") })
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/panic", nil))
	id := w.Header().Get(echo.HeaderXRequestID)
	if w.Code != 500 || strings.Contains(w.Body.String(), "disco") || !strings.Contains(w.Body.String(), id) {
		t.Errorf("%d, want 500 with the id %s and no more:\n%s", w.Code, id, w.Body)
	}
	if strings.Count(log.String(), "disco") != 1 || !strings.Contains(log.String(), "routes_test.go") {
		t.Errorf("want one line with the stack:\n%s", log.String())
	}
}

func TestNothingIsAppendedToAnAnswerThatIsOut(t *testing.T) {
	s := testSite(t, testBase)
	s.get("/late", func(c echo.Context) error {
		_ = c.String(http.StatusOK, "all of it")
		return errors.New("too late")
	})
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/late", nil))
	if w.Code != 200 || w.Body.String() != "all of it" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}

func TestLogHoldsNothingThatWasTyped(t *testing.T) {
	var log bytes.Buffer
	s := testSite(t, testBase)
	s.log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	cookie := firstCookie(t, s)
	post(s, lessonPath+"/explanations?text=Typed", cookie, url.Values{"text": {goodText + " Typed."}})
	post(s, lessonPath+"/explanations", cookie, url.Values{"text": {"Typed."}})
	post(s, "/typed/"+url.PathEscape("Typed"), cookie, url.Values{"text": {"Typed."}})
	if strings.Contains(log.String(), "Typed") || strings.Contains(log.String(), strings.TrimPrefix(cookie, "fencepost=")) {
		t.Errorf("the log tells what was typed or the cookie:\n%s", log.String())
	}
	if strings.Count(log.String(), "msg=request") != 4 {
		t.Errorf("want a line a request:\n%s", log.String())
	}
}

func BenchmarkLessonPage(b *testing.B) {
	for _, encoding := range []string{"identity", "gzip"} {
		b.Run(encoding, func(b *testing.B) {
			s := testSite(b, testBase)
			for _, t := range s.shelf.Edition().scorers {
				<-t.done // its training would be counted
			}
			cookie := firstCookie(b, s)
			post(s, lessonPath+"/checks/self-fencing", cookie, url.Values{"option": {"service-blocks"}})
			r := httptest.NewRequest(http.MethodGet, lessonPath, nil)
			r.Header.Set("Cookie", cookie)
			r.Header.Set("Accept-Encoding", encoding)
			b.ReportAllocs()
			var size int64
			before := processorTime(b)
			for b.Loop() {
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				size, _ = io.Copy(io.Discard, w.Body)
			}
			b.ReportMetric(float64(size), "bytes/page")
			b.ReportMetric(float64(processorTime(b)-before)/float64(b.N), "cpu-ns/op")
		})
	}
}

// processorTime is what this process used so far, in ns: it says more than the
// clock where other programs share the machine.
func processorTime(b *testing.B) int64 {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
