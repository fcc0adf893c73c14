package site

import (
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"fencepost/cmd/web/internal/auth"
)

// hashing is what all sites of these tests share: a hash that costs next to
// nothing, and the rules for passwords.
var hashing = sync.OnceValues(func() (*auth.Hasher, error) {
	return auth.NewHasher(argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}, 4)
})

var passwordRules = sync.OnceValues(func() (*auth.Rules, error) { return auth.NewRules(0) })

func testAccounts(t testing.TB, base *url.URL, db auth.Store, now func() time.Time, demand bool) *auth.Accounts {
	t.Helper()
	hasher, err := hashing()
	if err != nil {
		t.Fatal(err)
	}
	rules, err := passwordRules()
	if err != nil {
		t.Fatal(err)
	}
	a, err := auth.New(auth.Options{Store: db, Base: base, Now: now, Hasher: hasher, Rules: rules, DemandFactor: demand})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// setupPath is the path of the link for the first account.
func setupPath(t testing.TB, s *Site) string {
	t.Helper()
	link, err := s.FirstLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(link, s.origin)
}

func mustDuration(t testing.TB, text string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
