package auth

import (
	"errors"
	"net/url"
	"testing"
	"time"

	"fencepost/store"
)

// offered is a sign-in by passkey that was begun.
func (s *testSite) offered(t *testing.T) []byte {
	t.Helper()
	options, err := s.accounts.OfferSignIn(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	return options
}

func TestAPasskeyAloneSignsIn(t *testing.T) {
	s := newSite(t, demanding)
	ada := s.person(t, "ada@mail.example", store.RoleInstructor)
	key, _ := s.enrolled(t, "ada@mail.example")
	options := s.offered(t)
	if allow := readAsked(t, options).PublicKey.Allow; len(allow) != 0 {
		t.Errorf("the offer names %v; whose it is, the passkey says", allow)
	}
	in, err := s.accounts.SignInByPasskey(t.Context(), key.get(t, options), home)
	if err != nil || in.Person.ID != ada.ID || in.Stage != FullySigned {
		t.Fatalf("%s at stage %d, %v", in.Person.Email, in.Stage, err)
	}
	s.wantIn(t, in.Token, true)
	list, err := s.accounts.Factors(t.Context(), in.Who)
	if err != nil || list[0].UsedMS == 0 {
		t.Errorf("factors %v, %v; want the use noted", list, err)
	}
}

func TestAnAnswerSignsInOnceAndForAWhile(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	key, _ := s.enrolled(t, "ada@mail.example")
	answer := key.get(t, s.offered(t))
	if _, err := s.accounts.SignInByPasskey(t.Context(), answer, home); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := s.accounts.SignInByPasskey(t.Context(), answer, home); !errors.Is(err, ErrCode) {
			t.Errorf("the same answer again: %v, want ErrCode", err)
		}
	}
	options := s.offered(t)
	s.clock.forward(ceremony + time.Millisecond)
	if _, err := s.accounts.SignInByPasskey(t.Context(), key.get(t, options), home); !errors.Is(err, ErrCode) {
		t.Errorf("after %s: %v, want ErrCode", ceremony, err)
	}
}

func TestSignInsByPasskeyThatAreRefused(t *testing.T) {
	for name, answer := range map[string]func(t *testing.T, s *testSite, key *authenticator) []byte{
		"of a challenge that nobody gave out": func(t *testing.T, _ *testSite, key *authenticator) []byte {
			return key.get(t, []byte(`{"publicKey":{"challenge":"`+b64(make([]byte, 32))+`","rpId":"learn.example"}}`))
		},
		"of another site": func(t *testing.T, s *testSite, key *authenticator) []byte {
			key.origin = "https://learn.example.evil.test"
			return key.get(t, s.offered(t))
		},
		"without a look at who holds it": func(t *testing.T, s *testSite, key *authenticator) []byte {
			key.blind = true
			return key.get(t, s.offered(t))
		},
		"in the name of another": func(t *testing.T, s *testSite, key *authenticator) []byte {
			key.user = b64([]byte(s.person(t, "bea@mail.example", store.RoleStudent).ID))
			return key.get(t, s.offered(t))
		},
		"in nobody's name": func(t *testing.T, s *testSite, key *authenticator) []byte {
			key.user = ""
			return key.get(t, s.offered(t))
		},
		"in the name of no account": func(t *testing.T, s *testSite, key *authenticator) []byte {
			key.user = b64([]byte("nobody"))
			return key.get(t, s.offered(t))
		},
		"of another key": func(t *testing.T, s *testSite, key *authenticator) []byte {
			other := newAuthenticator(t)
			other.id, other.user, other.counter = key.id, key.user, 10
			return other.get(t, s.offered(t))
		},
		"copied, counter behind": func(t *testing.T, s *testSite, key *authenticator) []byte {
			key.counter = 0
			return key.get(t, s.offered(t))
		},
		"no JSON": func(*testing.T, *testSite, *authenticator) []byte { return []byte("{") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.person(t, "ada@mail.example", store.RoleStudent)
			key, _ := s.enrolled(t, "ada@mail.example")
			if in, err := s.accounts.SignInByPasskey(t.Context(), answer(t, s, key), home); !errors.Is(err, ErrCode) {
				t.Errorf("%s is in, %v; want ErrCode", in.Person.Email, err)
			}
		})
	}
}

func TestASuspendedPersonsPasskeyOpensNothing(t *testing.T) {
	s := newSite(t)
	ada := s.person(t, "ada@mail.example", store.RoleStudent)
	key, _ := s.enrolled(t, "ada@mail.example")
	if err := s.accounts.Suspend(t.Context(), ada, true); err != nil {
		t.Fatal(err)
	}
	if _, err := s.accounts.SignInByPasskey(t.Context(), key.get(t, s.offered(t)), home); !errors.Is(err, ErrSuspended) {
		t.Errorf("%v, want ErrSuspended", err)
	}
}

func TestPasskeyOffersAreLimitedAndNotEverywhere(t *testing.T) {
	s := newSite(t)
	for range perAddress.Free + 1 {
		s.offered(t)
	}
	var wait *WaitError
	if _, err := s.accounts.OfferSignIn(t.Context(), home); !errors.As(err, &wait) {
		t.Errorf("offer %d of one address: %v, want a wait", perAddress.Free+2, err)
	}
	plain := newSite(t, func(o *Options) { o.Base = &url.URL{Scheme: "http", Host: "learn.example"} })
	if _, err := plain.accounts.OfferSignIn(t.Context(), home); !errors.Is(err, ErrNoPasskeys) {
		t.Errorf("over plain HTTP: %v, want ErrNoPasskeys", err)
	}
	if _, err := plain.accounts.SignInByPasskey(t.Context(), nil, home); !errors.Is(err, ErrNoPasskeys) {
		t.Errorf("over plain HTTP: %v, want ErrNoPasskeys", err)
	}
}
