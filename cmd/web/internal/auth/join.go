package auth

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fencepost/store"
)

const (
	// MaxName is how many characters a name may have.
	MaxName = 100
	// maxEmail is how many bytes an address may have (RFC 5321, section 4.5.3.1.3).
	maxEmail = 254
)

// How long one-time links work.
const (
	firstAge  = 24 * time.Hour
	InviteAge = 14 * 24 * time.Hour // of an invitation
	ResetAge  = 2 * 24 * time.Hour  // of a link for a new password, handed over by an instructor
	MailedAge = time.Hour           // of a link for a new password that was sent by mail
)

// Newcomer is what somebody fills in to have an account.
type Newcomer struct {
	Name, Email, Password string
}

// Register makes the account of a student and signs them in. Whether a visitor
// may have one (by a cohort's code, say) is for the caller to see to. Errors:
// ErrName, ErrEmail, *WeakError, *WaitError, ErrTaken, ErrBusy.
//
// ErrTaken tells that the address has an account, which a form that makes
// accounts without mail cannot hide; the count by address slows down whoever
// tries many.
func (a *Accounts) Register(ctx context.Context, n Newcomer, v Visit) (SignedIn, error) {
	p, err := a.newcomer(ctx, n, store.RoleStudent, v)
	if err != nil {
		return SignedIn{}, err
	}
	ctx = a.audited(ctx, p.ID, "person.add", p.ID, nil)
	if err := a.store.AddPerson(ctx, p); err != nil {
		return SignedIn{}, taken("add a person", err)
	}
	return a.open(ctx, p, v, "new account", false)
}

// newcomer checks what was filled in and makes a person of it, not yet stored.
func (a *Accounts) newcomer(ctx context.Context, n Newcomer, role store.Role, v Visit) (store.Person, error) {
	if err := a.limit.count(ctx, try{"new " + Network(v.Address), perNew}); err != nil {
		return store.Person{}, err
	}
	p, err := a.NewPerson(n.Name, n.Email, role)
	if err != nil {
		return store.Person{}, err
	}
	p.PasswordHash, err = a.newHash(ctx, p, n.Password)
	return p, err
}

// NewPerson is a person without a password, not yet stored. Errors: ErrName,
// ErrEmail.
func (a *Accounts) NewPerson(name, email string, role store.Role) (store.Person, error) {
	name, err := CleanName(name)
	if err != nil {
		return store.Person{}, err
	}
	if email, err = CleanEmail(email); err != nil {
		return store.Person{}, err
	}
	return store.Person{
		ID: newID(), LearnerID: newID(), Name: name, Email: email,
		Role: role, CreatedMS: a.now().UnixMilli(),
	}, nil
}

// CleanName takes spaces off a name, or answers ErrName.
func CleanName(name string) (string, error) {
	name = strings.Join(strings.Fields(normal(name)), " ")
	if !Visible(name) || utf8.RuneCountInString(name) > MaxName || strings.ContainsFunc(name, unprinted) {
		return "", ErrName
	}
	return name, nil
}

// Visible says whether anything of text shows on a page. What does not is no
// name: its link in a list could be neither seen nor pressed.
func Visible(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool {
		blank := unicode.In(c, unicode.M, unicode.Z, unicode.Other_Default_Ignorable_Code_Point) || c == '\u2800' // a Braille cell without dots
		return unicode.IsGraphic(c) && !blank
	})
}

// unprinted says whether a character cannot be seen and could make one name
// look like another: controls, and marks that turn the direction of text.
func unprinted(c rune) bool {
	return c == utf8.RuneError || unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c)
}

// CleanEmail takes spaces off an address, or answers ErrEmail where it is not
// a single address and nothing else.
func CleanEmail(email string) (string, error) {
	email = strings.TrimSpace(email)
	a, err := mail.ParseAddress(email)
	if err != nil || a.Address != email || a.Name != "" || len(email) > maxEmail ||
		strings.ContainsFunc(email, func(c rune) bool { return unprinted(c) || unicode.IsSpace(c) }) {
		return "", ErrEmail
	}
	return email, nil
}

// FirstLink makes the secret of the link by which the first account is made;
// "" where there is an instructor or an admin already. A new one makes older
// ones useless. The account is an admin's, who may do all that an instructor
// may.
func (a *Accounts) FirstLink(ctx context.Context) (string, error) {
	for _, role := range []store.Role{store.RoleInstructor, store.RoleAdmin} {
		n, err := a.store.CountPeople(ctx, role)
		if err != nil {
			return "", fmt.Errorf("count people: %w", err)
		}
		if n > 0 {
			return "", nil
		}
	}
	return a.addLink(ctx, store.Link{Purpose: store.LinkFirst}, firstAge)
}

// InviteLink makes the secret of a link by which somebody makes a student's
// account and joins a cohort ("" for none), or, where person is named, sets
// the first password of an account. by is who asks; that they may is for the
// caller to see to.
func (a *Accounts) InviteLink(ctx context.Context, by Who, cohort, person string) (string, error) {
	return a.addLink(ctx, store.Link{Purpose: store.LinkInvite, CohortID: cohort, PersonID: person, MadeBy: by.Person.ID}, InviteAge)
}

