package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"fencepost/store"
)

// Store is what accounts need of a store.
type Store interface {
	store.People
	store.Identities
	store.Factors
	store.Links
	store.Sessions
	store.Tries
	store.Audit
}

// Options are what New needs. Store, Base, Now, Hasher and Rules must be there.
type Options struct {
	Store        Store
	Base         *url.URL // address at which people reach the site
	Now          func() time.Time
	Hasher       *Hasher
	Rules        *Rules
	DemandFactor bool // instructors and admins must have a second factor
}

// Accounts lets people in. All its methods may be called at once; whatever it
// knows is in the store, so that several processes may serve one site.
type Accounts struct {
	store        Store
	base         *url.URL
	now          func() time.Time
	hasher       *Hasher
	rules        *Rules
	limit        limiter
	demandFactor bool
	passkeys     *webauthn.WebAuthn // nil where the site's address allows none
}

// New makes Accounts.
func New(o Options) (*Accounts, error) {
	passkeys, err := newPasskeys(o.Base)
	if err != nil {
		return nil, err
	}
	return &Accounts{
		store: o.Store, base: o.Base, now: o.Now, hasher: o.Hasher, rules: o.Rules,
		limit:        limiter{tries: o.Store, now: o.Now},
		demandFactor: o.DemandFactor, passkeys: passkeys,
	}, nil
}

var (
	// ErrRefused is answered where address and password do not fit, or no
	// account has the address: which of them is not said, and both take the
	// same time.
	ErrRefused = errors.New("auth: address or password is wrong")
	// ErrSuspended is answered to somebody suspended who knows the password.
	ErrSuspended = errors.New("auth: the account is suspended")
	// ErrNotFresh is answered where a change needs a sign-in of the last
	// quarter of an hour.
	ErrNotFresh = errors.New("auth: sign in again first")
	// ErrLink is answered where a one-time link was used, has expired or never was.
	ErrLink = errors.New("auth: the link was used or has expired")
	// ErrTaken is answered where an address or identity belongs to another account.
	ErrTaken = errors.New("auth: taken by another account")
	// ErrEmail is answered for text that is no e-mail address.
	ErrEmail = errors.New("auth: not an e-mail address")
	// ErrName is answered for a name that is empty or over MaxName.
	ErrName = errors.New("auth: not a name")
)

// Credentials are what somebody types to sign in.
type Credentials struct {
	Email, Password string
	Device          string // value of the cookie Jar.Device, if the browser sent one
}

// SignIn lets a person in by password. Where Stage is NeedsFactor then, the
// session opens nothing yet but PassTOTP and its kin. Errors: *WaitError,
// ErrRefused, ErrSuspended, ErrBusy, and the store's.
func (a *Accounts) SignIn(ctx context.Context, c Credentials, v Visit) (SignedIn, error) {
	p, err := a.byEmail(ctx, c.Email)
	if err != nil {
		return SignedIn{}, err
	}
	own, err := a.countSignIn(ctx, p, c, v)
	if err != nil {
		return SignedIn{}, err
	}
	right, stale, err := a.hasher.Verify(ctx, clipPassword(c.Password), p.PasswordHash)
	switch {
	case err != nil:
		return SignedIn{}, err
	case !right:
		return SignedIn{}, ErrRefused
	case p.SuspendedMS != 0:
		return SignedIn{}, ErrSuspended
	}
	if stale {
		if err := a.rehash(ctx, &p, c.Password); err != nil {
			return SignedIn{}, err
		}
	}
	if err := a.limit.forget(ctx, own); err != nil {
		return SignedIn{}, err
	}
	return a.open(ctx, p, v, "password", false)
}

// byEmail finds an account; where there is none, a zero Person, so that all
// that follows takes the same steps.
func (a *Accounts) byEmail(ctx context.Context, email string) (store.Person, error) {
	if len(email) > maxEmail {
		email = ""
	}
	p, err := a.store.PersonByEmail(ctx, email)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrInvalid) {
		return store.Person{}, nil
	}
	if err != nil {
		return store.Person{}, fmt.Errorf("find an account: %w", err)
	}
	return p, nil
}

