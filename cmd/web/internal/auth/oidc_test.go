package auth

import (
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/oauth2-proxy/mockoidc"

	"fencepost/store"
)

// trip goes to the provider and back.
func trip(t *testing.T, from *Provider, at *provider, w Who) (Back, error) {
	t.Helper()
	going, err := from.Begin(t.Context(), w, "/learn?x=1")
	if err != nil {
		t.Fatal(err)
	}
	return from.Finish(t.Context(), going.Cookie, at.authorize(going.URL), w, home)
}

func TestSignInAtAProvider(t *testing.T) {
	s := newSite(t)
	at := newProvider(t, s.clock)
	p := NewProvider(s.accounts, at.options())
	at.claim = map[string]any{"name": "Ada Lovelace", "email": "ada@mail.example", "email_verified": true}
	first, err := trip(t, p, at, Who{})
	if err != nil {
		t.Fatal(err)
	}
	if first.Person.Name != "Ada Lovelace" || first.Person.Email != "ada@mail.example" || first.Person.Role != store.RoleStudent || first.Path != "/learn?x=1" {
		t.Errorf("signed in as %+v, on to %s", first.Person, first.Path)
	}
	s.wantIn(t, first.Token, true)

	// Another address and name at the provider: the subject is who it is.
	at.claim = map[string]any{"name": "A. King", "email": "king@mail.example", "email_verified": true}
	again, err := trip(t, p, at, Who{})
	if err != nil || again.Person.ID != first.Person.ID {
		t.Errorf("the second time as %+v, %v; want the same account", again.Person, err)
	}
	at.claim = map[string]any{"sub": "43", "name": "Bea"}
	other, err := trip(t, p, at, Who{})
	if err != nil || other.Person.ID == first.Person.ID || other.Person.Email != "" {
		t.Errorf("another subject as %+v, %v", other.Person, err)
	}
}

// A provider that speaks the protocol and that we did not write.
func TestSignInAtMockOIDC(t *testing.T) {
	m, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Shutdown() })
	s := newSite(t)
	s.clock.at = time.Now()
	p := NewProvider(s.accounts, ProviderOptions{
		Issuer: m.Issuer(), ClientID: m.ClientID, Secret: m.ClientSecret, Callback: "https://learn.example/sign-in/callback",
		Scopes: []string{"groups"}, RoleClaim: "groups", Roles: map[string]store.Role{"staff": store.RoleInstructor},
	})
	m.QueueUser(&mockoidc.MockUser{Subject: "7", Email: "jo@mail.example", EmailVerified: true, Groups: []string{"all", "staff"}})
	going, err := p.Begin(t.Context(), Who{}, "/")
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(going.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	sent, err := resp.Location()
	if err != nil {
		t.Fatal(err)
	}
	q := CallbackQuery{State: sent.Query().Get("state"), Code: sent.Query().Get("code")}
	back, err := p.Finish(t.Context(), going.Cookie, q, Who{}, home)
	if err != nil || back.Person.Email != "jo@mail.example" || back.Person.Role != store.RoleInstructor {
		t.Fatalf("signed in as %+v, %v", back.Person, err)
	}
	s.wantIn(t, back.Token, true)
	if _, err := p.Finish(t.Context(), going.Cookie, q, Who{}, home); !errors.Is(err, ErrProvider) {
		t.Errorf("the code a second time: %v", err)
	}
}

// What a provider, or whoever plays one, says and must not be believed.
func TestProviderAnswersThatAreRefused(t *testing.T) {
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	hour := time.Hour
	for name, lie := range map[string]func(*provider){
		"signed by another key": func(p *provider) { p.sign = stranger },
		"for another client":    func(p *provider) { p.claim["aud"] = "another" },
		"by another issuer":     func(p *provider) { p.claim["iss"] = "https://evil.test" },
		"expired":               func(p *provider) { p.claim["exp"] = p.clock.at.Add(-hour).Unix() },
		"with another nonce":    func(p *provider) { p.claim["nonce"] = "another" },
		"without a nonce":       func(p *provider) { p.claim["nonce"] = "" },
		"without a subject":     func(p *provider) { p.claim["sub"] = "" },
		"without an ID token":   func(p *provider) { p.drop = true },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			at := newProvider(t, s.clock)
			lie(at)
			if back, err := trip(t, NewProvider(s.accounts, at.options()), at, Who{}); !errors.Is(err, ErrProvider) || back.Token != "" {
				t.Errorf("%v, want ErrProvider", err)
			}
		})
	}
}