// ResetLink makes the secret of a link that sets a new password for a person.
// by is who asks (the zero Who: the operator); that they may (May, ResetLink)
// is for the caller to see to.
func (a *Accounts) ResetLink(ctx context.Context, by Who, person string) (string, error) {
	return a.addLink(ctx, store.Link{Purpose: store.LinkReset, PersonID: person, MadeBy: by.Person.ID}, ResetAge)
}

func (a *Accounts) addLink(ctx context.Context, l store.Link, age time.Duration) (string, error) {
	secret := NewToken()
	l.Hash, _ = HashToken(secret)
	l.CreatedMS, l.ExpiresMS = a.now().UnixMilli(), a.now().Add(age).UnixMilli()
	object := l.PersonID
	if object == "" {
		object = l.CohortID
	}
	ctx = a.audited(ctx, l.MadeBy, "link."+string(l.Purpose), object, nil)
	if err := a.store.AddLink(ctx, l); err != nil {
		return "", fmt.Errorf("add a link: %w", err)
	}
	return secret, nil
}

// Peek looks at a link without using it, for the page that it leads to.
// Errors: ErrLink.
func (a *Accounts) Peek(ctx context.Context, secret string, purpose store.Purpose) (store.Link, error) {
	hash, ok := HashToken(secret)
	if !ok {
		return store.Link{}, ErrLink
	}
	l, err := a.store.Link(ctx, hash, purpose, a.now().UnixMilli())
	if err != nil {
		return store.Link{}, used("look at a link", err)
	}
	return l, nil
}

// JoinByLink makes the account that a link of purpose LinkFirst or LinkInvite
// is for, and signs in. Errors: ErrLink, and those of Register.
func (a *Accounts) JoinByLink(ctx context.Context, secret string, purpose store.Purpose, n Newcomer, v Visit) (SignedIn, error) {
	l, err := a.Peek(ctx, secret, purpose)
	if err != nil {
		return SignedIn{}, err
	}
	if l.PersonID != "" {
		return SignedIn{}, ErrLink
	}
	role := store.RoleStudent
	if purpose == store.LinkFirst {
		role = store.RoleAdmin
	}
	p, err := a.newcomer(ctx, n, role, v)
	if err != nil {
		return SignedIn{}, err
	}
	ctx = a.audited(ctx, p.ID, "person.add", p.ID, map[string]string{"by": "link", "role": string(role)})
	if _, err := a.store.JoinByLink(ctx, l.Hash, purpose, p, a.now().UnixMilli()); err != nil {
		return SignedIn{}, taken("join by a link", err)
	}
	return a.open(ctx, p, v, "link", false)
}

// ResetByLink sets the password of the person whom a link of purpose LinkReset
// or LinkInvite names, ends all their sessions, and signs in. A second factor
// is still asked for: whoever holds the link may have only the mailbox.
// Errors: ErrLink, *WeakError, ErrSuspended, ErrBusy.
func (a *Accounts) ResetByLink(ctx context.Context, secret string, purpose store.Purpose, password string, v Visit) (SignedIn, error) {
	l, err := a.Peek(ctx, secret, purpose)
	if err != nil {
		return SignedIn{}, err
	}
	p, err := a.linked(ctx, l)
	if err != nil {
		return SignedIn{}, err
	}
	phc, err := a.newHash(ctx, p, password)
	if err != nil {
		return SignedIn{}, err
	}
	ctx = a.audited(ctx, p.ID, "person.password", p.ID, map[string]string{"by": "link"})
	if p, err = a.store.ResetByLink(ctx, l.Hash, purpose, phc, a.now().UnixMilli()); err != nil {
		return SignedIn{}, used("reset by a link", err)
	}
	return a.open(ctx, p, v, "link", false)
}

// linked is the person whom a link names. An invitation sets a first password
// and no other: a mail of last week must not open an account that is in use.
func (a *Accounts) linked(ctx context.Context, l store.Link) (store.Person, error) {
	if l.PersonID == "" {
		return store.Person{}, ErrLink
	}
	p, err := a.store.Person(ctx, l.PersonID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return p, ErrLink
	case err != nil:
		return p, fmt.Errorf("find whom a link is for: %w", err)
	case p.SuspendedMS != 0:
		return p, ErrSuspended
	case l.Purpose == store.LinkInvite && p.PasswordHash != "":
		return p, ErrLink
	}
	return p, nil
}

// retireReset makes a link useless that was to set a person's password, now
// that they have set it themselves: a link of the same purpose takes its place
// that nobody has and that has expired already.
func (a *Accounts) retireReset(ctx context.Context, person string) error {
	hash, _ := HashToken(NewToken())
	at := a.now().UnixMilli()
	if err := a.store.AddLink(ctx, store.Link{Hash: hash, Purpose: store.LinkReset, PersonID: person, CreatedMS: at, ExpiresMS: at}); err != nil {
		return fmt.Errorf("retire a link: %w", err)
	}
	return nil
}

// taken and used turn what a store answers into this package's errors.
func taken(doing string, err error) error {
	if errors.Is(err, store.ErrConflict) {
		return ErrTaken
	}
	return used(doing, err)
}

func used(doing string, err error) error {
	if errors.Is(err, store.ErrUsed) || errors.Is(err, store.ErrNotFound) {
		return ErrLink
	}
	return fmt.Errorf("%s: %w", doing, err)
}
