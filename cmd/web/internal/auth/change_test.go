package auth

import (
	"errors"
	"testing"
	"time"

	"fencepost/store"
)

func TestChangePassword(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	other, here := s.signIn(t, "ada@mail.example"), s.signIn(t, "ada@mail.example")
	if _, err := s.accounts.ChangePassword(t.Context(), here.Who, "wrong", otherPassword); !errors.Is(err, ErrRefused) {
		t.Errorf("with a wrong one: %v", err)
	}
	if _, err := s.accounts.ChangePassword(t.Context(), here.Who, goodPassword, goodPassword); why(t, err) != SameAsNow {
		t.Errorf("to the same: %v", err)
	}
	if _, err := s.accounts.ChangePassword(t.Context(), here.Who, goodPassword, "password1234567"); why(t, err) != Common {
		t.Errorf("to a common one: %v", err)
	}
	if _, err := s.accounts.ChangePassword(t.Context(), Who{}, goodPassword, otherPassword); !errors.Is(err, ErrSignedOut) {
		t.Errorf("by nobody: %v", err)
	}
	after, err := s.accounts.ChangePassword(t.Context(), here.Who, goodPassword, otherPassword)
	if err != nil {
		t.Fatal(err)
	}
	if after.Token == here.Token || after.Session.ID != here.Session.ID {
		t.Errorf("token and session %v: want a new token of the same session", after.Session)
	}
	s.wantIn(t, after.Token, true)
	s.wantIn(t, here.Token, false)
	s.wantIn(t, other.Token, false)
	if w, _ := s.who(t, after.Token); !knownDevice(w.Person, after.Device) {
		t.Error("the device is not known under the new password")
	}
}

func TestAnOldPasswordCannotBeGuessedInAnOpenSession(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	in := s.signIn(t, "ada@mail.example")
	waited := 0
	for i := 1; i <= 20 && waited == 0; i++ {
		if _, err := s.accounts.ChangePassword(t.Context(), in.Who, "wrong", otherPassword); !errors.Is(err, ErrRefused) {
			waited = i
		}
	}
	if waited != 7 {
		t.Errorf("the wait began at try %d, want 7", waited)
	}
}

func TestAFirstPasswordWantsAFreshSignIn(t *testing.T) {
	s := newSite(t)
	p, err := s.accounts.NewPerson("Bea", "bea@mail.example", store.RoleStudent)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.db.AddPerson(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	in, err := s.accounts.open(t.Context(), p, home, "provider", false)
	if err != nil {
		t.Fatal(err)
	}
	s.clock.forward(fresh)
	if _, err := s.accounts.ChangePassword(t.Context(), in.Who, "", goodPassword); !errors.Is(err, ErrNotFresh) {
		t.Errorf("after %s: %v", fresh, err)
	}
	s.clock.forward(-time.Second)
	if _, err := s.accounts.ChangePassword(t.Context(), in.Who, "", goodPassword); err != nil {
		t.Errorf("in time: %v", err)
	}
}

func TestLeastPasswordIsShorterWhereAFactorIsDemanded(t *testing.T) {
	for _, c := range []struct {
		demand bool
		role   store.Role
		want   int
	}{
		{false, store.RoleAdmin, 15},
		{false, store.RoleStudent, 15},
		{true, store.RoleAdmin, 8},
		{true, store.RoleInstructor, 8},
		{true, store.RoleStudent, 15},
	} {
		s := newSite(t, func(o *Options) { o.DemandFactor = c.demand })
		if got := s.accounts.LeastPassword(store.Person{Role: c.role}); got != c.want {
			t.Errorf("%s, demanded %t: %d, want %d", c.role, c.demand, got, c.want)
		}
	}
}
