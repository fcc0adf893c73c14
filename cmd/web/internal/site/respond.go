package site

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/splice"
	"fencepost/views"
)

const (
	// keepPrivately lets the browser's Back button show a page without asking,
	// and nobody else keep it.
	keepPrivately = "private, no-cache"
	// keepNowhere is for pages that hold what a person or a learner did or
	// wrote, and all that a person who is signed in gets to see.
	keepNowhere = "no-store"
)

// page renders the whole component and only then answers: an error midway
// never leaves half a page with status 200.
func (s *Site) page(c echo.Context, status int, keep string, body templ.Component) error {
	reader := s.readerHere(c)
	ctx := views.WithPaste(views.WithBase(c.Request().Context(), s.base), s.edition(c).paste)
	var page sheet
	if err := body.Render(views.WithVisitor(ctx, reader), &page); err != nil {
		return fmt.Errorf("render %s: %w", c.Path(), err)
	}
	s.keep(c, status, keep, reader)
	return s.sendSheet(c, status, kindHTML, &page)
}

// readerHere is who reads the page of this request.
func (s *Site) readerHere(c echo.Context) views.Visitor {
	reader := s.reader(c)
	reader.Due, _ = c.Get(dueKey).(int)
	return reader
}

// keep says how long a page may be kept, and that it is the reader's.
func (s *Site) keep(c echo.Context, status int, keep string, reader views.Visitor) {
	if reader.Name != "" || ofLearner(c) {
		keep = keepNowhere // a browser that others use too must not show it later
	}
	s.markReader(c, status, reader)
	h := c.Response().Header()
	h.Set("Cache-Control", keep)
	h.Add("Vary", "Cookie")
}

// json answers with v.
func (s *Site) json(c echo.Context, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode %s: %w", c.Path(), err)
	}
	return s.sendJSON(c, status, body)
}

func (s *Site) sendJSON(c echo.Context, status int, body []byte) error {
	var page sheet
	page.fresh.Write(body)
	return s.sendSheet(c, status, "application/json; charset=utf-8", &page)
}

func (s *Site) sendSheet(c echo.Context, status int, kind string, page *sheet) error {
	return s.send(c, status, kind, page.size() >= worthPressing, page.join)
}

// kindHTML is the kind of a page.
const kindHTML = "text/html; charset=utf-8"

// send writes a body that join puts together, compressed where that pays and
// the client can.
func (s *Site) send(c echo.Context, status int, kind string, pays bool, join func(*splice.Body) error) error {
	b, ok := s.bodies.Get().(*splice.Body)
	if !ok {
		b = new(splice.Body)
	}
	defer s.bodies.Put(b)
	pressed := pays && acceptsGzip(c.Request().Header.Get("Accept-Encoding"))
	b.Begin(pressed)
	if err := join(b); err != nil {
		return fmt.Errorf("join %s: %w", c.Path(), err)
	}
	body := b.End()
	h := c.Response().Header()
	h.Set("Content-Type", kind)
	if pays {
		h.Add("Vary", "Accept-Encoding")
	}
	if pressed {
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	c.Response().WriteHeader(status)
	_, err := c.Response().Write(body)
	return err
}

// seeOther sends a browser that posted a form to the page that shows what came of it.
func seeOther(c echo.Context, to string) error { return c.Redirect(http.StatusSeeOther, to) }

// worthPressing is the size in bytes below which compressing costs more than it saves.
const worthPressing = 1024

// acceptsGzip reads an Accept-Encoding header.
func acceptsGzip(header string) bool { return accepts(header, "gzip") }

// accepting says which codings a client takes.
func accepting(c echo.Context) func(coding string) bool {
	header := c.Request().Header.Get("Accept-Encoding")
	return func(coding string) bool { return accepts(header, coding) }
}

// accepts says whether an Accept-Encoding header (RFC 9110, 12.5.3) takes a
// coding.
func accepts(header, want string) bool {
	for item := range strings.SplitSeq(header, ",") {
		coding, params, _ := strings.Cut(strings.TrimSpace(item), ";")
		if coding != want && coding != "*" {
			continue
		}
		q, ok := strings.CutPrefix(strings.TrimSpace(params), "q=")
		v, err := strconv.ParseFloat(q, 64)
		return !ok || err == nil && v > 0
	}
	return false
}

// shortHash is enough of a hash to tell apart what one form sent.
func shortHash(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
