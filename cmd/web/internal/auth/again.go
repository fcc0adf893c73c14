package auth

import (
	"context"
	"errors"
	"time"
)

// againWithin is how old an account may be whose form is taken for one that was
// sent twice.
const againWithin = 10 * time.Minute

// Again lets in whoever sends the form a second time that made their account or
// set their password: a browser without scripts sends it with each click, and
// shows what the last one is told. refused is what Register, JoinByLink or
// ResetByLink answered. The browser need not have got the session of the first
// time, so that only the address and the password count, as at SignIn, whose
// allowances these tries take from: nobody comes in who could not sign in. Where
// the address has an account, it must be one of the last ten minutes; else who
// makes one is told that it is taken.
//
// A second factor may still be wanted: see Stage. Errors: refused itself where
// nobody is let in, ErrBusy, and the store's.
func (a *Accounts) Again(ctx context.Context, refused error, c Credentials, v Visit) (SignedIn, error) {
	switch {
	case errors.Is(refused, ErrLink):
	case errors.Is(refused, ErrTaken):
		p, err := a.byEmail(ctx, c.Email)
		if err != nil {
			return SignedIn{}, err
		}
		if a.now().Sub(time.UnixMilli(p.CreatedMS)) >= againWithin {
			return SignedIn{}, refused
		}
	default:
		return SignedIn{}, refused
	}
	in, err := a.SignIn(ctx, c, v)
	var wait *WaitError
	if errors.Is(err, ErrRefused) || errors.Is(err, ErrSuspended) || errors.As(err, &wait) {
		err = refused
	}
	return in, err
}
