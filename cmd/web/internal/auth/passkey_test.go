package auth

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"fencepost/store"
)

func TestPasskeyFromOfferToSignIn(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleInstructor)
	in := s.signIn(t, "ada@mail.example")
	key := newAuthenticator(t)
	offer, err := s.accounts.OfferPasskey(t.Context(), in.Who)
	if err != nil {
		t.Fatal(err)
	}
	done, err := s.accounts.AddPasskey(t.Context(), in.Who, offer.Seal, "", key.create(t, offer.Options))
	if err != nil || len(done.Recovery) != 10 || done.Stage != FullySigned {
		t.Fatalf("stage %d, %v", done.Stage, err)
	}
	s.wantIn(t, in.Token, false)

	pending := s.signIn(t, "ada@mail.example")
	asked, err := s.accounts.AskPasskey(t.Context(), pending.Who)
	if err != nil {
		t.Fatal(err)
	}
	answer := key.get(t, asked.Options)
	through, err := s.accounts.PassPasskey(t.Context(), pending.Who, asked.Seal, answer)
	if err != nil || through.Stage != FullySigned {
		t.Fatalf("stage %d, %v", through.Stage, err)
	}
	s.wantIn(t, through.Token, true)
	// The same assertion in the session that it opened: its seal died with the token.
	if _, err := s.accounts.PassPasskey(t.Context(), through.Who, asked.Seal, answer); !errors.Is(err, ErrSeal) {
		t.Errorf("an assertion used twice: %v", err)
	}
	list, err := s.accounts.Factors(t.Context(), through.Who)
	if err != nil || list[0].Kind != store.FactorPasskey || list[0].Name != "Passkey" || list[0].UsedMS == 0 {
		t.Errorf("factor %+v, %v", list, err)
	}
}

// enrolled gives a person a passkey and signs in anew, up to the factor.
func (s *testSite) enrolled(t *testing.T, email string) (*authenticator, SignedIn) {
	t.Helper()
	in, key := s.signIn(t, email), newAuthenticator(t)
	offer, err := s.accounts.OfferPasskey(t.Context(), in.Who)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.accounts.AddPasskey(t.Context(), in.Who, offer.Seal, "", key.create(t, offer.Options)); err != nil {
		t.Fatal(err)
	}
	return key, s.signIn(t, email)
}

func TestPasskeysThatAreRefused(t *testing.T) {
	for name, answer := range map[string]func(t *testing.T, key *authenticator, options []byte) []byte{
		"of another site": func(t *testing.T, key *authenticator, options []byte) []byte {
			key.origin = "https://learn.example.evil.test"
			return key.get(t, options)
		},
		"of another key": func(t *testing.T, key *authenticator, options []byte) []byte {
			other := newAuthenticator(t)
			other.id, other.counter = key.id, 10
			return other.get(t, options)
		},
		"not enrolled": func(t *testing.T, _ *authenticator, options []byte) []byte {
			return newAuthenticator(t).get(t, options)
		},
		"copied, counter behind": func(t *testing.T, key *authenticator, options []byte) []byte {
			key.counter = 0
			return key.get(t, options)
		},
		"another challenge": func(t *testing.T, key *authenticator, options []byte) []byte {
			c := readAsked(t, options).PublicKey.Challenge
			return key.get(t, []byte(strings.Replace(string(options), c, b64(make([]byte, 32)), 1)))
		},
		"no JSON": func(*testing.T, *authenticator, []byte) []byte { return []byte("{") },
		"empty":   func(*testing.T, *authenticator, []byte) []byte { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.person(t, "ada@mail.example", store.RoleStudent)
			key, pending := s.enrolled(t, "ada@mail.example")
			asked, err := s.accounts.AskPasskey(t.Context(), pending.Who)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.accounts.PassPasskey(t.Context(), pending.Who, asked.Seal, answer(t, key, asked.Options)); !errors.Is(err, ErrCode) {
				t.Errorf("%v, want ErrCode", err)
			}
			if w, _ := s.who(t, pending.Token); w.In() {
				t.Error("signed in")
			}
		})
	}
}

func TestAPasskeyIsAddedOnce(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	in, key := s.signIn(t, "ada@mail.example"), newAuthenticator(t)
	offer, err := s.accounts.OfferPasskey(t.Context(), in.Who)
	if err != nil {
		t.Fatal(err)
	}
	answer := key.create(t, offer.Options)
	done, err := s.accounts.AddPasskey(t.Context(), in.Who, offer.Seal, "", answer)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.accounts.AddPasskey(t.Context(), done.Who, offer.Seal, "", answer); !errors.Is(err, ErrSeal) {
		t.Errorf("the same ceremony again: %v", err)
	}
	second, err := s.accounts.OfferPasskey(t.Context(), done.Who)
	if err != nil {
		t.Fatal(err)
	}
	if ex := readAsked(t, second.Options).PublicKey.Exclude; len(ex) != 1 || ex[0].ID != b64(key.id) {
		t.Errorf("excluded %v, want the key there is", ex)
	}
	if _, err := s.accounts.AddPasskey(t.Context(), done.Who, second.Seal, "", key.create(t, second.Options)); !errors.Is(err, ErrCode) {
		t.Errorf("the same key again: %v", err)
	}
}

func TestWherePasskeysAreOffered(t *testing.T) {
	for address, want := range map[string]bool{
		"https://learn.example": true, "https://learn.example:8443/course": true, "http://localhost:8080": true,
		"http://learn.example": false, "https://192.0.2.7": false, "http://[::1]:8080": false,
	} {
		s := newSite(t, func(o *Options) { o.Base, _ = url.Parse(address) })
		if s.accounts.Passkeys() != want {
			t.Errorf("%s: %t, want %t", address, !want, want)
		}
	}
}
