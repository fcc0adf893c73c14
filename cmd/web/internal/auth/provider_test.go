package auth

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// provider is an OpenID provider that a test can make lie. It keeps to OpenID
// Connect Core 1.0 and Discovery 1.0 as far as a code flow goes.
type provider struct {
	*httptest.Server
	t     *testing.T
	clock *clock
	key   *rsa.PrivateKey // whose public half is published
	sign  crypto.Signer   // what ID tokens are signed with; key unless a test changes it
	claim map[string]any  // what the next ID token says, beyond the usual
	drop  bool            // leave the ID token out
	asked url.Values      // parameters of the last authorization request
	used  map[string]bool // codes that were exchanged
}

// providerKey is the key of all providers of this test: making one is slow.
var providerKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

func newProvider(t *testing.T, c *clock) *provider {
	t.Helper()
	key, err := providerKey()
	if err != nil {
		t.Fatal(err)
	}
	p := &provider{t: t, clock: c, key: key, sign: key, claim: map[string]any{}, used: map[string]bool{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("POST /token", p.token)
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

// options are how a site signs in at p.
func (p *provider) options() ProviderOptions {
	return ProviderOptions{Issuer: p.URL, ClientID: "fencepost", Secret: "s3cret", Callback: "https://learn.example/sign-in/callback"}
}

func (p *provider) discovery(w http.ResponseWriter, _ *http.Request) {
	p.write(w, map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
		"jwks_uri": p.URL + "/keys", "response_types_supported": []string{"code"},
		"subject_types_supported": []string{"public"}, "id_token_signing_alg_values_supported": []string{"RS256"},
	})
}

func (p *provider) keys(w http.ResponseWriter, _ *http.Request) {
	p.write(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: p.key.Public(), KeyID: "k", Algorithm: "RS256", Use: "sig"}}})
}

// authorize is what a person at the provider does: allow. It answers the
// parameters that come back to the site.
func (p *provider) authorize(address string) CallbackQuery {
	p.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.asked = u.Query()
	for name, want := range map[string]string{
		"client_id": "fencepost", "response_type": "code", "code_challenge_method": "S256",
		"redirect_uri": "https://learn.example/sign-in/callback", "scope": "openid profile email",
	} {
		if got := p.asked.Get(name); got != want {
			p.t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	return CallbackQuery{State: p.asked.Get("state"), Code: NewToken()}
}

// token exchanges a code, once and only with the verifier of its challenge.
func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	code := r.FormValue("code")
	if id != "fencepost" || secret != "s3cret" || b64(sum[:]) != p.asked.Get("code_challenge") || p.used[code] {
		http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
		return
	}
	p.used[code] = true
	answer := map[string]any{"access_token": "unused", "token_type": "Bearer", "expires_in": 60}
	if !p.drop {
		answer["id_token"] = p.idToken()
	}
	p.write(w, answer)
}

func (p *provider) idToken() string {
	claims := map[string]any{
		"iss": p.URL, "aud": "fencepost", "sub": "42", "nonce": p.asked.Get("nonce"),
		"iat": p.clock.at.Unix(), "exp": p.clock.at.Add(time.Minute).Unix(),
	}
	for name, value := range p.claim {
		claims[name] = value
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: p.sign}, (&jose.SignerOptions{}).WithHeader("kid", "k"))
	if err != nil {
		p.t.Fatal(err)
	}
	text, err := json.Marshal(claims)
	if err != nil {
		p.t.Fatal(err)
	}
	signed, err := signer.Sign(text)
	if err != nil {
		p.t.Fatal(err)
	}
	compact, err := signed.CompactSerialize()
	if err != nil {
		p.t.Fatal(err)
	}
	return compact
}

func (p *provider) write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		p.t.Error(err)
	}
}
