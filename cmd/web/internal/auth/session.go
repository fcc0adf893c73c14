package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fencepost/store"
)

// ErrSignedOut is answered where a token opens no session: unknown, expired,
// revoked, or of somebody who was suspended.
var ErrSignedOut = errors.New("auth: not signed in")

// Lifetime bounds a session.
type Lifetime struct {
	Idle     time.Duration // since it was last seen
	Absolute time.Duration // since the sign-in
}

// The lifetimes. Instructors, admins and everybody who passed a second factor
// sign in daily (NIST SP 800-63B-4, AAL2); students monthly (AAL1). A sign-in
// that waits for its second factor has ten minutes.
var (
	StudentLifetime = Lifetime{Idle: 14 * 24 * time.Hour, Absolute: 30 * 24 * time.Hour}
	StaffLifetime   = Lifetime{Idle: 2 * time.Hour, Absolute: 24 * time.Hour}
	pendingLifetime = Lifetime{Idle: ceremony, Absolute: ceremony}
)

const (
	ceremony   = 10 * time.Minute // for what takes more than one request
	fresh      = 15 * time.Minute // how long a sign-in is good for changes to the account
	touchEvery = time.Minute      // how often "last seen" is stored
	clockSlack = 24 * time.Hour   // a session from further in the future was made by a wrong clock
)

// factorPending stands in Session.FactorMS while a sign-in waits for its
// second factor; such a session opens nothing.
const factorPending = -1

// Who finds out who sends a token and notes that they were seen. Everything
// that opens a door goes through here, so that somebody suspended, signed out
// or expired is out by all of them at once. Errors: ErrSignedOut.
func (a *Accounts) Who(ctx context.Context, token string) (Who, error) {
	hash, ok := HashToken(token)
	if !ok {
		return Who{}, ErrSignedOut
	}
	s, p, around, err := a.store.SessionByToken(ctx, hash)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return Who{}, ErrSignedOut
	case err != nil:
		return Who{}, fmt.Errorf("find a session: %w", err)
	case p.SuspendedMS != 0 || a.over(s, p):
		return Who{}, ErrSignedOut
	}
	a.touch(ctx, s)
	w := a.who(token, s, p)
	w.Around = around
	return w, nil
}

func (a *Accounts) who(token string, s store.Session, p store.Person) Who {
	w := Who{Person: p, Session: s, Stage: FullySigned, token: token, demand: a.demandFactor}
	switch {
	case s.FactorMS == factorPending:
		w.Stage = NeedsFactor
	case s.FactorMS == 0 && a.demandFactor && staff(p):
		w.Stage = MustAddOne
	}
	return w
}

func staff(p store.Person) bool {
	return p.Role == store.RoleInstructor || p.Role == store.RoleAdmin
}

// over says whether a session has lived long enough.
func (a *Accounts) over(s store.Session, p store.Person) bool {
	life := StudentLifetime
	switch {
	case s.FactorMS == factorPending:
		life = pendingLifetime
	case staff(p) || s.FactorMS > 0:
		life = StaffLifetime
	}
	now := a.now()
	made, seen := time.UnixMilli(s.CreatedMS), time.UnixMilli(s.SeenMS)
	return now.Sub(made) >= life.Absolute || now.Sub(seen) >= life.Idle || made.Sub(now) > clockSlack
}

// touch notes that a session was seen. Where that cannot be stored the visitor
// is let in all the same: a full disk must not keep people from reading.
func (a *Accounts) touch(ctx context.Context, s store.Session) {
	if d := a.now().Sub(time.UnixMilli(s.SeenMS)); d >= touchEvery || d < -touchEvery {
		_ = a.store.TouchSession(ctx, s.TokenHash, a.now().UnixMilli())
	}
}

// Fresh says whether w proved a short time ago who they are. Changes to an
// account want it: a browser left open must not be enough to take it over.
func (a *Accounts) Fresh(w Who) bool {
	proved := time.UnixMilli(max(w.Session.CreatedMS, w.Session.FactorMS))
	return w.In() && a.now().Sub(proved).Abs() < fresh // by a clock that was set back too
}

// open makes a session of a person who just proved who they are by a way such
// as "password".
func (a *Accounts) open(ctx context.Context, p store.Person, v Visit, way string, factored bool) (SignedIn, error) {
	factor, err := a.factorAtStart(ctx, p, factored)
	if err != nil {
		return SignedIn{}, err
	}
	token := NewToken()
	hash, _ := HashToken(token)
	at := a.now().UnixMilli()
	s := store.Session{
		ID: newID(), TokenHash: hash, PersonID: p.ID, CreatedMS: at, SeenMS: at,
		FactorMS: factor, UserAgent: clip(v.Agent, 200), Address: clip(v.Address, 64),
	}
	ctx = a.audited(ctx, p.ID, "session.open", p.ID, map[string]string{"by": way})
	err = a.store.AddSession(ctx, s)
	switch {
	case errors.Is(err, store.ErrNotFound): // suspended or deleted a moment ago
		return SignedIn{}, ErrSuspended
	case err != nil:
		return SignedIn{}, fmt.Errorf("open a session: %w", err)
	}
	return SignedIn{Who: a.who(token, s, p), Token: token, Device: newDevice(p)}, nil
}

