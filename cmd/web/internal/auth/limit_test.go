package auth

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fencepost/store"
)

// failing tries a wrong password n times and says at which try a wait began.
func (s *testSite) failing(t *testing.T, email string, n int, from func(i int) Visit) (waited int) {
	t.Helper()
	for i := 1; i <= n; i++ {
		_, err := s.accounts.SignIn(t.Context(), Credentials{Email: email, Password: "wrong"}, from(i))
		var wait *WaitError
		switch {
		case errors.As(err, &wait):
			if waited == 0 {
				waited = i
			}
		case !errors.Is(err, ErrRefused):
			t.Fatalf("try %d: %v", i, err)
		}
	}
	return waited
}

func at(v Visit) func(int) Visit { return func(int) Visit { return v } }

// The class of unlimited tries at credentials (CVE-2025-67853), for accounts
// that exist and those that do not alike.
func TestGuessingIsDelayed(t *testing.T) {
	for _, email := range []string{"ada@mail.example", "nobody@mail.example"} {
		s := newSite(t)
		s.person(t, "ada@mail.example", store.RoleStudent)
		// Five are free, the sixth takes the turn of its second, the seventh waits.
		if got := s.failing(t, email, 10, at(home)); got != 7 {
			t.Errorf("%s: the wait began at try %d, want 7", email, got)
		}
		_, err := s.accounts.SignIn(t.Context(), Credentials{Email: email, Password: goodPassword}, home)
		var wait *WaitError
		if !errors.As(err, &wait) || wait.Retry != 32*time.Second {
			t.Errorf("%s: the eleventh try, with the right password: %v, want to wait 32 s (2^(11-5-1) s, doubled from 1 s at the sixth)", email, err)
		}
	}
}

func TestDelaysGrowAndEnd(t *testing.T) {
	a := Allowance{Free: 5, First: time.Second, Most: 5 * time.Minute}
	for n, want := range map[int]time.Duration{
		1: 0, 5: 0, 6: time.Second, 7: 2 * time.Second, 8: 4 * time.Second, 14: 256 * time.Second,
		15: 5 * time.Minute, 25: 5 * time.Minute, 26: 5 * time.Minute, 1_000_000: 5 * time.Minute,
	} {
		if got := a.delay(n); got != want {
			t.Errorf("try %d: %s, want %s", n, got, want)
		}
	}
}

// However long somebody hammers, the next try is never further away than Most,
// and the count ends with its window.
func TestNoLockOutIsForEver(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	s.failing(t, "ada@mail.example", 60, at(home))
	s.clock.forward(perPair.Most)
	s.signIn(t, "ada@mail.example")

	s.failing(t, "ada@mail.example", 60, at(home))
	s.clock.forward(countWindow)
	if got := s.failing(t, "ada@mail.example", 5, at(home)); got != 0 {
		t.Errorf("after the window, try %d waited", got)
	}
}

// Many machines guess at one account. They delay each other, and a stranger,
// but not the browser in which the owner was before.
func TestOthersCannotKeepTheOwnerOut(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	before := s.signIn(t, "ada@mail.example")
	everywhere := func(i int) Visit {
		return Visit{Address: "203.0.113." + string(rune('0'+i%10)) + string(rune('0'+i/10%10))}
	}
	waited := s.failing(t, "ada@mail.example", 80, everywhere)
	if waited == 0 || waited > 60 {
		t.Fatalf("80 machines: the wait began at try %d", waited)
	}
	owner := Credentials{Email: "ada@mail.example", Password: goodPassword, Device: before.Device}
	if _, err := s.accounts.SignIn(t.Context(), owner, home); err != nil {
		t.Errorf("the owner, where she was before: %v", err)
	}
	var wait *WaitError
	stranger := Credentials{Email: "ada@mail.example", Password: goodPassword, Device: "AAAA.BBBB"}
	if _, err := s.accounts.SignIn(t.Context(), stranger, Visit{Address: "198.51.100.9"}); !errors.As(err, &wait) || wait.Retry > perAccount.Most {
		t.Errorf("a stranger: %v, want a wait of a minute at most", err)
	}
}

