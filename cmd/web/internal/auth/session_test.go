package auth

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fencepost/store"
)

func TestTheStoreNeverHoldsAToken(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", store.RoleStudent)
	in := s.signIn(t, "ada@mail.example")
	list, err := s.db.Sessions(t.Context(), p.ID)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d sessions, %v", len(list), err)
	}
	want, _ := HashToken(in.Token)
	if !bytes.Equal(list[0].TokenHash, want) || strings.Contains(string(list[0].TokenHash), in.Token) {
		t.Errorf("stored %x, want the hash %x", list[0].TokenHash, want)
	}
}

func TestSessionsExpire(t *testing.T) {
	day := 24 * time.Hour
	for _, c := range []struct {
		name  string
		role  store.Role
		steps []time.Duration // the person is seen after each
		want  error
	}{
		{"student, after 13 days", store.RoleStudent, []time.Duration{13 * day}, nil},
		{"student, idle for 14 days", store.RoleStudent, []time.Duration{14 * day}, ErrSignedOut},
		{"student, daily for 29 days", store.RoleStudent, slices.Repeat([]time.Duration{day}, 29), nil},
		{"student, daily for 30 days", store.RoleStudent, slices.Repeat([]time.Duration{day}, 30), ErrSignedOut},
		{"instructor, after 119 minutes", store.RoleInstructor, []time.Duration{119 * time.Minute}, nil},
		{"instructor, idle for 2 hours", store.RoleInstructor, []time.Duration{2 * time.Hour}, ErrSignedOut},
		{"instructor, hourly for 23 hours", store.RoleInstructor, slices.Repeat([]time.Duration{time.Hour}, 23), nil},
		{"instructor, hourly for 24 hours", store.RoleInstructor, slices.Repeat([]time.Duration{time.Hour}, 24), ErrSignedOut},
		{"admin, idle for 2 hours", store.RoleAdmin, []time.Duration{2 * time.Hour}, ErrSignedOut},
		{"clock ten years back", store.RoleStudent, []time.Duration{-10 * 365 * day}, ErrSignedOut},
		{"clock an hour back", store.RoleStudent, []time.Duration{-time.Hour}, nil},
		{"clock a day ahead and back", store.RoleStudent, []time.Duration{day, -day}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t)
			s.person(t, "ada@mail.example", c.role)
			in := s.signIn(t, "ada@mail.example")
			var err error
			for i, d := range c.steps {
				s.clock.forward(d)
				if _, err = s.who(t, in.Token); err != nil && i < len(c.steps)-1 {
					t.Fatalf("step %d: %v", i, err)
				}
			}
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

// A sign-in is good for changes to the account for a quarter of an hour, by a
// clock that goes on and by one that is set back.
func TestASignInIsFreshForAWhile(t *testing.T) {
	for after, want := range map[time.Duration]bool{
		0: true, 14 * time.Minute: true, 15 * time.Minute: false, 24 * time.Hour: false,
		-14 * time.Minute: true, -15 * time.Minute: false, -23 * time.Hour: false,
	} {
		s := newSite(t)
		s.person(t, "ada@mail.example", store.RoleStudent)
		in := s.signIn(t, "ada@mail.example")
		s.clock.forward(after)
		w, err := s.who(t, in.Token)
		if got := s.accounts.Fresh(w); err != nil || got != want {
			t.Errorf("after %v: %v (%v), want %v", after, got, err, want)
		}
	}
}

// Seen is stored once a minute, not at each request.
func TestSeenIsStoredOnceAMinute(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", store.RoleStudent)
	in := s.signIn(t, "ada@mail.example")
	start := s.clock.at.UnixMilli()
	for _, c := range []struct {
		after time.Duration
		want  int64
	}{{30 * time.Second, 0}, {29 * time.Second, 0}, {time.Second, 60_000}, {59 * time.Second, 60_000}} {
		s.clock.forward(c.after)
		if _, err := s.who(t, in.Token); err != nil {
			t.Fatal(err)
		}
		list, err := s.db.Sessions(t.Context(), p.ID)
		if err != nil || list[0].SeenMS-start != c.want {
			t.Errorf("seen after %d ms (%v), want %d", list[0].SeenMS-start, err, c.want)
		}
	}
}

func TestATokenThatIsNoneOpensNothing(t *testing.T) {
	s := newSite(t)
	for _, token := range []string{"", "x", NewToken(), strings.Repeat("A", 43), "' OR 1=1 --"} {
		if w, err := s.who(t, token); !errors.Is(err, ErrSignedOut) || w.In() {
			t.Errorf("%q: %v", token, err)
		}
	}
}

// The class of a suspended person who enters by another door (CVE-2025-67848).
func TestASuspendedPersonIsOutByEveryDoor(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", store.RoleStudent)
	one, two := s.signIn(t, "ada@mail.example"), s.signIn(t, "ada@mail.example")
	link, err := s.accounts.ResetLink(t.Context(), Who{}, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.db.Suspend(t.Context(), p.ID, s.clock.at.UnixMilli()); err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{one.Token, two.Token} {
		if _, err := s.who(t, token); !errors.Is(err, ErrSignedOut) {
			t.Errorf("by a session: %v", err)
		}
	}
	if _, err := s.accounts.SignIn(t.Context(), Credentials{Email: "ada@mail.example", Password: goodPassword}, home); !errors.Is(err, ErrSuspended) {
		t.Errorf("by password: %v", err)
	}
	if _, err := s.accounts.SignIn(t.Context(), Credentials{Email: "ada@mail.example", Password: "wrong"}, home); !errors.Is(err, ErrRefused) {
		t.Errorf("by a wrong password: %v; that the account is suspended is not for others to know", err)
	}
	if _, err := s.accounts.ResetByLink(t.Context(), link, store.LinkReset, otherPassword, home); !errors.Is(err, ErrSuspended) && !errors.Is(err, ErrLink) {
		t.Errorf("by a link: %v", err)
	}
	if _, _, ok, err := s.accounts.MailReset(t.Context(), "ada@mail.example"); ok || err != nil {
		t.Errorf("by mail: %t, %v", ok, err)
	}
	if _, err := s.accounts.open(t.Context(), p, home, "test", false); !errors.Is(err, ErrSuspended) {
		t.Errorf("suspended while signing in: %v", err)
	}
	if err := s.db.Suspend(t.Context(), p.ID, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := s.who(t, one.Token); !errors.Is(err, ErrSignedOut) {
		t.Errorf("a session from before is back: %v", err)
	}
	s.clock.forward(countWindow)
	s.signIn(t, "ada@mail.example")
}

func TestARoleChangeEndsSessions(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", store.RoleAdmin)
	s.person(t, "bea@mail.example", store.RoleAdmin)
	in := s.signIn(t, "ada@mail.example")
	if err := s.db.SetRole(t.Context(), p.ID, store.RoleStudent); err != nil {
		t.Fatal(err)
	}
	if _, err := s.who(t, in.Token); !errors.Is(err, ErrSignedOut) {
		t.Errorf("still in: %v", err)
	}
}

func TestSessionsAreListedAndRevoked(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	s.person(t, "eve@mail.example", store.RoleStudent)
	phone := s.signIn(t, "ada@mail.example")
	s.clock.forward(time.Second)
	laptop := s.signIn(t, "ada@mail.example")
	s.clock.forward(time.Second)
	here := s.signIn(t, "ada@mail.example")
	eve := s.signIn(t, "eve@mail.example")

	list, err := s.accounts.Sessions(t.Context(), here.Who)
	if err != nil || len(list) != 3 || list[0].ID != here.Session.ID || list[2].ID != phone.Session.ID || list[0].Address != home.Address {
		t.Fatalf("list %+v, %v; want three, newest first", list, err)
	}
	// Another's session by its id: nothing happens.
	if err := s.accounts.Revoke(t.Context(), eve.Who, phone.Session.ID); err != nil {
		t.Fatal(err)
	}
	s.wantIn(t, phone.Token, true)
	if err := s.accounts.Revoke(t.Context(), here.Who, phone.Session.ID); err != nil {
		t.Fatal(err)
	}
	s.wantIn(t, phone.Token, false)
	s.wantIn(t, laptop.Token, true)
	if err := s.accounts.RevokeOthers(t.Context(), here.Who); err != nil {
		t.Fatal(err)
	}
	s.wantIn(t, laptop.Token, false)
	s.wantIn(t, here.Token, true)
	s.wantIn(t, eve.Token, true)
	if err := s.accounts.SignOut(t.Context(), here.Token); err != nil {
		t.Fatal(err)
	}
	s.wantIn(t, here.Token, false)
	if err := s.accounts.SignOut(t.Context(), here.Token); err != nil {
		t.Errorf("signing out twice: %v", err)
	}
}

// wantIn checks whether a token opens a session.
func (s *testSite) wantIn(t *testing.T, token string, want bool) {
	t.Helper()
	if w, err := s.who(t, token); w.In() != want || !want && !errors.Is(err, ErrSignedOut) {
		t.Errorf("in: %t (%v), want %t", w.In(), err, want)
	}
}

func TestPurgeTakesOnlyWhatHasExpired(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	for range 3 {
		s.signIn(t, "ada@mail.example")
	}
	s.clock.forward(10 * 24 * time.Hour)
	young := s.signIn(t, "ada@mail.example")
	s.clock.forward(10 * 24 * time.Hour)
	if err := s.accounts.Purge(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	list, err := s.db.Sessions(t.Context(), young.Person.ID)
	if err != nil || len(list) != 1 || list[0].ID != young.Session.ID {
		t.Errorf("left %+v, %v; want the younger one", list, err)
	}
}

func TestHeadersAreMadeFitToStore(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	v := Visit{Address: strings.Repeat("9", 100), Agent: "Fire\x00fox\xff\n" + strings.Repeat("é", 200)}
	in, err := s.accounts.SignIn(t.Context(), Credentials{Email: "ada@mail.example", Password: goodPassword}, v)
	if err != nil {
		t.Fatal(err)
	}
	if want := "Firefox" + strings.Repeat("é", 96); in.Session.UserAgent != want || len(in.Session.Address) != 64 {
		t.Errorf("agent %q, address %q", in.Session.UserAgent, in.Session.Address)
	}
}

func BenchmarkWho(b *testing.B) {
	s := newSite(b)
	s.person(b, "ada@mail.example", store.RoleStudent)
	in := s.signIn(b, "ada@mail.example")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.accounts.Who(b.Context(), in.Token); err != nil {
			b.Fatal(err)
		}
	}
}
