package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fencepost/store"
)

// ErrCode is answered for a code or an assertion that is wrong, was used
// before, or is not the person's.
var ErrCode = errors.New("auth: the code is wrong or was used")

// ErrLastFactor is answered where somebody would give up the only second
// factor that the site demands of them.
var ErrLastFactor = errors.New("auth: the site demands a second factor")

// maxFactors is how many second factors one person may have.
const maxFactors = 10

// pass counts a try, looks at the factor and, where it is right, gives the
// session a new token.
func (a *Accounts) pass(ctx context.Context, w Who, way string, look func() error) (SignedIn, error) {
	if w.Stage == SignedOut {
		return SignedIn{}, ErrSignedOut
	}
	own := try{"factor " + w.Person.ID, perFactor}
	if err := a.limit.count(ctx, own); err != nil {
		return SignedIn{}, err
	}
	if err := look(); err != nil {
		return SignedIn{}, err
	}
	if err := a.limit.forget(ctx, own); err != nil {
		return SignedIn{}, err
	}
	ctx = a.audited(ctx, w.Person.ID, "session.factor", w.Person.ID, map[string]string{"by": way})
	return a.rotate(ctx, w, true)
}

func wrongIfUsed(err error) error {
	if errors.Is(err, store.ErrUsed) || errors.Is(err, store.ErrNotFound) {
		return ErrCode
	}
	if err != nil {
		return fmt.Errorf("use a factor: %w", err)
	}
	return nil
}

// Factors are the person's second factors, oldest first. Their Secret is not
// for pages.
func (a *Accounts) Factors(ctx context.Context, w Who) ([]store.Factor, error) {
	list, err := a.store.Factors(ctx, w.Person.ID)
	if err != nil {
		return nil, fmt.Errorf("find second factors: %w", err)
	}
	return list, nil
}

// Enrolled is what adding a factor gives: the session's new token and, with
// the first factor, recovery codes, which cannot be shown again.
type Enrolled struct {
	SignedIn
	Recovery []string
}

func (a *Accounts) newFactor(w Who, kind store.FactorKind, name string, secret []byte) store.Factor {
	if name = clip(strings.TrimSpace(name), 60); name == "" {
		name = map[store.FactorKind]string{store.FactorTOTP: "Authenticator app", store.FactorPasskey: "Passkey"}[kind]
	}
	return store.Factor{ID: newID(), PersonID: w.Person.ID, Kind: kind, Name: name, Secret: secret, CreatedMS: a.now().UnixMilli()}
}

// addFactor stores a factor, ends all other sessions, which never passed it,
// and gives this one a new token.
func (a *Accounts) addFactor(ctx context.Context, w Who, f store.Factor) (Enrolled, error) {
	if !a.Fresh(w) {
		return Enrolled{}, ErrNotFresh
	}
	before, err := a.Factors(ctx, w)
	if err != nil {
		return Enrolled{}, err
	}
	if len(before) >= maxFactors {
		return Enrolled{}, fmt.Errorf("add a second factor: %w", ErrTaken)
	}
	audited := a.audited(ctx, w.Person.ID, "factor.add", w.Person.ID, map[string]string{"kind": string(f.Kind)})
	if err := a.store.AddFactor(audited, f); err != nil {
		return Enrolled{}, fmt.Errorf("add a second factor: %w", err)
	}
	if err := a.store.RevokeSessions(ctx, w.Person.ID, w.Session.TokenHash); err != nil {
		return Enrolled{}, fmt.Errorf("end sessions without the factor: %w", err)
	}
	var done Enrolled
	if len(before) == 0 {
		if done.Recovery, err = a.setRecovery(ctx, w); err != nil {
			return Enrolled{}, err
		}
	}
	done.SignedIn, err = a.rotate(ctx, w, true)
	return done, err
}

// RemoveFactor takes a factor away. Errors: ErrNotFresh, ErrCode where there is
// no such factor, ErrLastFactor.
func (a *Accounts) RemoveFactor(ctx context.Context, w Who, id string) error {
	if !a.Fresh(w) {
		return ErrNotFresh
	}
	list, err := a.Factors(ctx, w)
	if err != nil {
		return err
	}
	if a.factorFor(w.Person) && len(list) == 1 {
		return ErrLastFactor
	}
	ctx = a.audited(ctx, w.Person.ID, "factor.remove", w.Person.ID, nil)
	return wrongIfUsed(a.store.RemoveFactor(ctx, w.Person.ID, id))
}