// A browser is known for the person who signed in there, and until the
// password changes.
func TestADeviceIsKnownForItsPersonAndPassword(t *testing.T) {
	s := newSite(t)
	ada, bea := s.person(t, "ada@mail.example", store.RoleStudent), s.person(t, "bea@mail.example", store.RoleStudent)
	d := newDevice(ada)
	changed := ada
	changed.PasswordHash = bea.PasswordHash
	twin := ada
	twin.ID = bea.ID
	for _, c := range []struct {
		name  string
		who   store.Person
		value string
		want  bool
	}{
		{"its own", ada, d, true},
		{"another person", bea, d, false},
		{"after a new password", changed, d, false},
		{"nobody", store.Person{}, d, false},
		{"empty", ada, "", false},
		{"a dot", ada, ".", false},
		{"changed", ada, "x" + d, false},
	} {
		if got := knownDevice(c.who, c.value); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
	if newDevice(store.Person{ID: "p"}) != "" {
		t.Error("a person without a password has a device")
	}
}

// One known browser cannot guess without end either.
func TestAKnownDeviceIsCountedToo(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	c := Credentials{Email: "ada@mail.example", Password: "wrong", Device: s.signIn(t, "ada@mail.example").Device}
	waited := 0
	for i := 1; i <= 20 && waited == 0; i++ {
		if _, err := s.accounts.SignIn(t.Context(), c, home); !errors.Is(err, ErrRefused) {
			waited = i
		}
	}
	if waited != 12 { // ten free, the eleventh has its turn
		t.Errorf("the wait began at try %d, want 12", waited)
	}
}

// One password on many accounts from one address, or from one /64 of IPv6.
func TestSprayingIsDelayed(t *testing.T) {
	for name, from := range map[string]func(int) Visit{
		"one address": at(home),
		"one /64": func(i int) Visit {
			return Visit{Address: "2001:db8:1:2::" + string(rune('a'+i%6)) + string(rune('0'+i/6%10))}
		},
	} {
		s := newSite(t)
		waited := 0
		for i := 1; i <= 110 && waited == 0; i++ {
			c := Credentials{Email: NewToken() + "@mail.example", Password: "Winter2026"}
			if _, err := s.accounts.SignIn(t.Context(), c, from(i)); !errors.Is(err, ErrRefused) {
				waited = i
			}
		}
		if waited != 102 { // a hundred free, the next has its turn
			t.Errorf("%s: the wait began at try %d, want 102", name, waited)
		}
	}
}

// Whom the count by address stops does not raise the count of an account.
func TestABlockedAddressDelaysNobodyElse(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	for range 110 {
		_, err := s.accounts.SignIn(t.Context(), Credentials{Email: NewToken(), Password: "x"}, home)
		if err == nil {
			t.Fatal("signed in")
		}
	}
	if got := s.failing(t, "ada@mail.example", 60, at(home)); got != 1 {
		t.Fatalf("the wait began at try %d, want 1", got)
	}
	if _, err := s.accounts.SignIn(t.Context(), Credentials{Email: "ada@mail.example", Password: goodPassword}, Visit{Address: "198.51.100.9"}); err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
}

// Whoever has an account cannot use its successes to guess at others.
func TestASuccessForgetsOnlyItsOwnCount(t *testing.T) {
	s := newSite(t)
	s.person(t, "eve@mail.example", store.RoleStudent)
	waited := 0
	for i := 1; i <= 110 && waited == 0; i++ {
		email, password, want := NewToken()+"@mail.example", "Winter2026", ErrRefused
		if i%3 == 0 {
			email, password, want = "eve@mail.example", goodPassword, nil
		}
		if _, err := s.accounts.SignIn(t.Context(), Credentials{Email: email, Password: password}, home); !errors.Is(err, want) {
			waited = i
		}
	}
	if waited != 102 { // a hundred free, the next has its turn
		t.Errorf("the wait began at try %d, want 102", waited)
	}
}

// Many at once are counted before any password is looked at.
func TestGuessesAtOnceAreCounted(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	var looked atomic.Int32
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			_, err := s.accounts.SignIn(t.Context(), Credentials{Email: "ada@mail.example", Password: "wrong"}, home)
			if errors.Is(err, ErrRefused) {
				looked.Add(1)
			}
		})
	}
	wg.Wait()
	if n := looked.Load(); n > 6 {
		t.Errorf("%d of 40 guesses at once were looked at, want 6 at most", n)
	}
}

func TestNetwork(t *testing.T) {
	for in, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "2001:db8:1:2::": "2001:db8:1:2::/64",
		"fe80::1%eth0": "fe80::/64", "": "", "unknown": "unknown",
	} {
		if got := Network(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