// factorAtStart is what a new session knows of the second factor.
func (a *Accounts) factorAtStart(ctx context.Context, p store.Person, passed bool) (int64, error) {
	if passed {
		return a.now().UnixMilli(), nil
	}
	list, err := a.store.Factors(ctx, p.ID)
	switch {
	case err != nil:
		return 0, fmt.Errorf("find second factors: %w", err)
	case len(list) > 0:
		return factorPending, nil
	}
	return 0, nil
}

// rotate gives the session of w a new token, and notes the second factor.
func (a *Accounts) rotate(ctx context.Context, w Who, factored bool) (SignedIn, error) {
	token := NewToken()
	hash, _ := HashToken(token)
	at, factor := a.now().UnixMilli(), int64(0)
	if factored {
		factor = at
	}
	err := a.store.RotateSession(ctx, w.Session.TokenHash, hash, factor, at)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return SignedIn{}, ErrSignedOut
	case err != nil:
		return SignedIn{}, fmt.Errorf("give a session a new token: %w", err)
	}
	s := w.Session
	s.TokenHash, s.SeenMS = hash, at
	if factored {
		s.FactorMS = factor
	}
	in := SignedIn{Who: a.who(token, s, w.Person), Token: token, Device: newDevice(w.Person)}
	in.Around = w.Around
	return in, nil
}

// SignOut ends the session of a token; a token that opens none is fine.
func (a *Accounts) SignOut(ctx context.Context, token string) error {
	w, err := a.Who(ctx, token)
	if errors.Is(err, ErrSignedOut) {
		return nil
	}
	if err != nil {
		return err
	}
	return a.revoke(ctx, w, w.Session.ID)
}

// Sessions are the person's own, newest first, those left out that have
// expired or wait for a second factor. Errors: ErrSignedOut.
func (a *Accounts) Sessions(ctx context.Context, w Who) ([]store.Session, error) {
	if !w.In() {
		return nil, ErrSignedOut
	}
	all, err := a.store.Sessions(ctx, w.Person.ID)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	var live []store.Session
	for _, s := range all {
		if s.FactorMS != factorPending && !a.over(s, w.Person) {
			live = append(live, s)
		}
	}
	return live, nil
}

// Revoke ends one of the person's own sessions; another's, or one that is gone,
// changes nothing. Errors: ErrSignedOut.
func (a *Accounts) Revoke(ctx context.Context, w Who, id string) error {
	if !w.In() {
		return ErrSignedOut
	}
	return a.revoke(ctx, w, id)
}

func (a *Accounts) revoke(ctx context.Context, w Who, id string) error {
	ctx = a.audited(ctx, w.Person.ID, "session.end", w.Person.ID, nil)
	if err := a.store.RevokeSession(ctx, w.Person.ID, id); err != nil && !errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("end a session: %w", err)
	}
	return nil
}

// RevokeOthers ends all sessions of the person but this one. Errors:
// ErrSignedOut.
func (a *Accounts) RevokeOthers(ctx context.Context, w Who) error {
	if !w.In() {
		return ErrSignedOut
	}
	ctx = a.audited(ctx, w.Person.ID, "session.end-others", w.Person.ID, nil)
	if err := a.store.RevokeSessions(ctx, w.Person.ID, w.Session.TokenHash); err != nil {
		return fmt.Errorf("end other sessions: %w", err)
	}
	return nil
}

// Purge deletes what has expired, sessions and counts of tries, n rows in a
// transaction, until nothing is left. To be called now and then.
func (a *Accounts) Purge(ctx context.Context, n int) error {
	now := a.now()
	made, seen := now.Add(-StudentLifetime.Absolute).UnixMilli(), now.Add(-StudentLifetime.Idle).UnixMilli()
	begun := now.Add(-countWindow).UnixMilli()
	return errors.Join(
		purge(ctx, n, func() (int, error) { return a.store.PurgeSessions(ctx, made, seen, n) }),
		purge(ctx, n, func() (int, error) { return a.store.PurgeTries(ctx, begun, n) }),
	)
}

// purge calls part until it finds fewer than n rows.
func purge(ctx context.Context, n int, part func() (int, error)) error {
	for ctx.Err() == nil {
		if gone, err := part(); err != nil || gone < n {
			return err
		}
	}
	return ctx.Err()
}

// clip makes a header's text fit to be stored: at most n bytes, whole
// characters, no controls.
func clip(text string, n int) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || c == utf8.RuneError {
			return -1
		}
		return c
	}, text)
	for len(text) > n {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}
