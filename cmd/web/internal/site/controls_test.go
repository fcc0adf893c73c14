package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/store/sqlite"
	"fencepost/views"
)

// What the lesson's page is compared with by `make bench`, which starts this test
// as a server: the same bytes from memory, through the same middleware, and the
// page drawn anew for each request.
var (
	controlsAddr = flag.String("controls-addr", "", "serve the controls at this host:port until the process is ended")
	controlsData = flag.String("controls-data", "", "folder with the database in which the readers are")
	controlsBody = flag.String("controls-body", "", "file with the compressed page")
)

func TestControls(t *testing.T) {
	if *controlsAddr != "" {
		serveControls(t)
		return
	}
	s := testSite(t, testBase)
	cookie := firstCookie(t, s)
	post(s, lessonPath+"/checks/self-fencing", cookie, url.Values{"option": {"pause-after-check"}})
	page := fetch(t, s, lessonPath, cookie, "gzip")
	s.addControls(page)
	s.echo.GET("/drawn", s.drawnAnew)
	if got := fetch(t, s, "/memory", "", "gzip"); !bytes.Equal(got, page) {
		t.Errorf("from memory come %d bytes, want the page's %d", len(got), len(page))
	}
	want := unzipped(t, page)
	if got := fetch(t, s, "/drawn?slug=leases-and-fencing-tokens", cookie, "identity"); len(got) != len(want) {
		t.Errorf("drawn anew the page has %d bytes, want %d", len(got), len(want))
	}
	if got := unzipped(t, fetch(t, s, "/drawn?slug=leases-and-fencing-tokens&compressed", cookie, "gzip")); len(got) != len(want) {
		t.Errorf("drawn anew and compressed it has %d bytes, want %d", len(got), len(want))
	}
}

func fetch(t *testing.T, s *Site, path, cookie, coding string) []byte {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Cookie", cookie)
	r.Header.Set("Accept-Encoding", coding)
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != http.StatusOK {
		t.Fatalf("%s: status %d", path, w.Code)
	}
	return w.Body.Bytes()
}

func unzipped(t *testing.T, text []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// addControls serves page as it is.
func (s *Site) addControls(page []byte) {
	s.echo.GET("/memory", func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", strconv.Itoa(len(page)))
		c.Response().WriteHeader(http.StatusOK)
		_, err := c.Response().Write(page)
		return err
	})
}

// drawnAnew is the lesson's page as templ draws it, all of it for each request;
// with "compressed" in the query it is compressed as well.
func (s *Site) drawnAnew(c echo.Context) error {
	slug, compressed := c.QueryParam("slug"), c.QueryParams().Has("compressed")
	c.Request().URL.Path, c.Request().URL.RawQuery = s.links.lesson(slug), "" // which signing in leads back to
	e := s.edition(c)
	l, err := e.lesson(slug)
	if err != nil {
		return err
	}
	who, err := s.visitor(c)
	if err != nil {
		return err
	}
	p, err := s.lessonPage(c, e, l, who, refused{})
	if err != nil {
		return err
	}
	p.query, p.asked = nil, ""
	ctx := views.WithVisitor(views.WithBase(c.Request().Context(), s.base), s.reader(c))
	h := c.Response().Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if !compressed {
		return views.LessonPage(p.view()).Render(ctx, c.Response())
	}
	h.Set("Content-Encoding", "gzip")
	z, _ := gzip.NewWriterLevel(c.Response(), gzip.BestSpeed) // a level that there is
	if err := views.LessonPage(p.view()).Render(ctx, z); err != nil {
		return err
	}
	return z.Close()
}

// serveControls serves until the process is ended.
func serveControls(t *testing.T) {
	base := mustURL(t, "http://"+*controlsAddr)
	db, err := sqlite.Open(context.Background(), filepath.Join(*controlsData, "fencepost.db"))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(*controlsBody)
	if err != nil {
		t.Fatal(err)
	}
	shelf := new(Shelf)
	shelf.Publish(testEdition(t, base))
	s, err := New(Parts{
		Base: base, Log: slog.New(slog.NewTextHandler(os.Stderr, nil)), Store: db, Shelf: shelf, Now: time.Now,
		Accounts: testAccounts(t, base, db, time.Now, false),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.addControls(page)
	s.echo.GET("/drawn", s.drawnAnew)
	t.Fatal(http.ListenAndServe(*controlsAddr, s))
}
