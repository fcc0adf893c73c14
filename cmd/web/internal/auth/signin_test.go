package auth

import (
	"errors"
	"testing"

	"fencepost/store"
)

func TestSignIn(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "Ada@Mail.example", store.RoleStudent)
	in := s.signIn(t, "  ada@mail.EXAMPLE ")
	w, err := s.who(t, in.Token)
	if err != nil || w.Person.ID != p.ID || w.Stage != FullySigned || !w.In() {
		t.Errorf("signed in as %+v, %v", w, err)
	}
	for _, c := range []Credentials{
		{Email: "ada@mail.example", Password: "wrong"},
		{Email: "ada@mail.example"},
		{Email: "ada@mail.example", Password: goodPassword + "\x00"},
		{Email: "nobody@mail.example", Password: goodPassword},
		{Email: "", Password: goodPassword},
		{Email: "ada\x00@mail.example", Password: goodPassword},
		{Email: "\xff", Password: goodPassword},
	} {
		if _, err := s.accounts.SignIn(t.Context(), c, Visit{Address: NewToken()}); !errors.Is(err, ErrRefused) {
			t.Errorf("%q with %q: %v, want ErrRefused", c.Email, c.Password, err)
		}
	}
}

func TestEachSignInHasATokenOfItsOwn(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	one, two := s.signIn(t, "ada@mail.example"), s.signIn(t, "ada@mail.example")
	if one.Token == two.Token {
		t.Error("two sign-ins have one token")
	}
}

// An account that does not exist, one without a password and one with another
// password are refused by the same words after the same work: the hasher was
// asked once for each.
func TestUnknownAccountsCostTheSame(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	bare, err := s.accounts.NewPerson("Bea", "bea@mail.example", store.RoleStudent)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.db.AddPerson(t.Context(), bare); err != nil {
		t.Fatal(err)
	}
	h := s.accounts.hasher // with its queue full, whoever asks for a hash is told ErrBusy
	for range cap(h.waiting) {
		h.waiting <- struct{}{}
	}
	for _, email := range []string{"ada@mail.example", "bea@mail.example", "nobody@mail.example", ""} {
		if _, err := s.accounts.SignIn(t.Context(), Credentials{Email: email, Password: "wrong"}, home); !errors.Is(err, ErrBusy) {
			t.Errorf("%q: %v; want ErrBusy, for the hash must be asked for", email, err)
		}
	}
	for range cap(h.waiting) {
		<-h.waiting
	}
	for _, email := range []string{"ada@mail.example", "bea@mail.example", "nobody@mail.example"} {
		_, err := s.accounts.SignIn(t.Context(), Credentials{Email: email, Password: "wrong"}, Visit{Address: "198.51.100.1"})
		if err == nil || err.Error() != ErrRefused.Error() {
			t.Errorf("%s: %v", email, err)
		}
	}
}

func TestAStaleHashIsMadeAnewAtSignIn(t *testing.T) {
	old := quick
	old.Memory = 32
	s := newSite(t, func(o *Options) { o.Hasher = hasher(t, old, 1) })
	p := s.person(t, "ada@mail.example", store.RoleStudent)
	s.accounts.hasher = hasher(t, quick, 1)
	in := s.signIn(t, "ada@mail.example")
	after, err := s.db.Person(t.Context(), p.ID)
	if err != nil || after.PasswordHash == p.PasswordHash {
		t.Errorf("the hash is the old one (%v)", err)
	}
	if !knownDevice(after, in.Device) {
		t.Error("the device is not known under the new hash")
	}
	s.wantIn(t, in.Token, true)
	s.signIn(t, "ada@mail.example")
}

func TestSignInsStandInTheAuditLog(t *testing.T) {
	s := newSite(t)
	admin := s.person(t, "root@mail.example", store.RoleAdmin)
	p := s.person(t, "ada@mail.example", store.RoleStudent)
	s.signIn(t, "ada@mail.example")
	l, err := s.db.Entries(t.Context(), store.ScopeOf(admin), "session.open", store.Page{})
	if err != nil || len(l.Rows) != 1 {
		t.Fatalf("%d entries, %v", len(l.Rows), err)
	}
	if e := l.Rows[0]; e.ActorID != p.ID || e.Object != p.ID || string(e.Detail) != `{"by":"password"}` {
		t.Errorf("entry %+v", e)
	}
}
