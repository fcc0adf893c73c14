package site

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/pace"
)

func TestWhoSendsTooMuchWaits(t *testing.T) {
	minute := func(n int) pace.Rate { return pace.Rate{N: n, Per: time.Minute} }
	began := time.Date(2026, 9, 1, 9, 0, 0, 0, time.UTC)
	var s *script
	s = newScript(t, testBase, func(site *Site) { // time goes by where the script says so, and else not
		site.meters = newMeters(Limits{
			LearnerWrites: minute(3), LearnerExplanations: minute(2),
			AddressWrites: minute(8), AddressExplanations: minute(100), AddressLearners: pace.Rate{N: 5, Per: time.Hour},
		}, func() time.Time { return began.Add(time.Duration(s.passed.Load())) })
	})
	const file = "testdata/paced/learners.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s.run(file, string(text))
}

// A class of 300 behind one address that joins, reads, checks and explains at
// once is not held up by the limits that web sets of itself.
func TestAClassBehindOneAddressIsNotHeldUp(t *testing.T) {
	now := time.Date(2026, 9, 1, 9, 0, 0, 0, time.UTC)
	m := newMeters(defaults(t), func() time.Time { return now })
	for i := range 300 {
		if m.addressLearners.Take("class") != 0 {
			t.Fatalf("student %d is not let in", i)
		}
	}
	for minute := range 50 { // each saves a draft every five seconds
		for i := range 300 * 12 {
			if wait := m.addressWrites.Take("class"); wait != 0 {
				t.Fatalf("minute %d, write %d waits %s", minute, i, wait)
			}
		}
		now = now.Add(time.Minute)
	}
	for i := range 300 * 8 {
		if m.addressExplanations.Take("class") != 0 {
			t.Fatalf("explanation %d is not taken", i)
		}
	}
}

// defaults are the limits that web has without any setting.
func defaults(t *testing.T) Limits {
	t.Helper()
	rate := func(text string) pace.Rate {
		r, err := pace.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	return Limits{rate("120/min"), rate("30/h"), rate("6000/min"), rate("3000/h"), rate("1000/h")}
}

// Codes cannot be guessed: who tried too many waits, with a right one too, and
// is told the same. Others are not held up.
func TestGuessingJoinCodesIsSlowedDown(t *testing.T) {
	s := newScript(t, testBase, func(*Site) {})
	s.run("cohort", `
POST $SETUP
= name=Ada
= email=ada@mail.example
= password=purple lantern ferry moss
POST /cohorts/new
= title=Queues
= term=Autumn
= zone=Europe/Berlin
code == 303
keep COHORT (/cohorts/[0-9a-f-]{36})
POST $COHORT/codes
= days=7
code == 303
GET $COHORT
keep CODE /join/([A-Z2-7]{10})`)
	for i := range wrongCodesOfAddress.N {
		s.run("guess", fmt.Sprintf("as eve\nGET /join/WRONG%05d\ncode == 404", i))
	}
	s.run("stopped", `
GET /join/WRONGAGAIN
code == 429
header Retry-After ~ ^\d+$
body contains Too much in too short a time
GET /join/$CODE
code == 429
POST /join/$CODE
= name=Eve
= email=eve@mail.example
= password=seven lamps along the quay
code == 429

# Whoever has an account is counted by it.
as A
GET /join/$CODE
code == 200
later 16s
as eve
GET /join/$CODE
code == 200`)
	for range wrongCodesOfPerson.N {
		s.run("typed", "as A\nPOST /join\n= code=WRONG\ncode == 422\nbody contains No cohort has this code")
	}
	s.run("typed", `
POST /join
= code=$CODE
code == 429
body contains Too many tries`)
}

// Many slow requests of one address hold up nobody at another one, and whoever
// waits too long is told to come again.
func TestOneAddressDoesNotFillTheSite(t *testing.T) {
	s := testSite(t, testBase)
	s.crowd = pace.NewCrowd(3, 1, longestWait)
	held, let := make(chan bool), make(chan bool)
	s.get("/slow", func(c echo.Context) error {
		held <- true
		<-let
		return c.String(http.StatusOK, "at last")
	})
	ask := func(ctx context.Context, path, from string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
		r.RemoteAddr = from + ":1"
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	slow := make(chan int)
	go func() { slow <- ask(t.Context(), "/slow", "192.0.2.1").Code }()
	<-held
	if w := ask(t.Context(), "/robots.txt", "192.0.2.2"); w.Code != http.StatusOK {
		t.Errorf("from another address: %d", w.Code)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if w := ask(gone, "/robots.txt", "192.0.2.1"); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("from the same address, which waits no longer: %d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
	}
	if w := ask(t.Context(), "/healthz", "192.0.2.1"); w.Code != http.StatusOK {
		t.Errorf("whether it lives: %d", w.Code)
	}
	close(let)
	if code := <-slow; code != http.StatusOK {
		t.Errorf("the slow one: %d", code)
	}
}

// A form is worked on once it is there. While its sender takes their time, nobody
// waits for them, however long they say that the form is; of long ones so many
// are awaited at once.
func TestWhoSendsSlowlyHoldsNobodyUp(t *testing.T) {
	for _, length := range []int64{10, shortForm + 1, -1} {
		s := testSite(t, testBase)
		s.crowd, s.longForms = pace.NewCrowd(1, 1, longestWait), pace.NewCrowd(1, 1, time.Millisecond)
		body, sender := io.Pipe()
		send := func(body io.Reader, length int64) *httptest.ResponseRecorder {
			r := httptest.NewRequest(http.MethodPost, lessonPath+"/checks/self-fencing", body)
			r.ContentLength = length
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			return w
		}
		slow := make(chan int)
		go func() { slow <- send(body, length).Code }()
		if _, err := io.WriteString(sender, "key=k"); err != nil {
			t.Fatal(err)
		}
		if w := see(s, lessonPath, ""); w.Code != http.StatusOK {
			t.Errorf("a page beside a form of %d bytes that is slow: %d", length, w.Code)
		}
		if code := send(strings.NewReader("key=k"), 5).Code; code != http.StatusUnprocessableEntity {
			t.Errorf("a form beside a form of %d bytes that is slow: %d", length, code)
		}
		if code := send(strings.NewReader("key=k"), -1).Code; (code == http.StatusServiceUnavailable) != (length != 10) {
			t.Errorf("a form of unknown length beside one of %d: %d", length, code)
		}
		_ = sender.Close()
		if code := <-slow; code != http.StatusUnprocessableEntity {
			t.Errorf("the slow form of %d bytes: %d", length, code)
		}
	}
}
