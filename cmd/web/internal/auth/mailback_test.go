package auth

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"fencepost/store"
)

func TestAskingForALinkTellsNobodyWhoHasAnAccount(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	for _, email := range []string{"ada@mail.example", "nobody@mail.example"} {
		for i := range 4 {
			if err := s.accounts.AskReset(t.Context(), email, home); err != nil {
				t.Errorf("%s, %d: %v", email, i, err)
			}
		}
		var wait *WaitError
		if err := s.accounts.AskReset(t.Context(), email, home); !errors.As(err, &wait) || wait.Retry != 2*time.Minute {
			t.Errorf("%s, the fifth: %v, want two minutes for both alike", email, err)
		}
	}
	if err := s.accounts.AskReset(t.Context(), "ada", home); !errors.Is(err, ErrEmail) {
		t.Errorf("no address: %v", err)
	}
}

// Whoever asks for many addresses from one place is slowed down, too.
func TestAskingForManyLinksIsSlowedDown(t *testing.T) {
	s := newSite(t)
	for i := range 101 {
		if err := s.accounts.AskReset(t.Context(), fmt.Sprintf("p%d@mail.example", i), home); err != nil {
			t.Fatalf("address %d: %v", i, err)
		}
	}
	var wait *WaitError
	if err := s.accounts.AskReset(t.Context(), "p102@mail.example", home); !errors.As(err, &wait) {
		t.Errorf("the 102nd: %v, want a wait", err)
	}
	if err := s.accounts.AskReset(t.Context(), "p102@mail.example", Visit{Address: "198.51.100.9"}); err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
}

func TestAMailedLinkWorksOnceWithinTheHour(t *testing.T) {
	s := newSite(t)
	ada := s.person(t, "Ada@mail.example", store.RoleStudent)
	secret, p, ok, err := s.accounts.MailReset(t.Context(), " ada@MAIL.example")
	if err != nil || !ok || p.ID != ada.ID || p.Email != "Ada@mail.example" {
		t.Fatalf("for %v: %t, %v", p, ok, err)
	}
	s.clock.forward(59 * time.Minute)
	if _, err := s.accounts.ResetByLink(t.Context(), secret, store.LinkReset, otherPassword, home); err != nil {
		t.Fatal(err)
	}
	if _, err := s.accounts.ResetByLink(t.Context(), secret, store.LinkReset, goodPassword, home); !errors.Is(err, ErrLink) {
		t.Errorf("a second time: %v", err)
	}
	secret, _, _, err = s.accounts.MailReset(t.Context(), "ada@mail.example")
	if err != nil {
		t.Fatal(err)
	}
	s.clock.forward(time.Hour + time.Millisecond)
	if _, err := s.accounts.ResetByLink(t.Context(), secret, store.LinkReset, goodPassword, home); !errors.Is(err, ErrLink) {
		t.Errorf("after the hour: %v", err)
	}
}

func TestNobodyAndTheSuspendedGetNoLetter(t *testing.T) {
	s := newSite(t)
	bea := s.person(t, "bea@mail.example", store.RoleStudent)
	secret, _, _, err := s.accounts.MailReset(t.Context(), "bea@mail.example")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.accounts.Suspend(t.Context(), bea, true); err != nil {
		t.Fatal(err)
	}
	for _, email := range []string{"bea@mail.example", "nobody@mail.example", ""} {
		if _, p, ok, err := s.accounts.MailReset(t.Context(), email); ok || err != nil || p.ID != "" {
			t.Errorf("%q: %v, %t, %v; want no letter", email, p, ok, err)
		}
	}
	if _, err := s.accounts.ResetByLink(t.Context(), secret, store.LinkReset, otherPassword, home); !errors.Is(err, ErrSuspended) {
		t.Errorf("a link from before the suspension: %v", err)
	}
}