// countSignIn counts a sign-in. own is the count that a success makes
// forgotten; the others stay, or whoever has one account could guess at all
// others without end. The address is counted first: whom that stops leaves no
// row for each account that they thought of.
func (a *Accounts) countSignIn(ctx context.Context, p store.Person, c Credentials, v Visit) (own try, err error) {
	if knownDevice(p, c.Device) {
		own = try{"device " + c.Device, perDevice}
		return own, a.limit.count(ctx, own)
	}
	account, address := store.FoldEmail(c.Email), Network(v.Address)
	if err := a.limit.count(ctx, try{"address " + address, perAddress}); err != nil {
		return own, err
	}
	own = try{"pair " + address + " " + account, perPair}
	return own, a.limit.count(ctx, own, try{"account " + account, perAccount})
}

// clipPassword bounds what is hashed; a longer password was never accepted.
func clipPassword(p string) string { return p[:min(len(p), maxPasswordBytes+1)] }

// rehash stores the password under today's parameters. It ends the person's
// other sessions, once in the life of a parameter.
func (a *Accounts) rehash(ctx context.Context, p *store.Person, password string) error {
	phc, err := a.hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	if err := a.store.SetPassword(ctx, p.ID, phc, nil); err != nil {
		return fmt.Errorf("store a new hash: %w", err)
	}
	p.PasswordHash = phc
	return nil
}

// ChangePassword sets a new password and gives the session a new token; all
// other sessions end, and a link that was to reset it. Where the account has none
// so far (the person comes by a provider), old is not looked at but the sign-in
// must be fresh. Errors:
// *WeakError, *WaitError, ErrRefused, ErrNotFresh, ErrBusy, ErrSignedOut.
func (a *Accounts) ChangePassword(ctx context.Context, w Who, old, password string) (SignedIn, error) {
	if !w.In() {
		return SignedIn{}, ErrSignedOut
	}
	if err := a.mayChange(ctx, w, old); err != nil {
		return SignedIn{}, err
	}
	if w.Person.PasswordHash != "" && normal(old) == normal(password) {
		return SignedIn{}, &WeakError{Why: SameAsNow}
	}
	phc, err := a.newHash(ctx, w.Person, password)
	if err != nil {
		return SignedIn{}, err
	}
	audited := a.audited(ctx, w.Person.ID, "person.password", w.Person.ID, nil)
	if err := a.store.SetPassword(audited, w.Person.ID, phc, w.Session.TokenHash); err != nil {
		return SignedIn{}, fmt.Errorf("store a new password: %w", err)
	}
	if err := a.retireReset(ctx, w.Person.ID); err != nil {
		return SignedIn{}, err
	}
	w.Person.PasswordHash = phc
	return a.rotate(ctx, w, false)
}

// mayChange says whether w proved that the password is theirs to change.
func (a *Accounts) mayChange(ctx context.Context, w Who, old string) error {
	if w.Person.PasswordHash == "" {
		if !a.Fresh(w) {
			return ErrNotFresh
		}
		return nil
	}
	own := try{"change " + w.Person.ID, perFactor}
	if err := a.limit.count(ctx, own); err != nil {
		return err
	}
	right, _, err := a.hasher.Verify(ctx, clipPassword(old), w.Person.PasswordHash)
	switch {
	case err != nil:
		return err
	case !right:
		return ErrRefused
	}
	return a.limit.forget(ctx, own)
}

// newHash checks a password for a person and hashes it.
func (a *Accounts) newHash(ctx context.Context, p store.Person, password string) (string, error) {
	if err := a.rules.Check(password, a.factorFor(p), a.About(p.Name, p.Email)...); err != nil {
		return "", err
	}
	return a.hasher.Hash(ctx, password)
}

// factorFor says whether each sign-in of p asks for a second factor, so that
// the password may be shorter.
func (a *Accounts) factorFor(p store.Person) bool { return a.demandFactor && staff(p) }

// LeastPassword is how many characters a password of p must have, for the
// form's hint.
func (a *Accounts) LeastPassword(p store.Person) int { return a.rules.Min(a.factorFor(p)) }

// About are the words that a password must not be made of.
func (a *Accounts) About(name, email string) []string {
	return []string{"fencepost", a.base.Hostname(), name, email}
}

// audited has the next write under ctx stand in the audit log too.
func (a *Accounts) audited(ctx context.Context, actor, action, object string, detail map[string]string) context.Context {
	text := json.RawMessage("{}")
	if detail != nil {
		text, _ = json.Marshal(detail) // a map of strings always can be
	}
	return store.Audited(ctx, store.Entry{
		ID: newID(), ActorID: actor, Action: action, Object: object, Detail: text, AtMS: a.now().UnixMilli(),
	})
}
