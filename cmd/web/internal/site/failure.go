package site

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/cmd/web/internal/pace"
	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// unknown is the error for something that an address names and that is not there.
type unknown struct {
	what, id string          // "lesson", "leases"
	lesson   *lessons.Lesson // where it was looked for, or nil
}

func (u *unknown) Error() string { return "no " + u.what + " " + u.id }

// refusal422 is the error for something sent that cannot be recorded and has
// no form of its own to say so.
type refusal422 struct{ message, back string }

func (r *refusal422) Error() string { return "refused: " + r.message }

func isNotFound(err error) bool { return errors.Is(err, store.ErrNotFound) }

// storeBusyKey marks a request whose store did not answer: its page is drawn
// without asking the store who reads, which would wait as long again.
const storeBusyKey = "store busy"

// retryAfter is how many seconds to wait where the store could not take a write.
const retryAfter = "2"

// clientGone is the status logged where nobody was left to answer.
const clientGone = 499

// fail is the one place that turns an error into an answer. It logs what is
// ours to mend, once, with the request's id; the text of an error never
// reaches a page.
func (s *Site) fail(err error, c echo.Context) {
	if s.diverted(c, err) {
		return
	}
	p := s.problem(c, err)
	s.logFailure(c, err, p.Status)
	switch {
	case c.Response().Committed: // nothing can be taken back
		return
	case p.Status == clientGone:
		c.Response().Status = clientGone
		return
	case p.Status == http.StatusNotFound && s.trimmed(c.Request()) != "":
		_ = c.Redirect(http.StatusMovedPermanently, s.trimmed(c.Request()))
		return
	case p.Status == http.StatusTooManyRequests:
		retry(c, err)
	case p.Status == http.StatusServiceUnavailable:
		c.Set(storeBusyKey, true)
		c.Response().Header().Set("Retry-After", retryAfter)
	}
	if err := s.showProblem(c, p); err != nil {
		s.log.Error("problem page", "id", idOf(c), "err", err)
	}
}

// showProblem answers as the asker reads: a script gets JSON, a person a page.
func (s *Site) showProblem(c echo.Context, p views.Problem) error {
	if wantsJSON(c.Request()) {
		return s.json(c, p.Status, map[string]string{"error": p.Heading + ". " + p.Lede})
	}
	if err := s.page(c, p.Status, keepNowhere, views.ProblemPage(p)); err != nil {
		return errors.Join(err, c.String(p.Status, p.Heading+"\n\n"+p.Lede+"\n"))
	}
	return nil
}

func wantsJSON(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Accept"), "application/json") || mediaType(r) == "application/json"
}

func (s *Site) logFailure(c echo.Context, err error, status int) {
	level := slog.LevelDebug
	if status >= 500 {
		level = slog.LevelError
	}
	attrs := []slog.Attr{
		slog.String("id", idOf(c)), slog.String("method", c.Request().Method),
		slog.String("route", c.Path()), slog.Int("status", status), slog.Any("err", err),
	}
	if p := (*panicked)(nil); errors.As(err, &p) {
		attrs = append(attrs, slog.String("stack", string(p.stack)))
	}
	s.log.LogAttrs(c.Request().Context(), level, "failed", attrs...)
}

// problem finds the words for an error.
func (s *Site) problem(c echo.Context, err error) views.Problem {
	status := statusOf(err)
	p := views.Problem{Status: status, Links: []views.Link{{Text: "All concepts", Href: s.home()}}}
	if text, ok := problemTexts[status]; ok {
		p.Heading, p.Lede = text.heading, text.lede
	} else {
		p.Heading, p.Lede = http.StatusText(status), "The server could not do what was asked."
	}
	if status >= 500 {
		p.ID = idOf(c)
	}
	if status == http.StatusServiceUnavailable && isRead(c.Request()) {
		unanswered(&p)
	}
	s.explainMissing(&p, c, err)
	if no := (*refusal422)(nil); errors.As(err, &no) {
		p.Lede = no.message
		p.Links = append([]views.Link{{Text: "Back to your explanation", Href: no.back}}, p.Links...)
	}
	if wait := (*auth.WaitError)(nil); errors.As(err, &wait) {
		p.Lede = "Nothing was stored. Wait " + waitWords(wait.Retry) + " and try again; going back shows what you wrote."
	}
	p.Chrome = views.Chrome{Title: p.Heading, Noindex: true}
	return p
}

// statusOf maps errors to statuses.
func statusOf(err error) int {
	for _, known := range statuses {
		if errors.Is(err, known.err) {
			return known.status
		}
	}
	var (
		u    *unknown
		no   *refusal422
		wait *auth.WaitError
		he   *echo.HTTPError
	)
	switch {
	case errors.As(err, &wait):
		return http.StatusTooManyRequests
	case errors.As(err, &u):
		return http.StatusNotFound
	case errors.As(err, &no):
		return http.StatusUnprocessableEntity
	case errors.As(err, &he):
		return he.Code
	}
	return http.StatusInternalServerError
}

// statuses are the sentinels that have a status of their own.
var statuses = []struct {
	err    error
	status int
}{
	{store.ErrNotFound, http.StatusNotFound},
	{store.ErrBusy, http.StatusServiceUnavailable},
	{store.ErrUnwritable, http.StatusServiceUnavailable},
	{store.ErrClosed, http.StatusServiceUnavailable},
	{store.ErrInvalid, http.StatusUnprocessableEntity},
	{errNotYours, http.StatusNotFound},
	{errLinkGone, http.StatusNotFound},
	{auth.ErrLink, http.StatusNotFound},
	{auth.ErrNoPasskeys, http.StatusNotFound},
	{auth.ErrBusy, http.StatusServiceUnavailable},
	{pace.ErrCrowded, http.StatusServiceUnavailable},
	{errTooLarge, http.StatusRequestEntityTooLarge},
	{errMediaType, http.StatusUnsupportedMediaType},
	{errBadForm, http.StatusBadRequest},
	{errOrigin, http.StatusForbidden},
	{context.Canceled, clientGone},
	{context.DeadlineExceeded, http.StatusServiceUnavailable},
}
