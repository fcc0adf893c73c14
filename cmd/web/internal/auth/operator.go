package auth

import (
	"context"
	"errors"
	"fmt"

	"fencepost/store"
)

// What follows is for whoever runs the machine, at its command line. It asks
// nobody who they are, so nothing that answers a request may call it.

// ErrNobody is answered where no account has the address.
var ErrNobody = errors.New("no account has this address")

// Add makes an account with a role. Errors: ErrName, ErrEmail, *WeakError,
// ErrTaken.
func (a *Accounts) Add(ctx context.Context, n Newcomer, role store.Role) (store.Person, error) {
	p, err := a.NewPerson(n.Name, n.Email, role)
	if err != nil {
		return p, err
	}
	if p.PasswordHash, err = a.newHash(ctx, p, n.Password); err != nil {
		return p, err
	}
	ctx = a.audited(ctx, "", "person.add", p.ID, map[string]string{"by": "operator", "role": string(role)})
	return p, wrapTaken("add a person", a.store.AddPerson(ctx, p))
}

// Find is the account with an address. Errors: ErrNobody.
func (a *Accounts) Find(ctx context.Context, email string) (store.Person, error) {
	p, err := a.byEmail(ctx, email)
	if err == nil && p.ID == "" {
		err = ErrNobody
	}
	return p, err
}

// SetPassword gives a person another password and ends all their sessions.
// Errors: *WeakError.
func (a *Accounts) SetPassword(ctx context.Context, p store.Person, password string) error {
	phc, err := a.newHash(ctx, p, password)
	if err != nil {
		return err
	}
	audited := a.audited(ctx, "", "person.password", p.ID, map[string]string{"by": "operator"})
	if err := a.store.SetPassword(audited, p.ID, phc, nil); err != nil {
		return fmt.Errorf("store a new password: %w", err)
	}
	return a.retireReset(ctx, p.ID)
}

// SetRole gives a person another role on the site and ends all their sessions.
func (a *Accounts) SetRole(ctx context.Context, p store.Person, role store.Role) error {
	ctx = a.audited(ctx, "", "person.role", p.ID, map[string]string{"by": "operator", "role": string(role)})
	if err := a.store.SetRole(ctx, p.ID, role); err != nil {
		return fmt.Errorf("set a role: %w", err)
	}
	return nil
}

// Suspend shuts a person out at once, or lets them in again.
func (a *Accounts) Suspend(ctx context.Context, p store.Person, out bool) error {
	action, at := "person.restore", int64(0)
	if out {
		action, at = "person.suspend", a.now().UnixMilli()
	}
	ctx = a.audited(ctx, "", action, p.ID, map[string]string{"by": "operator"})
	if err := a.store.Suspend(ctx, p.ID, at); err != nil {
		return fmt.Errorf("suspend: %w", err)
	}
	return nil
}

// ClearFactors takes all second factors and recovery codes away from somebody
// who has lost theirs, and ends all their sessions. It says how many there were.
func (a *Accounts) ClearFactors(ctx context.Context, p store.Person) (int, error) {
	list, err := a.store.Factors(ctx, p.ID)
	if err != nil {
		return 0, fmt.Errorf("find second factors: %w", err)
	}
	for _, f := range list {
		audited := a.audited(ctx, "", "factor.remove", p.ID, map[string]string{"by": "operator"})
		if err := a.store.RemoveFactor(audited, p.ID, f.ID); err != nil {
			return 0, fmt.Errorf("remove a second factor: %w", err)
		}
	}
	if err := a.store.RevokeSessions(ctx, p.ID, nil); err != nil {
		return 0, fmt.Errorf("end sessions: %w", err)
	}
	return len(list), nil
}
