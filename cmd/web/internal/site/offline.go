package site

import (
	"encoding/base64"
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// A browser that has been here reads on without a connection: a service worker
// (static/worker) keeps pages. Which, and whose they are, the server says with
// every page, so that the worker holds no rule about people.

const (
	// readerHeader marks whose page it is. Copies for anybody else go when
	// another mark comes.
	readerHeader = "Fencepost-Reader"
	// keepHeader stands on a page that may be kept on the reader's device.
	keepHeader = "Fencepost-Keep"
	// nobodysMark is the mark of somebody who has neither an account nor a cookie.
	nobodysMark = "nobody"
)

// readOffline are the pages that may be kept: lessons and what leads to them.
// Nothing that shows what others did is among them.
var readOffline = map[string]bool{
	"/": true, "/concepts/:slug": true, "/concepts/:slug/labs/:lab": true,
	"/map": true, "/glossary": true, "/how-scoring-works": true, "/privacy": true,
}

// markReader says on a page whose it is and whether it may be kept. Pages of
// those who teach or run the site never may.
func (s *Site) markReader(c echo.Context, status int, v views.Visitor) {
	if v.Reader == "" {
		return
	}
	h := c.Response().Header()
	h.Set(readerHeader, v.Reader)
	if status == http.StatusOK && c.Request().Method == http.MethodGet && readOffline[c.Path()] && s.learns(c) {
		h.Set(keepHeader, "yes")
	}
}

// learns says whether the request's person does nothing here but learn.
func (s *Site) learns(c echo.Context) bool {
	w, err := s.who(c)
	if err != nil || !w.In() {
		return err == nil
	}
	return w.Person.Role == store.RoleStudent && !w.Around.Teaches
}

// readerMark names who reads to the reader's own browser and says nothing to
// anybody else: it begins with "p-" for an account and with "b-" for a browser
// without one. It is "" where that cannot be found out.
func (s *Site) readerMark(c echo.Context) string {
	w, err := s.who(c)
	switch {
	case err != nil:
		return ""
	case w.In():
		return "p-" + s.cookie.mark(w.Person.LearnerID)
	}
	value, minted := c.Get(mintedKey).(string)
	if !minted {
		value = s.cookie.value(c)
	}
	secret, _, ok := s.cookie.open(value)
	if !ok || spent(c) && !minted {
		return nobodysMark
	}
	return "b-" + s.cookie.mark(string(secret))
}

// mark is a name for what from which it cannot be had back.
func (c cookie) mark(what string) string {
	return base64.RawURLEncoding.EncodeToString(c.key.sum([]byte("reader\x00" + what))[:12])
}

// offlinePage is what the worker shows where there is neither connection nor
// copy. It is the same for everybody.
func (s *Site) offlinePage(c echo.Context) error {
	return s.page(c, http.StatusOK, keepPrivately, views.OfflinePage(views.Chrome{Title: "Offline", Noindex: true}))
}
