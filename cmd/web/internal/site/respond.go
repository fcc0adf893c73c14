package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/andybalholm/brotli"
	"github.com/labstack/echo/v4"

	"fencepost/views"
)

const (
	// keepPrivately lets the browser's Back button show a page without asking,
	// and nobody else keep it.
	keepPrivately = "private, no-cache"
	// keepNowhere is for pages that hold what a learner wrote.
	keepNowhere = "no-store"
)

// page renders the whole component and only then answers: an error midway
// never leaves half a page with status 200.
func (s *Site) page(c echo.Context, status int, keep string, body templ.Component) error {
	var buf bytes.Buffer
	if err := body.Render(views.WithBase(c.Request().Context(), s.base), &buf); err != nil {
		return fmt.Errorf("render %s: %w", c.Path(), err)
	}
	h := c.Response().Header()
	h.Set("Cache-Control", keep)
	h.Add("Vary", "Cookie")
	return s.send(c, status, "text/html; charset=utf-8", buf.Bytes())
}

// json answers with v.
func (s *Site) json(c echo.Context, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode %s: %w", c.Path(), err)
	}
	return s.send(c, status, "application/json; charset=utf-8", body)
}

// send writes a finished body, compressed where that pays and the client can.
func (s *Site) send(c echo.Context, status int, kind string, body []byte) error {
	h := c.Response().Header()
	h.Set("Content-Type", kind)
	if len(body) >= worthPressing {
		h.Add("Vary", "Accept-Encoding")
		if coding := accepted(c.Request().Header.Get("Accept-Encoding")); coding != "" {
			pressed, err := s.press.squeeze(coding, body)
			if err != nil {
				return fmt.Errorf("compress %s: %w", c.Path(), err)
			}
			h.Set("Content-Encoding", coding)
			body = pressed
		}
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

// accepted picks brotli, gzip or "" by an Accept-Encoding header.
func accepted(header string) string {
	best := ""
	for item := range strings.SplitSeq(header, ",") {
		coding, params, _ := strings.Cut(strings.TrimSpace(item), ";")
		if q, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			if v, err := strconv.ParseFloat(q, 64); err != nil || v == 0 {
				continue
			}
		}
		switch coding {
		case "br":
			return "br"
		case "gzip":
			best = "gzip"
		}
	}
	return best
}

// press compresses pages with writers that are used again. The levels are the
// ones after which a page costs more time than it saves bytes. Pages hold no
// secret that a guess in the query could be matched against: requests are
// guarded by their origin, not by a token in the page.
type press struct{ brotli, gzip sync.Pool }

const (
	brotliLevel = 4
	gzipLevel   = 5
)

// resetter is what both writers are.
type resetter interface {
	io.WriteCloser
	Reset(io.Writer)
}

func (p *press) squeeze(coding string, body []byte) ([]byte, error) {
	pool, fresh := &p.gzip, newGzip
	if coding == "br" {
		pool, fresh = &p.brotli, newBrotli
	}
	w, ok := pool.Get().(resetter)
	if !ok {
		w = fresh()
	}
	defer pool.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func newGzip() resetter {
	w, _ := gzip.NewWriterLevel(nil, gzipLevel) // the level is a valid one
	return w
}

func newBrotli() resetter { return brotli.NewWriterLevel(nil, brotliLevel) }

// shortHash is enough of a hash to tell apart what one form sent.
func shortHash(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
