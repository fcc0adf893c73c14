package site

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/store/sqlite"
	"fencepost/views"
)

// measured is a site on a database file, as it is in use, with a student who is
// signed in and midway through the lesson at lessonPath.
//
// It answers three addresses with that student's page, so that they can be
// compared with one another over HTTP too, by whoever serves it as a handler:
// lessonPath as the product does; fromMemory with the bytes of that page as they
// were when the site was made, and nothing but the middleware before them; and
// drawnAnew with the page drawn by templ as a whole, uncompressed, from the same
// two statements. Each is asked with the cookie, and as a browser does.
type measured struct {
	*Site
	db     *sqlite.DB
	cookie string
}

const (
	fromMemory = "/measured/memory"
	drawnAnew  = "/measured/drawn"
)

func newMeasured(tb testing.TB) *measured {
	tb.Helper()
	base := mustURL(tb, testBase)
	db, err := sqlite.Open(tb.Context(), filepath.Join(tb.TempDir(), "fencepost.db"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = db.Close() })
	shelf := new(Shelf)
	shelf.Publish(testEdition(tb, base))
	s, err := New(Parts{
		Base: base, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Store: db, Shelf: shelf, Now: time.Now,
		Accounts: testAccounts(tb, base, db, time.Now, false),
	})
	if err != nil {
		tb.Fatal(err)
	}
	m := &measured{s, db, signedIn(tb, s)}
	m.learn(tb)
	m.addAddresses(tb)
	return m
}

// signedIn is the cookie of a student.
func signedIn(tb testing.TB, s *Site) string {
	tb.Helper()
	ctx, token := context.Background(), auth.NewToken()
	hash, _ := auth.HashToken(token)
	err := s.store.AddPerson(ctx, store.Person{ID: "sam", LearnerID: "learner of sam", Email: "sam@example.org", Name: "Sam", Role: store.RoleStudent, CreatedMS: s.at()})
	if err == nil {
		err = s.store.AddSession(ctx, store.Session{ID: "s", TokenHash: hash, PersonID: "sam", CreatedMS: s.at(), SeenMS: s.at()})
	}
	if err != nil {
		tb.Fatal(err)
	}
	return s.jar.Session + "=" + token
}

// learn has the student read four steps, answer, predict, and begin to explain.
func (m *measured) learn(tb testing.TB) {
	tb.Helper()
	lesson, err := m.shelf.Edition().lesson("leases-and-fencing-tokens")
	if err != nil {
		tb.Fatal(err)
	}
	send := func(path string, fields url.Values, want int) {
		tb.Helper()
		if w := post(m.Site, lessonPath+path, m.cookie, fields); w.Code != want {
			tb.Fatalf("%s: %d", path, w.Code)
		}
	}
	for _, step := range lesson.Steps[:4] {
		send("/steps/"+step.ID+"/read", nil, http.StatusNoContent)
	}
	send("/checks/self-fencing", url.Values{"key": {"k1"}, "option": {"service-blocks"}}, http.StatusSeeOther)
	p := lesson.Predicts()[0]
	send("/predictions/"+p.ID, url.Values{"key": {"k2"}, "option": {p.Options[0].ID}}, http.StatusSeeOther)
	send("/draft", url.Values{"revision": {"0"}, "text": {"A lease is a lock that ends by itself."}}, http.StatusOK)
}

func (m *measured) addAddresses(tb testing.TB) {
	tb.Helper()
	w := httptest.NewRecorder()
	m.ServeHTTP(w, m.request(lessonPath))
	if w.Code != http.StatusOK || w.Header().Get("Content-Encoding") != "gzip" {
		tb.Fatalf("%d, %v", w.Code, w.Header())
	}
	body := bytes.Clone(w.Body.Bytes())
	m.get(fromMemory, func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Cache-Control", keepNowhere)
		h.Add("Vary", "Cookie")
		h.Set("Content-Type", kindHTML)
		h.Add("Vary", "Accept-Encoding")
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", strconv.Itoa(len(body)))
		c.Response().WriteHeader(http.StatusOK)
		_, err := c.Response().Write(body)
		return err
	})
	m.get(drawnAnew, m.drawAnew)
}

func (m *measured) drawAnew(c echo.Context) error {
	who, err := m.visitor(c)
	if err != nil {
		return err
	}
	e := m.edition(c)
	l, err := e.lesson("leases-and-fencing-tokens")
	if err != nil {
		return err
	}
	p, err := m.lessonPage(c, e, l, who, refused{})
	if err != nil {
		return err
	}
	p.reader = m.readerHere(c)
	var page sheet
	ctx := views.WithVisitor(views.WithBase(c.Request().Context(), m.base), p.reader)
	if err := views.LessonPage(p.view()).Render(ctx, &page); err != nil {
		return err
	}
	m.keep(c, http.StatusOK, keepPrivately, p.reader)
	return m.send(c, http.StatusOK, kindHTML, false, page.join)
}

func (m *measured) request(path string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Cookie", m.cookie)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	return r
}

// nowhere takes an answer and keeps nothing of it.
type nowhere struct {
	header http.Header
	bytes  int64
}

func (w *nowhere) Header() http.Header         { return w.header }
func (w *nowhere) Write(p []byte) (int, error) { w.bytes += int64(len(p)); return len(p), nil }
func (w *nowhere) WriteHeader(int)             {}

// BenchmarkLessonPage answers with the page of a student who is signed in,
// without a connection: what a connection costs comes to each of the three.
func BenchmarkLessonPage(b *testing.B) {
	m := newMeasured(b)
	for _, way := range []struct{ name, path string }{
		{"memory", fromMemory}, {"spliced", lessonPath}, {"drawn", drawnAnew},
	} {
		b.Run(way.name, func(b *testing.B) {
			r := m.request(way.path)
			var size, n int64
			b.ReportAllocs()
			statements, before := m.db.Stats().Reads, processorTime(b)
			for b.Loop() {
				w := nowhere{header: http.Header{}}
				m.ServeHTTP(&w, r)
				size, n = w.bytes, n+1
			}
			b.ReportMetric(float64(processorTime(b)-before)/float64(n), "cpu-ns/op")
			b.ReportMetric(float64(m.db.Stats().Reads-statements)/float64(n), "statements/op")
			b.ReportMetric(float64(size), "bytes/page")
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
