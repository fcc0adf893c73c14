package auth

import (
	"context"
	"crypto/hmac"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"fencepost/store"
)

var (
	// ErrFlow is answered where a sign-in at a provider cannot be completed: it
	// was begun in another browser, too long ago, or was completed before.
	ErrFlow = errors.New("auth: the sign-in was not begun here, or too long ago")
	// ErrDeclined is answered where the provider says that it let nobody in.
	ErrDeclined = errors.New("auth: the provider let nobody in")
	// ErrProvider is answered where the provider cannot be reached or says
	// something that must not be believed.
	ErrProvider = errors.New("auth: the provider's answer cannot be used")
	// ErrLinkFirst is answered where the provider names an address that has an
	// account of another kind: its owner signs in to that and links the two.
	ErrLinkFirst = errors.New("auth: the address has an account; sign in to it and link the provider there")
	// ErrLastWay is answered where somebody would give up the only way by which
	// they can sign in.
	ErrLastWay = errors.New("auth: no other way to sign in would be left")
)

// providerTimeout bounds each request to a provider.
const providerTimeout = 10 * time.Second

// providerRest is how long a provider that did not answer is left alone.
const providerRest = 5 * time.Second

// ProviderOptions say how to sign in at an OpenID provider.
type ProviderOptions struct {
	Issuer   string // as the provider writes it, https://…
	ClientID string
	Secret   string
	Callback string   // address of the page that calls Finish
	Scopes   []string // beyond openid, profile and email, where the role's claim wants one

	// RoleClaim is a claim of the ID token, a text or a list of texts, and Roles
	// says which of them give which role on the site. With a RoleClaim the
	// provider alone decides: each sign-in sets the role to the highest that
	// fits, a student's where none does. Without, nobody's role is touched.
	RoleClaim string
	Roles     map[string]store.Role

	// TrustFactor takes the provider's word (an "mfa" in the claim amr, RFC
	// 8176) for a second factor.
	TrustFactor bool

	Client *http.Client // nil: one with a timeout
}

// Provider lets people in who signed in at an OpenID provider, by the
// authorization code flow with PKCE, state and nonce. Between the two requests
// it keeps nothing here: all three come from one secret in a cookie of the
// browser that began.
//
// Accounts are found by issuer and subject and by nothing else. An address
// that the provider has verified adopts an account only where that has neither
// a password nor a provider nor a role above student's, as after the import of
// a roster: nobody can have prepared it for another to walk into. An address
// that is not verified counts for nothing, and is not stored.
type Provider struct {
	options  ProviderOptions
	accounts *Accounts
	client   *http.Client

	mu     sync.Mutex
	found  *endpoints // nil until the provider was reached
	failed error      // of the last time it was asked
	until  time.Time  // failed is answered until then without asking again
}

// endpoints are what discovery finds.
type endpoints struct {
	oauth    oauth2.Config
	verifier *oidc.IDTokenVerifier
}

// NewProvider makes a Provider. The provider itself is asked at the first
// sign-in, and again until it answers: its outage must not keep the site from
// starting.
func NewProvider(a *Accounts, o ProviderOptions) *Provider {
	client := o.Client
	if client == nil {
		client = &http.Client{Timeout: providerTimeout}
	}
	return &Provider{options: o, accounts: a, client: client}
}

// discover finds the provider's addresses and keys. Those who come while it is
// down wait for one who asks, not one after the other.
func (p *Provider) discover(ctx context.Context) (*endpoints, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch now := p.accounts.now(); {
	case p.found != nil:
		return p.found, nil
	case now.Before(p.until) && p.until.Sub(now) <= providerRest:
		return nil, p.failed
	}
	found, err := oidc.NewProvider(ctx, p.options.Issuer)
	if err != nil {
		err = fmt.Errorf("%w: ask %s for its addresses: %w", ErrProvider, p.options.Issuer, err)
		if ctx.Err() == nil { // not just a visitor who went away
			p.failed, p.until = err, p.accounts.now().Add(providerRest)
		}
		return nil, err
	}
	// The keys are fetched again when they change, long after this request.
	keys := oidc.ClientContext(context.WithoutCancel(ctx), p.client)
	p.found = &endpoints{
		oauth: oauth2.Config{
			ClientID: p.options.ClientID, ClientSecret: p.options.Secret, Endpoint: found.Endpoint(),
			RedirectURL: p.options.Callback, Scopes: append([]string{oidc.ScopeOpenID, "profile", "email"}, p.options.Scopes...),
		},
		verifier: found.VerifierContext(keys, &oidc.Config{ClientID: p.options.ClientID, Now: p.accounts.now}),
	}
	return p.found, nil
}

