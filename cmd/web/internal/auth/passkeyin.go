package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"fencepost/store"
)

// OfferSignIn begins a sign-in by passkey alone, without saying who: the browser
// offers those that it keeps for this site (discoverable credentials, WebAuthn
// level 3, section 4). It notes in the store that the challenge was given out.
// Errors: ErrNoPasskeys, *WaitError, and the store's.
func (a *Accounts) OfferSignIn(ctx context.Context, v Visit) (json.RawMessage, error) {
	if a.passkeys == nil {
		return nil, ErrNoPasskeys
	}
	if err := a.limit.count(ctx, try{"passkey from " + Network(v.Address), perAddress}); err != nil {
		return nil, err
	}
	options, data, err := a.passkeys.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, fmt.Errorf("begin to sign in by passkey: %w", err)
	}
	if _, err := a.challenge(ctx, data.Challenge); err != nil {
		return nil, err
	}
	text, err := json.Marshal(options)
	if err != nil {
		return nil, fmt.Errorf("write the options of a sign-in: %w", err)
	}
	return text, nil
}

// challenge counts how often a challenge was seen while it is good: the first
// time when it is given out, the second when it is answered. Any other number
// is of one that we never gave out, or of an answer that is used again.
func (a *Accounts) challenge(ctx context.Context, c string) (int, error) {
	n, err := a.store.CountTry(ctx, a.now().UnixMilli(), ceremony.Milliseconds(), "passkey challenge "+c)
	if err != nil {
		return 0, fmt.Errorf("note a challenge: %w", err)
	}
	return n[0], nil
}

// SignInByPasskey lets a person in by what the browser answered to OfferSignIn.
// The passkey says who it is, and must have made sure that it is its owner who
// holds it (by finger, face or PIN), so that it stands for both factors. Errors:
// ErrNoPasskeys, ErrCode, ErrSuspended, and the store's.
func (a *Accounts) SignInByPasskey(ctx context.Context, answer []byte, v Visit) (SignedIn, error) {
	if a.passkeys == nil {
		return SignedIn{}, ErrNoPasskeys
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return SignedIn{}, ErrCode
	}
	challenge := parsed.Response.CollectedClientData.Challenge
	if n, err := a.challenge(ctx, challenge); err != nil || n != 2 {
		return SignedIn{}, errors.Join(err, ErrCode)
	}
	who, err := a.keeper(ctx, parsed.Response.UserHandle)
	if err != nil {
		return SignedIn{}, err
	}
	if err := a.discovered(ctx, who, challenge, parsed); err != nil {
		return SignedIn{}, err
	}
	if who.SuspendedMS != 0 {
		return SignedIn{}, ErrSuspended
	}
	return a.open(ctx, who, v, "passkey", true)
}

// keeper is the person whom a passkey names.
func (a *Accounts) keeper(ctx context.Context, handle []byte) (store.Person, error) {
	p, err := a.store.Person(ctx, string(handle))
	switch {
	case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrInvalid):
		return p, ErrCode
	case err != nil:
		return p, fmt.Errorf("find whose passkey it is: %w", err)
	}
	return p, nil
}

// discovered checks an assertion against the person's passkeys and notes its
// use.
func (a *Accounts) discovered(ctx context.Context, p store.Person, challenge string, parsed *protocol.ParsedCredentialAssertionData) error {
	h, ids, err := a.holder(ctx, Who{Person: p})
	if err != nil {
		return err
	}
	find := func(_, _ []byte) (webauthn.User, error) { return h, nil }
	data := webauthn.SessionData{
		Challenge: challenge, RelyingPartyID: a.base.Hostname(), UserVerification: protocol.VerificationRequired,
	}
	c, err := a.passkeys.ValidateDiscoverableLogin(find, data, parsed)
	if err != nil || c.Authenticator.CloneWarning {
		return ErrCode
	}
	return a.noteUse(ctx, h, ids, c)
}
