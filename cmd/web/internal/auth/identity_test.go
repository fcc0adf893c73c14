package auth

import (
	"errors"
	"testing"

	"fencepost/store"
)

func TestAccountsAreNotLinkedByAddress(t *testing.T) {
	for _, c := range []struct {
		name     string
		role     store.Role
		password bool
		verified any
		want     error
		adopted  bool
	}{
		{"verified, but the account has a password", store.RoleStudent, true, true, ErrLinkFirst, false},
		{"verified, a student from a roster", store.RoleStudent, false, true, nil, true},
		{"verified as a text", store.RoleStudent, false, "true", nil, true},
		{"verified, an instructor from a roster", store.RoleInstructor, false, true, ErrLinkFirst, false},
		{"verified, an admin", store.RoleAdmin, true, true, ErrLinkFirst, false},
		{"not verified, a student from a roster", store.RoleStudent, false, false, nil, false},
		{"not said, an admin", store.RoleAdmin, true, nil, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t)
			at := newProvider(t, s.clock)
			there, err := s.accounts.NewPerson("Ada", "ada@mail.example", c.role)
			if err != nil {
				t.Fatal(err)
			}
			if c.password {
				there.PasswordHash = "$argon2id$…"
			}
			if err := s.db.AddPerson(t.Context(), there); err != nil {
				t.Fatal(err)
			}
			at.claim = map[string]any{"email": "ADA@mail.example", "email_verified": c.verified}
			back, err := trip(t, NewProvider(s.accounts, at.options()), at, Who{})
			if !errors.Is(err, c.want) || (back.Person.ID == there.ID) != c.adopted {
				t.Errorf("%v, adopted %t; want %v, %t", err, back.Person.ID == there.ID, c.want, c.adopted)
			}
			if err == nil && !c.adopted && (back.Person.Email != "" || back.Person.Role != store.RoleStudent) {
				t.Errorf("a new account %+v, want a student without an address", back.Person)
			}
		})
	}
}

func TestAnAccountFromARosterIsAdoptedOnce(t *testing.T) {
	s := newSite(t)
	at := newProvider(t, s.clock)
	p := NewProvider(s.accounts, at.options())
	there, _ := s.accounts.NewPerson("Ada", "ada@mail.example", store.RoleStudent)
	if err := s.db.AddPerson(t.Context(), there); err != nil {
		t.Fatal(err)
	}
	at.claim = map[string]any{"email": "ada@mail.example", "email_verified": true}
	if _, err := trip(t, p, at, Who{}); err != nil {
		t.Fatal(err)
	}
	at.claim["sub"] = "another"
	if _, err := trip(t, p, at, Who{}); !errors.Is(err, ErrLinkFirst) {
		t.Errorf("a second subject with the address: %v", err)
	}
}

func TestLinkAProviderToAnAccount(t *testing.T) {
	s := newSite(t)
	at := newProvider(t, s.clock)
	p := NewProvider(s.accounts, at.options())
	s.person(t, "ada@mail.example", store.RoleAdmin)
	s.person(t, "eve@mail.example", store.RoleStudent)
	ada, eve := s.signIn(t, "ada@mail.example"), s.signIn(t, "eve@mail.example")

	going, err := p.Begin(t.Context(), ada.Who, "/account")
	if err != nil {
		t.Fatal(err)
	}
	q := at.authorize(going.URL)
	for name, w := range map[string]Who{"somebody else": eve.Who, "nobody": {}} {
		if _, err := p.Finish(t.Context(), going.Cookie, q, w, home); !errors.Is(err, ErrFlow) {
			t.Errorf("completed by %s: %v", name, err)
		}
	}
	back, err := p.Finish(t.Context(), going.Cookie, q, ada.Who, home)
	if err != nil || !back.Linked || back.Token != "" || back.Path != "/account" {
		t.Fatalf("%+v, %v", back, err)
	}
	in, err := trip(t, p, at, Who{})
	if err != nil || in.Person.ID != ada.Person.ID {
		t.Errorf("signs in as %+v, %v", in.Person, err)
	}
	if _, err := trip(t, p, at, eve.Who); !errors.Is(err, ErrTaken) {
		t.Errorf("linked to a second account: %v", err)
	}
	list, err := s.accounts.Identities(t.Context(), ada.Who)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if err := s.accounts.Unlink(t.Context(), eve.Who, list[0].Issuer, list[0].Subject); err != nil {
		t.Fatal(err)
	}
	if in, err := trip(t, p, at, Who{}); err != nil || in.Person.ID != ada.Person.ID {
		t.Errorf("after another unlinked it: %+v, %v", in.Person, err)
	}
	s.clock.forward(fresh)
	if _, err := p.Begin(t.Context(), ada.Who, "/"); !errors.Is(err, ErrNotFresh) {
		t.Errorf("in a session left open: %v", err)
	}
}

func TestTheLastWayInStays(t *testing.T) {
	s := newSite(t)
	at := newProvider(t, s.clock)
	back, err := trip(t, NewProvider(s.accounts, at.options()), at, Who{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.accounts.Unlink(t.Context(), back.Who, at.URL, "42"); !errors.Is(err, ErrLastWay) {
		t.Errorf("%v, want ErrLastWay", err)
	}
}
