package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"fencepost/store"
)

func TestFailuresSayNothingOfTheirInside(t *testing.T) {
	for _, tt := range []struct {
		err  error
		code int
		says string // to somebody who sends; a reader is told of pages instead of storing
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
		s.post("/broken", func(echo.Context) error { return tt.err })
		w := post(s, "/broken", firstCookie(t, s), url.Values{})
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

func TestAReaderIsNotToldThatNothingWasStored(t *testing.T) {
	s := testSite(t, testBase)
	s.get("/broken", func(echo.Context) error { return store.ErrBusy })
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/broken", nil))
	if body := w.Body.String(); w.Code != 503 || !strings.Contains(body, "cannot show this just now") || strings.Contains(body, "what you wrote") {
		t.Errorf("%d: %s", w.Code, body)
	}
}

// full is a store whose disk takes no more explanations.
type full struct{ store.Store }

func (full) AddExplanation(context.Context, store.Explanation) (store.Explanation, error) {
	return store.Explanation{}, fmt.Errorf("secret detail: %w", store.ErrUnwritable)
}

func (f full) AddScoredExplanation(ctx context.Context, e store.Explanation, _ store.Score) (store.Explanation, error) {
	return f.AddExplanation(ctx, e)
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

// listener counts verdicts.
type listener struct {
	nobody
	verdicts int
}

func (l *listener) Verdict(string, string, string) { l.verdicts++ }

func TestATextIsScoredOnceHoweverOftenItIsSent(t *testing.T) {
	s := testSite(t, testBase)
	heard := &listener{}
	s.observer = heard
	cookie := firstCookie(t, s)
	l, _ := s.shelf.Edition().library.Lesson("leases-and-fencing-tokens")
	if _, err := s.shelf.Edition().scorers[l.Slug].wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	var at []string
	for _, key := range []string{"one", "one", "another"} {
		w := post(s, lessonPath+"/explanations", cookie, url.Values{"text": {goodText}, "key": {key}})
		at = append(at, w.Header().Get("Location"))
	}
	if at[0] == "" || at[1] != at[0] || at[2] != at[0] {
		t.Errorf("led to %q, want the same explanation thrice", at)
	}
	if want := len(l.Rubric.Points); heard.verdicts != want {
		t.Errorf("%d verdicts were told, want %d, one a point", heard.verdicts, want)
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
	if strings.Count(log.String(), "disco") != 1 || !strings.Contains(log.String(), "failure_test.go") {
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
