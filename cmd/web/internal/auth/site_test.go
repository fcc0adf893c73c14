package auth

import (
	"context"
	"net/url"
	"testing"
	"time"

	"fencepost/store"
	"fencepost/store/sqlite"
)

// goodPassword is one that the rules take, and otherPassword another.
const (
	goodPassword  = "correct horse battery staple"
	otherPassword = "seven lamps along the quay"
)

// clock is the time of a test.
type clock struct{ at time.Time }

func (c *clock) now() time.Time          { return c.at }
func (c *clock) forward(d time.Duration) { c.at = c.at.Add(d) }

// testSite is a site with a store in memory and a clock that a test turns.
type testSite struct {
	accounts *Accounts
	db       *sqlite.DB
	clock    *clock
}

// home is where the visits of a test come from.
var home = Visit{Address: "192.0.2.7", Agent: "Firefox"}

func newSite(t testing.TB, set ...func(*Options)) *testSite {
	t.Helper()
	db, err := sqlite.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	c := &clock{at: time.Date(2026, 9, 1, 9, 0, 0, 0, time.UTC)}
	base, _ := url.Parse("https://learn.example")
	o := Options{Store: db, Base: base, Now: c.now, Hasher: hasher(t, quick, 0), Rules: rules(t)}
	for _, f := range set {
		f(&o)
	}
	a, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return &testSite{accounts: a, db: db, clock: c}
}

// demanding makes the site want a second factor of instructors and admins.
func demanding(o *Options) { o.DemandFactor = true }

// person stores somebody whose password is goodPassword.
func (s *testSite) person(t testing.TB, email string, role store.Role) store.Person {
	t.Helper()
	p, err := s.accounts.NewPerson("Ada", email, role)
	if err != nil {
		t.Fatal(err)
	}
	if p.PasswordHash, err = s.accounts.hasher.Hash(t.Context(), goodPassword); err != nil {
		t.Fatal(err)
	}
	if err := s.db.AddPerson(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	return p
}

// signIn signs in with goodPassword and must succeed.
func (s *testSite) signIn(t testing.TB, email string) SignedIn {
	t.Helper()
	in, err := s.accounts.SignIn(t.Context(), Credentials{Email: email, Password: goodPassword}, home)
	if err != nil {
		t.Fatalf("sign in as %s: %v", email, err)
	}
	return in
}

// who looks a token up.
func (s *testSite) who(t testing.TB, token string) (Who, error) {
	t.Helper()
	return s.accounts.Who(context.WithoutCancel(t.Context()), token)
}
