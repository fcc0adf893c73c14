package site

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"path"
	"runtime/debug"
	"strings"

	"github.com/labstack/echo/v4"
)

// requestID is the key under which a request's id is kept.
const requestID = "request id"

// identify gives the request an id of its own. One that the client sends is
// not taken: it would let anyone write into the log.
func (s *Site) identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := rand.Text()[:12]
		c.Set(requestID, id)
		c.Response().Header().Set(echo.HeaderXRequestID, id)
		return next(c)
	}
}

// idOf is the request's id.
func idOf(c echo.Context) string {
	id, _ := c.Get(requestID).(string)
	return id
}

// logged writes one line a request, with the route instead of the address and
// never with anything that a person typed. It hands errors to the error
// handler, so that the line has the status that was sent.
func (s *Site) logged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := s.now()
		if err := next(c); err != nil {
			c.Error(err)
		}
		took := s.now().Sub(began)
		s.observer.Request(c.Request().Method, c.Path(), c.Response().Status, took)
		if quiet(c) {
			return nil
		}
		s.log.LogAttrs(c.Request().Context(), slog.LevelInfo, "request",
			slog.String("id", idOf(c)), slog.String("method", c.Request().Method),
			slog.String("route", c.Path()), slog.Int("status", c.Response().Status),
			slog.Int64("bytes", c.Response().Size), slog.Float64("took_ms", float64(took.Microseconds())/1000),
			slog.String("ip", c.RealIP()))
		return nil
	}
}

// quiet says whether a request is not worth a line: a health check that passed.
func quiet(c echo.Context) bool {
	return c.Response().Status == http.StatusOK && (c.Path() == "/healthz" || c.Path() == "/readyz")
}

// panicked is the error of a handler that panicked.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// caught turns a panic into an error. http.ErrAbortHandler goes on, as
// net/http expects.
func caught(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			switch v := recover(); v {
			case nil:
			case http.ErrAbortHandler:
				panic(v)
			default:
				err = &panicked{v, debug.Stack()}
			}
		}()
		return next(c)
	}
}

// policy is what a page may load and do: its own files and nothing inline.
const policy = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; object-src 'none'"

// guarded sets the headers that every response carries.
func (s *Site) guarded(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
		if s.secure() {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		h.Set("Cache-Control", "no-store") // pages that may be kept say so themselves
		return next(c)
	}
}

// isRead says whether a request only asks to see something.
func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// trimmed is the address without the slash at its end, for GET and HEAD of an
// address that has one; else "".
func (s *Site) trimmed(r *http.Request) string {
	p := r.URL.Path
	if p == "/" || !strings.HasSuffix(p, "/") || !isRead(r) {
		return ""
	}
	// path.Clean also makes one slash of the two at the start of //host, which
	// a browser would take for another site's address.
	u := *r.URL
	u.Scheme, u.Host, u.Path, u.RawPath = "", "", s.base+path.Clean(p), ""
	return u.String()
}

// sameOrigin refuses changes that another site's page asks for.
func (s *Site) sameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := s.origins.Check(c.Request()); err != nil {
			return errOrigin
		}
		return next(c)
	}
}
