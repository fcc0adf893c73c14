package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"fencepost/store"
)

// ErrNoPasskeys is answered where the site's address allows no passkeys.
var ErrNoPasskeys = errors.New("auth: passkeys need HTTPS and a host name")

// newPasskeys fits WebAuthn to the site's address; nil where browsers offer
// none: over plain HTTP but for localhost, and under a bare IP address.
func newPasskeys(base *url.URL) (*webauthn.WebAuthn, error) {
	host := base.Hostname()
	if net.ParseIP(host) != nil || base.Scheme != "https" && host != "localhost" {
		return nil, nil
	}
	w, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: "Fencepost", RPOrigins: []string{base.Scheme + "://" + base.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementPreferred, UserVerification: protocol.VerificationPreferred,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("set up passkeys for %s: %w", base.Host, err)
	}
	return w, nil
}

// Passkeys says whether the site can offer passkeys.
func (a *Accounts) Passkeys() bool { return a.passkeys != nil }

// Ceremony is what a page needs for a passkey.
type Ceremony struct {
	Options json.RawMessage // for navigator.credentials, {"publicKey": …}
	Seal    string          // to be sent back with what the browser answers
}

// holder is a person as the library sees one.
type holder struct {
	person store.Person
	creds  []webauthn.Credential
}

func (h holder) WebAuthnID() []byte                         { return []byte(h.person.ID) }
func (h holder) WebAuthnName() string                       { return h.person.Email }
func (h holder) WebAuthnDisplayName() string                { return h.person.Name }
func (h holder) WebAuthnCredentials() []webauthn.Credential { return h.creds }

// holder reads the person's passkeys; ids are those of their factors, in the
// same order.
func (a *Accounts) holder(ctx context.Context, w Who) (h holder, ids []string, err error) {
	list, err := a.Factors(ctx, w)
	if err != nil {
		return h, nil, err
	}
	h.person = w.Person
	for _, f := range list {
		if f.Kind != store.FactorPasskey {
			continue
		}
		var c webauthn.Credential
		if err := json.Unmarshal(f.Secret, &c); err != nil {
			return h, nil, fmt.Errorf("read passkey %s: %w", f.ID, err)
		}
		h.creds, ids = append(h.creds, c), append(ids, f.ID)
	}
	return h, ids, nil
}

// OfferPasskey begins to add a passkey. Errors: ErrNoPasskeys, ErrNotFresh.
func (a *Accounts) OfferPasskey(ctx context.Context, w Who) (Ceremony, error) {
	if a.passkeys == nil {
		return Ceremony{}, ErrNoPasskeys
	}
	if !a.Fresh(w) {
		return Ceremony{}, ErrNotFresh
	}
	h, _, err := a.holder(ctx, w)
	if err != nil {
		return Ceremony{}, err
	}
	known := webauthn.Credentials(h.creds).CredentialDescriptors()
	options, data, err := a.passkeys.BeginRegistration(h, webauthn.WithExclusions(known))
	if err != nil {
		return Ceremony{}, fmt.Errorf("begin to add a passkey: %w", err)
	}
	return a.begin(w, "passkey add", options, data)
}

// begin is a ceremony whose state travels sealed in the page.
func (a *Accounts) begin(w Who, purpose string, options any, data *webauthn.SessionData) (Ceremony, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return Ceremony{}, fmt.Errorf("%s: write options: %w", purpose, err)
	}
	s, err := seal(w.token, purpose, a.now().Add(ceremony), data)
	return Ceremony{Options: text, Seal: s}, err
}

// AddPasskey stores a passkey from the browser's answer (the credential as
// PublicKeyCredential.toJSON writes it). Errors as AddTOTP.
func (a *Accounts) AddPasskey(ctx context.Context, w Who, offer, name string, answer []byte) (Enrolled, error) {
	if a.passkeys == nil {
		return Enrolled{}, ErrNoPasskeys
	}
	var data webauthn.SessionData
	if err := unseal(w.token, "passkey add", offer, a.now(), &data); err != nil {
		return Enrolled{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Enrolled{}, ErrCode
	}
	h, _, err := a.holder(ctx, w)
	if err != nil {
		return Enrolled{}, err
	}
	c, err := a.passkeys.CreateCredential(h, data, parsed)
	if err != nil || owned(h, c.ID) {
		return Enrolled{}, ErrCode
	}
	secret, err := json.Marshal(c)
	if err != nil {
		return Enrolled{}, fmt.Errorf("write a passkey: %w", err)
	}
	return a.addFactor(ctx, w, a.newFactor(w, store.FactorPasskey, name, secret))
}

func owned(h holder, id []byte) bool {
	for _, c := range h.creds {
		if string(c.ID) == string(id) {
			return true
		}
	}
	return false
}

// AskPasskey begins to complete a sign-in by passkey. Errors: ErrNoPasskeys,
// ErrSignedOut, ErrCode where the person has none.
func (a *Accounts) AskPasskey(ctx context.Context, w Who) (Ceremony, error) {
	if a.passkeys == nil {
		return Ceremony{}, ErrNoPasskeys
	}
	if w.Stage == SignedOut {
		return Ceremony{}, ErrSignedOut
	}
	h, _, err := a.holder(ctx, w)
	if err != nil {
		return Ceremony{}, err
	}
	if len(h.creds) == 0 {
		return Ceremony{}, ErrCode
	}
	options, data, err := a.passkeys.BeginLogin(h)
	if err != nil {
		return Ceremony{}, fmt.Errorf("begin to ask for a passkey: %w", err)
	}
	return a.begin(w, "passkey ask", options, data)
}

// PassPasskey completes a sign-in by the browser's answer. A passkey whose
// counter went back was copied, and is refused. Errors: ErrSeal, and those of
// PassTOTP.
func (a *Accounts) PassPasskey(ctx context.Context, w Who, asked string, answer []byte) (SignedIn, error) {
	if a.passkeys == nil {
		return SignedIn{}, ErrNoPasskeys
	}
	return a.pass(ctx, w, "passkey", func() error {
		var data webauthn.SessionData
		if err := unseal(w.token, "passkey ask", asked, a.now(), &data); err != nil {
			return err
		}
		h, ids, err := a.holder(ctx, w)
		if err != nil {
			return err
		}
		return a.usePasskey(ctx, h, ids, data, answer)
	})
}

// usePasskey checks an assertion and notes its use.
func (a *Accounts) usePasskey(ctx context.Context, h holder, ids []string, data webauthn.SessionData, answer []byte) error {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return ErrCode
	}
	c, err := a.passkeys.ValidateLogin(h, data, parsed)
	if err != nil || c.Authenticator.CloneWarning {
		return ErrCode
	}
	return a.noteUse(ctx, h, ids, c)
}

// noteUse stores the counter that came with the use of a passkey.
func (a *Accounts) noteUse(ctx context.Context, h holder, ids []string, c *webauthn.Credential) error {
	secret, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("write a passkey: %w", err)
	}
	for i, known := range h.creds {
		if string(known.ID) == string(c.ID) {
			return wrongIfUsed(a.store.UseFactor(ctx, h.person.ID, ids[i], secret, a.now().UnixMilli()))
		}
	}
	return ErrCode
}