// Going is a sign-in on its way to the provider.
type Going struct {
	URL    string // where to send the browser
	Cookie string // for Jar.ForFlow
}

// Begin sends somebody to the provider. back is the path on this site to
// return to; see Local. For who is signed in, what comes back is linked to
// their account; for the zero Who it is a sign-in. Errors: ErrProvider,
// ErrNotFresh.
func (p *Provider) Begin(ctx context.Context, w Who, back string) (Going, error) {
	if w.Stage != SignedOut && !p.accounts.Fresh(w) {
		return Going{}, ErrNotFresh
	}
	e, err := p.discover(oidc.ClientContext(ctx, p.client))
	if err != nil {
		return Going{}, err
	}
	f := newFlow(flowState{Back: Local(back), Person: w.Person.ID, AtMS: p.accounts.now().UnixMilli()})
	return Going{Cookie: f.cookie(), URL: e.oauth.AuthCodeURL(f.state(), oidc.Nonce(f.nonce()), oauth2.S256ChallengeOption(f.verifier()))}, nil
}

// CallbackQuery is what the provider sends back in the address of the callback.
type CallbackQuery struct {
	State, Code, Error, Issuer string // parameters state, code, error, iss
}

// Back is the end of a trip to the provider.
type Back struct {
	SignedIn        // no Token where an identity was linked
	Linked   bool   // to the account of the Who given
	Path     string // where to go on
}

// Finish takes what the provider sent. cookie is the value of Jar.Flow, and w
// who is signed in now. Errors: ErrFlow, ErrDeclined, ErrProvider, ErrLinkFirst,
// ErrTaken, ErrSuspended.
func (p *Provider) Finish(ctx context.Context, cookie string, q CallbackQuery, w Who, v Visit) (Back, error) {
	f, ok := readFlow(cookie)
	age := p.accounts.now().UnixMilli() - f.AtMS
	if !ok || !hmac.Equal([]byte(f.state()), []byte(q.State)) || age < 0 || age > flowAge.Milliseconds() || f.Person != w.Person.ID && f.Person != "" {
		return Back{}, ErrFlow
	}
	switch {
	case q.Issuer != "" && q.Issuer != p.options.Issuer: // RFC 9207
		return Back{}, ErrProvider
	case q.Error != "" || q.Code == "":
		return Back{}, ErrDeclined
	}
	c, err := p.exchange(oidc.ClientContext(ctx, p.client), f, q.Code)
	if err != nil {
		return Back{}, err
	}
	if f.Person != "" {
		return Back{Linked: true, Path: f.Back}, p.link(ctx, w, c)
	}
	s, err := p.signIn(ctx, c, v)
	return Back{SignedIn: s, Path: f.Back}, err
}

// exchange turns the code into claims that can be believed.
func (p *Provider) exchange(ctx context.Context, f flow, code string) (claims, error) {
	e, err := p.discover(ctx)
	if err != nil {
		return claims{}, err
	}
	token, err := e.oauth.Exchange(ctx, code, oauth2.VerifierOption(f.verifier()))
	if err != nil {
		return claims{}, fmt.Errorf("%w: exchange the code: %w", ErrProvider, err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return claims{}, fmt.Errorf("%w: no ID token", ErrProvider)
	}
	id, err := e.verifier.Verify(ctx, raw)
	if err != nil {
		return claims{}, fmt.Errorf("%w: verify the ID token: %w", ErrProvider, err)
	}
	if !hmac.Equal([]byte(id.Nonce), []byte(f.nonce())) {
		return claims{}, fmt.Errorf("%w: the nonce is another's", ErrProvider)
	}
	return readClaims(id, p.options.RoleClaim)
}

// Local is back where it is a path on this site, "/" otherwise: nothing that
// comes with a request may send a browser elsewhere. Pass what stands after the
// site's base path.
func Local(back string) string {
	if !strings.HasPrefix(back, "/") || strings.HasPrefix(back, "//") || strings.ContainsFunc(back, func(c rune) bool { return c == '\\' || c <= ' ' || c == 0x7f }) {
		return "/"
	}
	return back
}
