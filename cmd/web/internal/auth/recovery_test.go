package auth

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"fencepost/store"
)

func TestARecoveryCodeWorksOnce(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	s.person(t, "eve@mail.example", store.RoleStudent)
	done, _ := s.withTOTP(t, s.signIn(t, "ada@mail.example"))
	eve, _ := s.withTOTP(t, s.signIn(t, "eve@mail.example"))
	if _, err := s.accounts.PassRecovery(t.Context(), s.signIn(t, "eve@mail.example").Who, done.Recovery[0]); !errors.Is(err, ErrCode) {
		t.Errorf("another's code: %v", err)
	}
	typed := strings.ToLower(strings.ReplaceAll(done.Recovery[0], "-", " "))
	through, err := s.accounts.PassRecovery(t.Context(), s.signIn(t, "ada@mail.example").Who, typed)
	if err != nil {
		t.Fatalf("%q: %v", typed, err)
	}
	s.wantIn(t, through.Token, true)
	if _, err := s.accounts.PassRecovery(t.Context(), s.signIn(t, "ada@mail.example").Who, done.Recovery[0]); !errors.Is(err, ErrCode) {
		t.Errorf("a second time: %v", err)
	}
	if left, err := s.accounts.RecoveryLeft(t.Context(), through.Who); left != 9 || err != nil {
		t.Errorf("%d left, %v", left, err)
	}
	fresh, err := s.accounts.NewRecovery(t.Context(), through.Who)
	if err != nil || len(fresh) != 10 {
		t.Fatalf("%d new codes, %v", len(fresh), err)
	}
	if _, err := s.accounts.PassRecovery(t.Context(), s.signIn(t, "ada@mail.example").Who, done.Recovery[1]); !errors.Is(err, ErrCode) {
		t.Errorf("a code of the old list: %v", err)
	}
	s.wantIn(t, eve.Token, true)
}

// Of many who send one code at once, one gets through.
func TestACodeSentManyTimesAtOnceOpensOnce(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	done, secret := s.withTOTP(t, s.signIn(t, "ada@mail.example"))
	for name, c := range map[string]struct {
		code string
		pass func(context.Context, Who, string) (SignedIn, error)
	}{
		"app":           {s.code(t, secret), s.accounts.PassTOTP},
		"recovery code": {done.Recovery[0], s.accounts.PassRecovery},
	} {
		s.clock.forward(countWindow)
		if name == "app" {
			c.code = s.code(t, secret)
		}
		var pending []SignedIn
		for range 5 { // no more, or the count would stop them
			pending = append(pending, s.signIn(t, "ada@mail.example"))
		}
		var passed atomic.Int32
		var wg sync.WaitGroup
		for _, in := range pending {
			wg.Go(func() {
				if _, err := c.pass(t.Context(), in.Who, c.code); err == nil {
					passed.Add(1)
				} else if !errors.Is(err, ErrCode) {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		wg.Wait()
		if passed.Load() != 1 {
			t.Errorf("%s: %d got through, want 1", name, passed.Load())
		}
	}
}

func TestRecoveryCodesHave120Bits(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		c := newRecovery()
		plain := strings.ReplaceAll(c, "-", "")
		if len(c) != 27 || len(plain) != 24 || strings.Trim(plain, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
			t.Fatalf("code %q", c)
		}
		seen[c] = true
	}
	if len(seen) != 100 {
		t.Errorf("%d different of 100", len(seen))
	}
	if string(hashRecovery("ABOIB2")) != string(hashRecovery("ab-0 1 82")) {
		t.Error("look-alikes are told apart")
	}
}
