package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// healthz says that the process answers.
func (s *Site) healthz(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

// What keeps the site from being ready, as /readyz says it. The cause goes to
// the log: anybody may ask.
var (
	errNoContent   = errors.New("no content")
	errNoWrite     = errors.New("the store cannot be written")
	errDiskNotSeen = errors.New("the disk is nearly full or cannot be looked at")
)

// readyz says whether lessons are there, a write can be made and the disk has
// room for more.
func (s *Site) readyz(c echo.Context) error {
	if err := s.probe.ask(c.Request().Context(), s.ready); err != nil {
		return c.String(http.StatusServiceUnavailable, err.Error()+"\n")
	}
	return c.String(http.StatusOK, "ready\n")
}

func (s *Site) ready(ctx context.Context) error {
	if len(s.shelf.Edition().library.Lessons()) == 0 {
		return errNoContent
	}
	if err := s.store.Ready(ctx); err != nil {
		return s.notReady(errNoWrite, fmt.Errorf("store: %w", err))
	}
	if s.room != nil {
		if err := s.room(); err != nil {
			return s.notReady(errDiskNotSeen, err)
		}
	}
	return nil
}

func (s *Site) notReady(said, cause error) error {
	s.log.Error("not ready", "err", cause)
	return said
}

const (
	probeKeeps  = time.Second     // how long an answer stands
	probeWithin = 5 * time.Second // how long one probe may take
)

// probe asks whether the site is ready, once for all who ask at the same time.
// Each probe is a commit that waits for the disk, and anybody may ask.
type probe struct {
	turn  chan struct{} // holds one while a probe runs
	until time.Time     // how long the last answer stands
	last  error
}

func newProbe() *probe { return &probe{turn: make(chan struct{}, 1)} }

// ask runs ready, unless it ran a moment ago. The probe outlives whoever asks
// first, as others wait for it.
func (p *probe) ask(ctx context.Context, ready func(context.Context) error) error {
	p.turn <- struct{}{}
	defer func() { <-p.turn }()
	if time.Now().Before(p.until) {
		return p.last
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeWithin)
	defer cancel()
	p.last = ready(ctx)
	p.until = time.Now().Add(probeKeeps)
	return p.last
}
