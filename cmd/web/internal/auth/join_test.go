package auth

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"fencepost/store"
)

// ada fills in a form.
var ada = Newcomer{Name: " Ada  Lovelace ", Email: " ada@mail.example ", Password: goodPassword}

func TestRegister(t *testing.T) {
	s := newSite(t)
	in, err := s.accounts.Register(t.Context(), ada, home)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.db.Person(t.Context(), in.Person.ID)
	if err != nil || p.Name != "Ada Lovelace" || p.Email != "ada@mail.example" || p.Role != store.RoleStudent || p.LearnerID == "" {
		t.Errorf("stored %+v, %v", p, err)
	}
	s.wantIn(t, in.Token, true)
	s.signIn(t, "ada@mail.example")
}

// People write their names in any script, joiners and marks among the letters.
func TestNamesAreKeptAsTheyAreWritten(t *testing.T) {
	for _, name := range []string{"Ada Lovelace", "O’Neill", "राम", "क्\u200dषमा", "李小龙", "محمد", "José", "김", "👩\u200d💻", "X Æ A-12"} {
		if got, err := CleanName("  " + name + " "); err != nil || got != name {
			t.Errorf("%q becomes %q, %v", name, got, err)
		}
	}
}

func TestRegisterRefuses(t *testing.T) {
	s := newSite(t)
	s.person(t, "taken@mail.example", store.RoleStudent)
	for _, c := range []struct {
		name string
		n    Newcomer
		want error
	}{
		{"no name", Newcomer{Name: "  ", Email: "a@mail.example", Password: goodPassword}, ErrName},
		{"a long name", Newcomer{Name: strings.Repeat("é", 101), Email: "a@mail.example", Password: goodPassword}, ErrName},
		{"a name that turns text around", Newcomer{Name: "Ada\u202egnp", Email: "a@mail.example", Password: goodPassword}, ErrName},
		{"a name of zero width", Newcomer{Name: "\u200b\u2060\ufeff", Email: "a@mail.example", Password: goodPassword}, ErrName},
		{"a name of blank letters", Newcomer{Name: "\u3164\u115f \uffa0\u2800", Email: "a@mail.example", Password: goodPassword}, ErrName},
		{"a name of marks alone", Newcomer{Name: "\u0301\ufe0f", Email: "a@mail.example", Password: goodPassword}, ErrName},
		{"a null in the name", Newcomer{Name: "Ada\x00", Email: "a@mail.example", Password: goodPassword}, ErrName},
		{"no address", Newcomer{Name: "Ada", Password: goodPassword}, ErrEmail},
		{"two addresses", Newcomer{Name: "Ada", Email: "a@mail.example, b@mail.example", Password: goodPassword}, ErrEmail},
		{"a name in the address", Newcomer{Name: "Ada", Email: "Ada <a@mail.example>", Password: goodPassword}, ErrEmail},
		{"a header in the address", Newcomer{Name: "Ada", Email: "a@mail.example\r\nBcc: b@mail.example", Password: goodPassword}, ErrEmail},
		{"a long address", Newcomer{Name: "Ada", Email: strings.Repeat("a", 250) + "@mail.example", Password: goodPassword}, ErrEmail},
		{"an address in use", Newcomer{Name: "Ada", Email: "Taken@MAIL.example", Password: goodPassword}, ErrTaken},
	} {
		if _, err := s.accounts.Register(t.Context(), c.n, home); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	_, err := s.accounts.Register(t.Context(), Newcomer{Name: "Ada", Email: "a@mail.example", Password: "a@mail.example!"}, home)
	if got := why(t, err); got != AboutYou {
		t.Errorf("the address as password: %v", err)
	}
}

func TestTheFirstLinkMakesAnAdminOnce(t *testing.T) {
	s := newSite(t)
	old, err := s.accounts.FirstLink(t.Context())
	if err != nil || old == "" {
		t.Fatalf("no link on an empty site: %v", err)
	}
	link, err := s.accounts.FirstLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.accounts.JoinByLink(t.Context(), old, store.LinkFirst, ada, home); !errors.Is(err, ErrLink) {
		t.Errorf("the link of the start before: %v", err)
	}
	in, err := s.accounts.JoinByLink(t.Context(), link, store.LinkFirst, ada, home)
	if err != nil || in.Person.Role != store.RoleAdmin {
		t.Fatalf("%+v, %v", in.Person, err)
	}
	bea := Newcomer{Name: "Bea", Email: "bea@mail.example", Password: goodPassword}
	if _, err := s.accounts.JoinByLink(t.Context(), link, store.LinkFirst, bea, home); !errors.Is(err, ErrLink) {
		t.Errorf("used twice: %v", err)
	}
	if again, err := s.accounts.FirstLink(t.Context()); again != "" || err != nil {
		t.Errorf("another first link %q, %v", again, err)
	}
}

func TestOfManyAtOnceOneUsesTheLink(t *testing.T) {
	s := newSite(t)
	link, err := s.accounts.FirstLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var joined atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			n := Newcomer{Name: "Ada", Email: string(rune('a'+i)) + "@mail.example", Password: goodPassword}
			_, err := s.accounts.JoinByLink(t.Context(), link, store.LinkFirst, n, home)
			switch {
			case err == nil:
				joined.Add(1)
			case !errors.Is(err, ErrLink):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if joined.Load() != 1 {
		t.Errorf("%d joined by one link", joined.Load())
	}
}

func TestLinksExpireAndKeepToTheirPurpose(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", store.RoleStudent)
	reset, err := s.accounts.ResetLink(t.Context(), Who{}, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	invite, err := s.accounts.InviteLink(t.Context(), Who{}, "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, purpose := range []store.Purpose{store.LinkFirst, store.LinkInvite} {
		if _, err := s.accounts.JoinByLink(t.Context(), reset, purpose, ada, home); !errors.Is(err, ErrLink) {
			t.Errorf("a reset as %s: %v", purpose, err)
		}
	}
	if _, err := s.accounts.JoinByLink(t.Context(), reset, store.LinkReset, ada, home); !errors.Is(err, ErrLink) {
		t.Errorf("an account by a reset: %v", err)
	}
	if _, err := s.accounts.ResetByLink(t.Context(), invite, store.LinkInvite, otherPassword, home); !errors.Is(err, ErrLink) {
		t.Errorf("a reset by an invitation that names nobody: %v", err)
	}
	s.clock.forward(ResetAge)
	if _, err := s.accounts.Peek(t.Context(), reset, store.LinkReset); !errors.Is(err, ErrLink) {
		t.Errorf("a reset after %s: %v", ResetAge, err)
	}
	if _, err := s.accounts.Peek(t.Context(), invite, store.LinkInvite); err != nil {
		t.Errorf("an invitation after %s: %v", ResetAge, err)
	}
	s.clock.forward(InviteAge)
	if _, err := s.accounts.JoinByLink(t.Context(), invite, store.LinkInvite, ada, home); !errors.Is(err, ErrLink) {
		t.Errorf("an invitation after its time: %v", err)
	}
}

func TestResetByLink(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", store.RoleStudent)
	before := s.signIn(t, "ada@mail.example")
	link, err := s.accounts.ResetLink(t.Context(), Who{}, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.accounts.ResetByLink(t.Context(), link, store.LinkReset, "short", home); why(t, err) != TooShort {
		t.Errorf("a short password: %v", err)
	}
	in, err := s.accounts.ResetByLink(t.Context(), link, store.LinkReset, otherPassword, home)
	if err != nil {
		t.Fatalf("the link after a refused password: %v", err)
	}
	s.wantIn(t, in.Token, true)
	s.wantIn(t, before.Token, false)
	if _, err := s.accounts.ResetByLink(t.Context(), link, store.LinkReset, goodPassword, home); !errors.Is(err, ErrLink) {
		t.Errorf("used twice: %v", err)
	}
	if _, err := s.accounts.SignIn(t.Context(), Credentials{Email: p.Email, Password: goodPassword}, home); !errors.Is(err, ErrRefused) {
		t.Errorf("the old password: %v", err)
	}
	if _, err := s.accounts.SignIn(t.Context(), Credentials{Email: p.Email, Password: otherPassword}, home); err != nil {
		t.Errorf("the new password: %v", err)
	}
}

// An invitation sets a first password; it must not open an account in use.
func TestAnInvitationSetsAFirstPasswordOnly(t *testing.T) {
	s := newSite(t)
	p, err := s.accounts.NewPerson("Bea", "bea@mail.example", store.RoleStudent)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.db.AddPerson(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	invite, err := s.accounts.InviteLink(t.Context(), Who{}, "", p.ID)
	if err != nil {
		t.Fatal(err)
	}
	reset, err := s.accounts.ResetLink(t.Context(), Who{}, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.accounts.JoinByLink(t.Context(), invite, store.LinkInvite, ada, home); !errors.Is(err, ErrLink) {
		t.Errorf("another account by an invitation that names somebody: %v", err)
	}
	if _, err := s.accounts.ResetByLink(t.Context(), reset, store.LinkReset, goodPassword, home); err != nil {
		t.Fatal(err)
	}
	if _, err := s.accounts.ResetByLink(t.Context(), invite, store.LinkInvite, otherPassword, home); !errors.Is(err, ErrLink) {
		t.Errorf("a second password by the invitation: %v", err)
	}

	fresh, err := s.accounts.NewPerson("Cy", "cy@mail.example", store.RoleStudent)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.db.AddPerson(t.Context(), fresh); err != nil {
		t.Fatal(err)
	}
	if invite, err = s.accounts.InviteLink(t.Context(), Who{}, "", fresh.ID); err != nil {
		t.Fatal(err)
	}
	if in, err := s.accounts.ResetByLink(t.Context(), invite, store.LinkInvite, otherPassword, home); err != nil || in.Person.ID != fresh.ID {
		t.Errorf("a first password by an invitation: %+v, %v", in.Person, err)
	}
}

// Whoever changes the password because a stranger had a link made is rid of it.
func TestANewPasswordRetiresALink(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", store.RoleStudent)
	in := s.signIn(t, "ada@mail.example")
	for _, c := range []struct {
		name   string
		change func() error
	}{
		{"by the person", func() error {
			_, err := s.accounts.ChangePassword(t.Context(), in.Who, goodPassword, otherPassword)
			return err
		}},
		{"by the operator", func() error { return s.accounts.SetPassword(t.Context(), p, goodPassword) }},
	} {
		link, err := s.accounts.ResetLink(t.Context(), Who{}, p.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.change(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if _, err := s.accounts.Peek(t.Context(), link, store.LinkReset); !errors.Is(err, ErrLink) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A link lets its owner in while somebody guesses at the account.
func TestALinkIsNotDelayed(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", store.RoleStudent)
	s.failing(t, p.Email, 80, at(home))
	link, err := s.accounts.ResetLink(t.Context(), Who{}, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.accounts.ResetByLink(t.Context(), link, store.LinkReset, otherPassword, home); err != nil {
		t.Error(err)
	}
}
