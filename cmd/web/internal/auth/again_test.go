package auth

import (
	"errors"
	"testing"

	"fencepost/store"
)

// again sends what Again is for: the form of ada once more, after it was refused
// with this error.
func (s *testSite) again(t *testing.T, refused error, password string) (SignedIn, error) {
	t.Helper()
	return s.accounts.Again(t.Context(), refused, Credentials{Email: ada.Email, Password: password}, home)
}

// Who sends the form of their new account twice is in both times, for ten
// minutes; who does not know its password is told that the address is taken, and
// not whether the password was wrong.
func TestAFormThatMadeAnAccountLetsInWhoSendsItAgain(t *testing.T) {
	s := newSite(t)
	if _, err := s.accounts.Register(t.Context(), ada, home); err != nil {
		t.Fatal(err)
	}
	_, taken := s.accounts.Register(t.Context(), ada, home)
	in, err := s.again(t, taken, ada.Password)
	if err != nil {
		t.Fatal(err)
	}
	s.wantIn(t, in.Token, true)
	if _, err := s.again(t, taken, otherPassword); !errors.Is(err, ErrTaken) {
		t.Errorf("another password: %v", err)
	}
	s.clock.forward(againWithin - 1)
	if _, err := s.again(t, taken, ada.Password); err != nil {
		t.Errorf("a moment before the ten minutes are over: %v", err)
	}
	s.clock.forward(1)
	if _, err := s.again(t, taken, ada.Password); !errors.Is(err, ErrTaken) {
		t.Errorf("ten minutes later: %v", err)
	}
}

// A link that set a password lets in who sends the same form again, and nobody
// who has the link but not the password.
func TestALinkThatWasUsedLetsInWhoSendsTheFormAgain(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", store.RoleStudent)
	link, err := s.accounts.ResetLink(t.Context(), Who{}, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.accounts.ResetByLink(t.Context(), link, store.LinkReset, otherPassword, home); err != nil {
		t.Fatal(err)
	}
	_, gone := s.accounts.ResetByLink(t.Context(), link, store.LinkReset, otherPassword, home)
	if in, err := s.again(t, gone, otherPassword); err != nil || in.Person.ID != p.ID {
		t.Errorf("%+v, %v", in.Person, err)
	}
	if _, err := s.again(t, gone, goodPassword); !errors.Is(err, ErrLink) {
		t.Errorf("another password: %v", err)
	}
	if err := s.db.Suspend(t.Context(), p.ID, s.clock.at.UnixMilli()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.again(t, gone, otherPassword); !errors.Is(err, ErrLink) {
		t.Errorf("suspended: %v", err)
	}
}

// Trying passwords so is counted as at the sign-in, and nothing else is let
// through: what was wrong with the form stays wrong.
func TestAgainIsNoWayAround(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	for range perPair.Free + 1 {
		if _, err := s.again(t, ErrLink, "wrong"); !errors.Is(err, ErrLink) {
			t.Fatal(err)
		}
	}
	if _, err := s.again(t, ErrLink, goodPassword); !errors.Is(err, ErrLink) {
		t.Errorf("the right password, too soon after six wrong ones: %v", err)
	}
	for _, refused := range []error{ErrEmail, ErrName, ErrSuspended, &WeakError{Why: TooShort}, &WaitError{}} {
		if _, err := s.again(t, refused, goodPassword); !errors.Is(err, refused) {
			t.Errorf("%v becomes %v", refused, err)
		}
	}
}
