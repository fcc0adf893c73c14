package site

import (
	"encoding/hex"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/cmd/web/internal/pace"
)

// Limits say how fast things may be stored that anybody can send. The zero
// Limits are none. Those by learner hold for who is signed in too; those by
// network address (a /64 of IPv6) only for who is not, and have to leave room
// for a whole class behind one address.
type Limits struct {
	LearnerWrites       pace.Rate // answers, drafts, steps read, objections
	LearnerExplanations pace.Rate
	AddressWrites       pace.Rate
	AddressExplanations pace.Rate
	AddressLearners     pace.Rate // browsers that nobody knew before
}

// The wrong join codes that somebody may try; right ones are not counted, so
// that a class can join at once.
var (
	wrongCodesOfPerson  = pace.Rate{N: 20, Per: time.Hour}
	wrongCodesOfAddress = pace.Rate{N: 240, Per: time.Hour}
)

// meters count under the Limits.
type meters struct {
	learnerWrites, learnerExplanations                  *pace.Meter
	addressWrites, addressExplanations, addressLearners *pace.Meter
	codesOfPerson, codesOfAddress                       *pace.Meter
}

func newMeters(l Limits, now func() time.Time) meters {
	of := func(r pace.Rate) *pace.Meter { return pace.NewMeter(r, now) }
	return meters{
		of(l.LearnerWrites), of(l.LearnerExplanations), of(l.AddressWrites), of(l.AddressExplanations), of(l.AddressLearners),
		of(wrongCodesOfPerson), of(wrongCodesOfAddress),
	}
}

// paced is h for who does not send too much.
func (s *Site) paced(h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := s.pace(c, s.meters.learnerWrites, s.meters.addressWrites); err != nil {
			return err
		}
		return h(c)
	}
}

// pace counts a write of the request's person, or of the browser and of the
// address that it comes from. It answers *auth.WaitError where that is too fast.
func (s *Site) pace(c echo.Context, own, address *pace.Meter) error {
	w, err := s.who(c)
	switch {
	case err != nil:
		return err
	case w.In():
		return waitFor(own.Take("person " + w.Person.ID))
	}
	if secret, _, ok := s.cookie.open(s.cookie.value(c)); ok {
		if err := waitFor(own.Take("browser " + hex.EncodeToString(hashOf(secret)))); err != nil {
			return err
		}
	}
	return waitFor(address.Take(auth.Network(c.RealIP())))
}

// inTurn is h for when the turn of a request that writes has come. All of the
// request is there by then: who sends slowly holds nobody up.
func (s *Site) inTurn(h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		ctx, done := s.store.Turn(r.Context())
		defer done()
		c.SetRequest(r.WithContext(ctx))
		return h(c)
	}
}

// So many requests are worked on at once, and so many of one network address;
// the others wait, and after a while are asked to come again. Of forms that may
// be longer than most, so many are awaited at once: what they sent is in memory.
const (
	mostAtOnce      = 512
	mostOfOneAtOnce = 128
	longestWait     = 5 * time.Second

	shortForm     = 8 << 10 // bytes
	mostLongForms = 256
	mostLongOfOne = 64
)

// crowded lets a request through when its turn comes. Whether the site lives is
// answered to anybody at any time.
func (s *Site) crowded(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Path() == "/healthz" {
			return next(c)
		}
		if err := s.awaitForm(c); err != nil {
			return err
		}
		leave, err := s.crowd.Enter(c.Request().Context(), auth.Network(c.RealIP()))
		if err != nil {
			return err
		}
		defer leave()
		return next(c)
	}
}

// awaitForm waits until a form is there before it is worked on, so that who sends
// slowly takes no place. Files are not forms: only who may import one is waited
// for.
func (s *Site) awaitForm(c echo.Context) error {
	r := c.Request()
	switch {
	case r.Method != http.MethodPost || r.ContentLength == 0 || r.ContentLength > maxDrain || mediaType(r) == "multipart/form-data":
		return nil
	case r.ContentLength < 0 || r.ContentLength > shortForm:
		leave, err := s.longForms.Enter(r.Context(), auth.Network(c.RealIP()))
		if err != nil {
			return err
		}
		defer leave()
	}
	awaitBody(r)
	return nil
}

// waitFor is the error of a wait, if there is one.
func waitFor(d time.Duration) error {
	if d == 0 {
		return nil
	}
	return &auth.WaitError{Retry: d}
}

// guesses is what counts wrong codes of whoever asks, and under which key.
func (s *Site) guesses(c echo.Context) (*pace.Meter, string, error) {
	w, err := s.who(c)
	if w.In() {
		return s.meters.codesOfPerson, w.Person.ID, err
	}
	return s.meters.codesOfAddress, auth.Network(c.RealIP()), err
}
