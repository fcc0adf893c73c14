package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/coreos/go-oidc/v3/oidc"

	"fencepost/store"
)

// claims are what a provider says of a person, signed.
type claims struct {
	Issuer, Subject string
	Name            string
	Email           string // "" where the provider has not verified it
	Factor          bool   // the provider saw more than one factor
	Roles           []string
}

// readClaims reads a verified ID token.
func readClaims(id *oidc.IDToken, roleClaim string) (claims, error) {
	var said struct {
		Name          string   `json:"name"`
		Email         string   `json:"email"`
		EmailVerified verified `json:"email_verified"`
		AMR           []string `json:"amr"`
	}
	all := map[string]json.RawMessage{}
	if err := errors.Join(id.Claims(&said), id.Claims(&all)); err != nil {
		return claims{}, fmt.Errorf("%w: read the claims: %w", ErrProvider, err)
	}
	if id.Subject == "" {
		return claims{}, fmt.Errorf("%w: no subject", ErrProvider)
	}
	c := claims{Issuer: id.Issuer, Subject: id.Subject, Name: said.Name, Factor: slices.Contains(said.AMR, "mfa")}
	if said.EmailVerified {
		c.Email, _ = CleanEmail(said.Email)
	}
	if roleClaim != "" {
		c.Roles = texts(all[roleClaim])
	}
	return c, nil
}

// verified is a claim that is true, or "true" as some providers write it.
type verified bool

// UnmarshalJSON implements json.Unmarshaler.
func (v *verified) UnmarshalJSON(text []byte) error {
	*v = string(text) == "true" || string(text) == `"true"`
	return nil
}

// texts reads a claim that is a text or a list of texts; else it is empty.
func texts(raw json.RawMessage) []string {
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}
	}
	return nil
}

// signIn lets in whom the claims name.
func (p *Provider) signIn(ctx context.Context, c claims, v Visit) (SignedIn, error) {
	a := p.accounts
	who, err := a.store.PersonByIdentity(ctx, c.Issuer, c.Subject)
	if errors.Is(err, store.ErrNotFound) {
		who, err = p.adopt(ctx, c)
	}
	switch {
	case err != nil:
		return SignedIn{}, wrapTaken("find whom a provider names", err)
	case who.SuspendedMS != 0:
		return SignedIn{}, ErrSuspended
	}
	if err := p.setRole(ctx, &who, c); err != nil {
		return SignedIn{}, err
	}
	return a.open(ctx, who, v, "provider", p.options.TrustFactor && c.Factor)
}

// adopt finds or makes the account for an identity that none has.
func (p *Provider) adopt(ctx context.Context, c claims) (store.Person, error) {
	who := store.Person{}
	if c.Email != "" {
		found, err := p.accounts.byEmail(ctx, c.Email)
		if err != nil {
			return who, err
		}
		who = found
	}
	var err error
	if who.ID == "" {
		who, err = p.add(ctx, c)
	} else {
		err = p.adoptable(ctx, who)
	}
	if err != nil {
		return who, err
	}
	return who, p.addIdentity(ctx, who, c)
}

// add makes an account of what the provider says.
func (p *Provider) add(ctx context.Context, c claims) (store.Person, error) {
	name, err := CleanName(clip(c.Name, MaxName))
	if err != nil {
		name = "Student" // until the person writes another
	}
	a := p.accounts
	who := store.Person{
		ID: newID(), LearnerID: newID(), Name: name, Email: c.Email,
		Role: store.RoleStudent, CreatedMS: a.now().UnixMilli(),
	}
	ctx = a.audited(ctx, who.ID, "person.add", who.ID, map[string]string{"by": "provider"})
	return who, a.store.AddPerson(ctx, who)
}

// adoptable says whether nobody can have prepared the account for another to
// walk into, and nothing above a student's rights is to be had by it.
func (p *Provider) adoptable(ctx context.Context, who store.Person) error {
	list, err := p.accounts.store.Identities(ctx, who.ID)
	switch {
	case err != nil:
		return fmt.Errorf("find identities: %w", err)
	case who.PasswordHash != "" || len(list) > 0 || staff(who):
		return ErrLinkFirst
	}
	return nil
}

// link adds the identity to the account of somebody signed in.
func (p *Provider) link(ctx context.Context, w Who, c claims) error {
	if !w.In() {
		return ErrSignedOut
	}
	return p.addIdentity(ctx, w.Person, c)
}

func (p *Provider) addIdentity(ctx context.Context, who store.Person, c claims) error {
	a := p.accounts
	ctx = a.audited(ctx, who.ID, "identity.add", who.ID, nil)
	err := a.store.AddIdentity(ctx, store.Identity{Issuer: c.Issuer, Subject: c.Subject, PersonID: who.ID, AtMS: a.now().UnixMilli()})
	return wrapTaken("add an identity", err)
}

// wrapTaken turns a conflict into ErrTaken.
func wrapTaken(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrConflict):
		return ErrTaken
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// setRole gives the person the role that the provider's claim says. The last
// admin stays one, or nobody could mend a wrong claim.
func (p *Provider) setRole(ctx context.Context, who *store.Person, c claims) error {
	role := p.role(c)
	if role == "" || role == who.Role {
		return nil
	}
	a := p.accounts
	ctx = a.audited(ctx, "", "person.role", who.ID, map[string]string{"by": "provider", "role": string(role)})
	switch err := a.store.SetRole(ctx, who.ID, role); {
	case errors.Is(err, store.ErrConflict):
		return nil
	case err != nil:
		return fmt.Errorf("set a role: %w", err)
	}
	who.Role = role
	return nil
}

// role is the highest that the claim gives; "" where claims give none.
func (p *Provider) role(c claims) store.Role {
	if p.options.RoleClaim == "" {
		return ""
	}
	high := store.RoleStudent
	for _, word := range c.Roles {
		switch role := p.options.Roles[word]; {
		case role == store.RoleAdmin:
			return role
		case role == store.RoleInstructor:
			high = role
		}
	}
	return high
}

// Unlink takes a provider's identity off the person's account. Errors:
// ErrNotFresh, ErrLastWay.
func (a *Accounts) Unlink(ctx context.Context, w Who, issuer, subject string) error {
	if !a.Fresh(w) {
		return ErrNotFresh
	}
	list, err := a.store.Identities(ctx, w.Person.ID)
	switch {
	case err != nil:
		return fmt.Errorf("find identities: %w", err)
	case w.Person.PasswordHash == "" && len(list) <= 1:
		return ErrLastWay
	}
	ctx = a.audited(ctx, w.Person.ID, "identity.remove", w.Person.ID, nil)
	if err := a.store.RemoveIdentity(ctx, w.Person.ID, issuer, subject); err != nil && !errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("remove an identity: %w", err)
	}
	return nil
}

// Identities are the providers by which the person may sign in.
func (a *Accounts) Identities(ctx context.Context, w Who) ([]store.Identity, error) {
	list, err := a.store.Identities(ctx, w.Person.ID)
	if err != nil {
		return nil, fmt.Errorf("find identities: %w", err)
	}
	return list, nil
}
