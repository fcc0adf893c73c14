package site

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/oauth2-proxy/mockoidc"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
)

// withProvider gives a site an OpenID provider that runs.
func withProvider(t *testing.T, s *Site) *mockoidc.MockOIDC {
	t.Helper()
	m, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Shutdown() })
	c := m.Config()
	s.provider = auth.NewProvider(s.accounts, auth.ProviderOptions{
		Issuer: c.Issuer, ClientID: c.ClientID, Secret: c.ClientSecret, Callback: testBase + CallbackPath,
	})
	s.providerName = "the university"
	return m
}

// atProvider is what a person does there: they say yes, and come back with the
// address that the provider sends them to.
func atProvider(t *testing.T, address string) string {
	t.Helper()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	back, ok := strings.CutPrefix(resp.Header.Get("Location"), testBase)
	if !ok {
		t.Fatalf("the provider answers %d and leads to %q", resp.StatusCode, resp.Header.Get("Location"))
	}
	return back
}

func TestSignInByAProvider(t *testing.T) {
	s := testSite(t, testBase)
	m := withProvider(t, s)
	m.QueueUser(&mockoidc.MockUser{Subject: "7", Email: "sam@mail.example", EmailVerified: true, PreferredUsername: "sam"})
	b := newBrowser(s)
	page := b.get("/signin?next=%2Fcohorts").Body.String()
	if !strings.Contains(page, "Sign in by the university") || !strings.Contains(page, `href="/signin/provider?next=%2Fcohorts"`) {
		t.Error("the sign-in does not offer the provider")
	}
	going := b.get("/signin/provider?next=%2Fcohorts")
	if going.Code != http.StatusSeeOther || !strings.HasPrefix(going.Header().Get("Location"), m.Config().Issuer) {
		t.Fatalf("%d to %s", going.Code, going.Header().Get("Location"))
	}
	back := atProvider(t, going.Header().Get("Location"))
	if w := b.get(back); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/cohorts" {
		t.Fatalf("back: %d to %s\n%s", w.Code, w.Header().Get("Location"), cut(w.Body.String()))
	}
	if w := b.get("/account"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "sam@mail.example") {
		t.Errorf("/account: %d", w.Code)
	}
	// The same address again, in this browser or another, opens nothing.
	for _, other := range []*browserOf{newBrowser(s), b} {
		if w := other.get(back); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "You were not signed in") {
			t.Errorf("the address again: %d", w.Code)
		}
	}
}

// An address at the provider is no key to an account that has a password: its
// owner signs in and links the two.
func TestAProviderIsLinkedFromInside(t *testing.T) {
	s := testSite(t, testBase)
	m := withProvider(t, s)
	newPerson(t, s, "Ada", "ada@mail.example", store.RoleInstructor)
	ada := &mockoidc.MockUser{Subject: "8", Email: "ada@mail.example", EmailVerified: true}
	m.QueueUser(ada)
	b := newBrowser(s)
	back := atProvider(t, b.get("/signin/provider").Header().Get("Location"))
	if w := b.get(back); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "has an account here already") {
		t.Errorf("back without a link: %d", w.Code)
	}
	b.signIn("ada@mail.example")
	page := b.post("/account/provider", nil).Body.String()
	_, rest, ok := strings.Cut(page, `href="`+m.Config().Issuer)
	if !ok {
		t.Fatalf("no way to the provider on the page:\n%s", cut(page))
	}
	at, _, _ := strings.Cut(rest, `"`)
	m.QueueUser(ada)
	back = atProvider(t, m.Config().Issuer+strings.ReplaceAll(at, "&amp;", "&"))
	if w := b.get(back); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/account?done=linked" {
		t.Errorf("back with a link: %d to %s", w.Code, w.Header().Get("Location"))
	}
	if page := b.get("/account").Body.String(); !strings.Contains(page, "Unlink") {
		t.Error("the account does not show the link")
	}
	// From now on it is a way in.
	m.QueueUser(ada)
	c := newBrowser(s)
	c.get(atProvider(t, c.get("/signin/provider").Header().Get("Location")))
	if w := c.get("/account"); w.Code != http.StatusOK {
		t.Errorf("signed in by the link: %d", w.Code)
	}
}

func TestAProviderThatFails(t *testing.T) {
	s := testSite(t, testBase)
	m := withProvider(t, s)
	if err := m.Shutdown(); err != nil {
		t.Fatal(err)
	}
	b := newBrowser(s)
	if w := b.get("/signin/provider"); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "cannot be reached") {
		t.Errorf("%d", w.Code)
	}
	for _, q := range []url.Values{{}, {"error": {"access_denied"}, "state": {"x"}}, {"code": {"x"}, "state": {"<script>"}}} {
		w := b.get(CallbackPath + "?" + q.Encode())
		if w.Code != http.StatusForbidden || strings.Contains(w.Body.String(), "<script>x") {
			t.Errorf("%v: %d", q, w.Code)
		}
	}
}