func TestOnlyWhoBeganASignInCompletesIt(t *testing.T) {
	s := newSite(t)
	at := newProvider(t, s.clock)
	p := NewProvider(s.accounts, at.options())
	begin := func() (Going, CallbackQuery) {
		g, err := p.Begin(t.Context(), Who{}, "/")
		if err != nil {
			t.Fatal(err)
		}
		return g, at.authorize(g.URL)
	}
	mine, q := begin()
	theirs, stolen := begin()
	for name, c := range map[string]struct {
		cookie string
		q      CallbackQuery
		want   error
	}{
		"another browser's answer": {mine.Cookie, stolen, ErrFlow},
		"without a cookie":         {"", q, ErrFlow},
		"a cookie of nonsense":     {"x.y", q, ErrFlow},
		"a changed way back":       {strings.Split(mine.Cookie, ".")[0] + "." + strings.Split(theirs.Cookie, ".")[1][:8] + "AAAA", q, ErrFlow},
		"without a state":          {mine.Cookie, CallbackQuery{Code: q.Code}, ErrFlow},
		"declined":                 {mine.Cookie, CallbackQuery{State: q.State, Error: "access_denied"}, ErrDeclined},
		"without a code":           {mine.Cookie, CallbackQuery{State: q.State}, ErrDeclined},
		"of another issuer":        {mine.Cookie, CallbackQuery{State: q.State, Code: q.Code, Issuer: "https://evil.test"}, ErrProvider},
	} {
		if _, err := p.Finish(t.Context(), c.cookie, c.q, Who{}, home); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	s.clock.forward(flowAge + time.Millisecond)
	if _, err := p.Finish(t.Context(), mine.Cookie, q, Who{}, home); !errors.Is(err, ErrFlow) {
		t.Errorf("too late: %v", err)
	}
}

// An address is nobody's proof. Whom an unknown subject with an address becomes:
func TestRoleByClaim(t *testing.T) {
	roles := map[string]store.Role{"staff": store.RoleInstructor, "it": store.RoleAdmin}
	for _, c := range []struct {
		name  string
		claim string
		value any
		was   store.Role
		want  store.Role
	}{
		{"none configured", "", []string{"it"}, store.RoleInstructor, store.RoleInstructor},
		{"a list", "groups", []string{"x", "staff"}, store.RoleStudent, store.RoleInstructor},
		{"a text", "groups", "staff", store.RoleStudent, store.RoleInstructor},
		{"the highest", "groups", []string{"staff", "it", "staff"}, store.RoleStudent, store.RoleAdmin},
		{"taken away", "groups", []string{"x"}, store.RoleInstructor, store.RoleStudent},
		{"left out", "groups", nil, store.RoleInstructor, store.RoleStudent},
		{"a number", "groups", 7, store.RoleStudent, store.RoleStudent},
		{"a map", "groups", map[string]any{"it": true}, store.RoleStudent, store.RoleStudent},
		{"a role's own name", "groups", []string{"admin"}, store.RoleStudent, store.RoleStudent},
		{"the last admin", "groups", []string{"x"}, store.RoleAdmin, store.RoleAdmin},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t)
			at := newProvider(t, s.clock)
			o := at.options()
			o.RoleClaim, o.Roles = c.claim, roles
			p := s.person(t, "ada@mail.example", c.was)
			if err := s.db.AddIdentity(t.Context(), store.Identity{Issuer: at.URL, Subject: "42", PersonID: p.ID, AtMS: 1}); err != nil {
				t.Fatal(err)
			}
			at.claim = map[string]any{"groups": c.value}
			back, err := trip(t, NewProvider(s.accounts, o), at, Who{})
			if err != nil {
				t.Fatal(err)
			}
			stored, err := s.db.Person(t.Context(), p.ID)
			if err != nil || back.Person.Role != c.want || stored.Role != c.want {
				t.Errorf("role %s, stored %s (%v); want %s", back.Person.Role, stored.Role, err, c.want)
			}
			s.wantIn(t, back.Token, true)
		})
	}
}

// Suspended here is suspended, whatever a provider says (CVE-2025-67848), and a
// second factor is asked for unless the site trusts the provider's.
func TestAProviderIsNoWayAroundTheRest(t *testing.T) {
	s := newSite(t)
	at := newProvider(t, s.clock)
	o := at.options()
	p := s.person(t, "ada@mail.example", store.RoleInstructor)
	s.withTOTP(t, s.signIn(t, "ada@mail.example"))
	if err := s.db.AddIdentity(t.Context(), store.Identity{Issuer: at.URL, Subject: "42", PersonID: p.ID, AtMS: 1}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		trust bool
		amr   []string
		want  Stage
	}{{false, nil, NeedsFactor}, {false, []string{"pwd", "mfa"}, NeedsFactor}, {true, []string{"pwd"}, NeedsFactor}, {true, []string{"pwd", "mfa"}, FullySigned}} {
		o.TrustFactor = c.trust
		at.claim = map[string]any{"amr": c.amr}
		if back, err := trip(t, NewProvider(s.accounts, o), at, Who{}); err != nil || back.Stage != c.want {
			t.Errorf("trust %t, amr %v: stage %d, %v; want %d", c.trust, c.amr, back.Stage, err, c.want)
		}
	}
	if err := s.db.Suspend(t.Context(), p.ID, s.clock.at.UnixMilli()); err != nil {
		t.Fatal(err)
	}
	if _, err := trip(t, NewProvider(s.accounts, o), at, Who{}); !errors.Is(err, ErrSuspended) {
		t.Errorf("suspended: %v", err)
	}
}

// A provider that is down fails the sign-in, not the site, and is asked again.
func TestAProviderMayBeDown(t *testing.T) {
	s := newSite(t)
	at := newProvider(t, s.clock)
	o := at.options()
	up := o.Issuer
	o.Issuer = "http://127.0.0.1:1"
	p := NewProvider(s.accounts, o)
	if _, err := p.Begin(t.Context(), Who{}, "/"); !errors.Is(err, ErrProvider) {
		t.Errorf("down: %v", err)
	}
	p.options.Issuer = up
	if _, err := p.Begin(t.Context(), Who{}, "/"); !errors.Is(err, ErrProvider) {
		t.Errorf("asked again at once: %v", err)
	}
	s.clock.forward(providerRest)
	if _, err := trip(t, p, at, Who{}); err != nil {
		t.Errorf("up again: %v", err)
	}
}

// State and nonce are seen by the provider and in logs; the verifier and the
// cookie's secret must not follow from them, and each flow has its own.
