package auth

import (
	"errors"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"fencepost/store"
)

// code is what an app shows now.
func (s *testSite) code(t *testing.T, secret string) string {
	t.Helper()
	c, err := totp.GenerateCode(secret, s.clock.at)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// withTOTP gives somebody signed in an app.
func (s *testSite) withTOTP(t *testing.T, in SignedIn) (Enrolled, string) {
	t.Helper()
	offer, err := s.accounts.OfferTOTP(in.Who)
	if err != nil {
		t.Fatal(err)
	}
	done, err := s.accounts.AddTOTP(t.Context(), in.Who, offer.Seal, "Phone", s.code(t, offer.Secret))
	if err != nil {
		t.Fatal(err)
	}
	return done, offer.Secret
}

func TestTOTPFromOfferToSignIn(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleInstructor)
	elsewhere, in := s.signIn(t, "ada@mail.example"), s.signIn(t, "ada@mail.example")
	done, secret := s.withTOTP(t, in)
	s.wantIn(t, done.Token, true)
	s.wantIn(t, in.Token, false)        // rotated
	s.wantIn(t, elsewhere.Token, false) // never passed the factor
	if len(done.Recovery) != 10 {
		t.Errorf("%d recovery codes, want 10", len(done.Recovery))
	}

	again := s.signIn(t, "ada@mail.example")
	if again.Stage != NeedsFactor || again.In() {
		t.Fatalf("stage %d after the password", again.Stage)
	}
	if _, err := s.accounts.PassTOTP(t.Context(), again.Who, s.code(t, secret)); !errors.Is(err, ErrCode) {
		t.Errorf("the code that added the app, a second time: %v", err)
	}
	s.clock.forward(30 * time.Second)
	through, err := s.accounts.PassTOTP(t.Context(), again.Who, s.code(t, secret))
	if err != nil || through.Stage != FullySigned || through.Token == again.Token {
		t.Fatalf("stage %d, %v", through.Stage, err)
	}
	s.wantIn(t, through.Token, true)
	s.wantIn(t, again.Token, false)
	third := s.signIn(t, "ada@mail.example")
	if _, err := s.accounts.PassTOTP(t.Context(), third.Who, s.code(t, secret)); !errors.Is(err, ErrCode) {
		t.Errorf("a code read over a shoulder: %v", err)
	}
}

// A right password without the second factor opens nothing at all.
func TestAPendingSessionOpensNothing(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleAdmin)
	full, _ := s.withTOTP(t, s.signIn(t, "ada@mail.example"))
	pending := s.signIn(t, "ada@mail.example")
	w, err := s.who(t, pending.Token)
	if err != nil || w.Stage != NeedsFactor {
		t.Fatalf("stage %d, %v", w.Stage, err)
	}
	if got := May(w.Subject(nil), ReadAudit, Object{}); got != SignIn {
		t.Errorf("may read the audit log: %d", got)
	}
	for name, f := range map[string]func() error{
		"change the password": func() error {
			_, err := s.accounts.ChangePassword(t.Context(), w, goodPassword, otherPassword)
			return err
		},
		"end other sessions": func() error { return s.accounts.RevokeOthers(t.Context(), w) },
		"end a session":      func() error { return s.accounts.Revoke(t.Context(), w, full.Session.ID) },
		"list sessions":      func() error { _, err := s.accounts.Sessions(t.Context(), w); return err },
		"offer an app":       func() error { _, err := s.accounts.OfferTOTP(w); return err },
		"offer a passkey":    func() error { _, err := s.accounts.OfferPasskey(t.Context(), w); return err },
		"new recovery codes": func() error { _, err := s.accounts.NewRecovery(t.Context(), w); return err },
		"remove a factor":    func() error { return s.accounts.RemoveFactor(t.Context(), w, "x") },
		"unlink a provider":  func() error { return s.accounts.Unlink(t.Context(), w, "x", "y") },
	} {
		if err := f(); !errors.Is(err, ErrSignedOut) && !errors.Is(err, ErrNotFresh) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.wantIn(t, full.Token, true)
	s.clock.forward(10 * time.Minute)
	if _, err := s.who(t, pending.Token); !errors.Is(err, ErrSignedOut) {
		t.Errorf("after ten minutes: %v", err)
	}
}

func TestCodesCannotBeGuessed(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	s.withTOTP(t, s.signIn(t, "ada@mail.example"))
	waited := 0
	for i := 1; i <= 20 && waited == 0; i++ {
		// A new sign-in each time does not help: the count is the person's.
		in := s.signIn(t, "ada@mail.example")
		pass := s.accounts.PassTOTP
		if i%2 == 0 {
			pass = s.accounts.PassRecovery
		}
		if _, err := pass(t.Context(), in.Who, "000000"); !errors.Is(err, ErrCode) {
			waited = i
		}
	}
	if waited != 7 {
		t.Errorf("the wait began at try %d, want 7", waited)
	}
}

func TestAnOfferIsOneSessionsAndForAWhile(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	s.person(t, "eve@mail.example", store.RoleStudent)
	in, eve := s.signIn(t, "ada@mail.example"), s.signIn(t, "eve@mail.example")
	offer, err := s.accounts.OfferTOTP(in.Who)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.accounts.AddTOTP(t.Context(), eve.Who, offer.Seal, "", s.code(t, offer.Secret)); !errors.Is(err, ErrSeal) {
		t.Errorf("in another's session: %v", err)
	}
	if _, err := s.accounts.AddTOTP(t.Context(), in.Who, offer.Seal, "", "000000"); !errors.Is(err, ErrCode) {
		t.Errorf("with a wrong code: %v", err)
	}
	s.clock.forward(ceremony + time.Second)
	if _, err := s.accounts.AddTOTP(t.Context(), in.Who, offer.Seal, "", s.code(t, offer.Secret)); !errors.Is(err, ErrSeal) {
		t.Errorf("after %s: %v", ceremony, err)
	}
	s.clock.forward(fresh)
	if _, err := s.accounts.OfferTOTP(in.Who); !errors.Is(err, ErrNotFresh) {
		t.Errorf("in a session left open: %v", err)
	}
}

func TestASiteCanDemandAFactor(t *testing.T) {
	s := newSite(t, demanding)
	for _, role := range []store.Role{store.RoleInstructor, store.RoleAdmin, store.RoleStudent} {
		s.person(t, string(role)+"@mail.example", role)
		in := s.signIn(t, string(role)+"@mail.example")
		want, answer := MustAddOne, Strengthen
		if role == store.RoleStudent {
			want, answer = FullySigned, No
		}
		if in.Stage != want {
			t.Errorf("%s: stage %d, want %d", role, in.Stage, want)
		}
		if got := May(in.Subject(nil), MakeCohort, Object{}); got != answer {
			t.Errorf("%s may make a cohort: %d, want %d", role, got, answer)
		}
	}
	// An assistant is a student of the site, who teaches.
	assistant := s.signIn(t, "student@mail.example")
	if got := May(assistant.Subject([]store.Membership{in("here", store.MemberAssistant)}), ReviewWork, theirs); got != Strengthen {
		t.Errorf("an assistant may review: %d", got)
	}

	lecturer := s.signIn(t, "instructor@mail.example")
	done, _ := s.withTOTP(t, lecturer)
	if done.Stage != FullySigned || May(done.Subject(nil), MakeCohort, Object{}) != Yes {
		t.Errorf("with a factor: stage %d", done.Stage)
	}
	list, err := s.accounts.Factors(t.Context(), done.Who)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if err := s.accounts.RemoveFactor(t.Context(), done.Who, list[0].ID); !errors.Is(err, ErrLastFactor) {
		t.Errorf("the last factor: %v", err)
	}
}

func TestRemoveFactor(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	s.person(t, "eve@mail.example", store.RoleStudent)
	done, _ := s.withTOTP(t, s.signIn(t, "ada@mail.example"))
	eve := s.signIn(t, "eve@mail.example")
	list, err := s.accounts.Factors(t.Context(), done.Who)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.accounts.RemoveFactor(t.Context(), eve.Who, list[0].ID); !errors.Is(err, ErrCode) {
		t.Errorf("another's: %v", err)
	}
	if err := s.accounts.RemoveFactor(t.Context(), done.Who, list[0].ID); err != nil {
		t.Fatal(err)
	}
	if in := s.signIn(t, "ada@mail.example"); in.Stage != FullySigned {
		t.Errorf("stage %d without a factor", in.Stage)
	}
}

// Whoever lost phone and codes is helped by the operator, and by nobody less.
func TestTheOperatorClearsLostFactors(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", store.RoleAdmin)
	eve := s.person(t, "eve@mail.example", store.RoleStudent)
	s.withTOTP(t, s.signIn(t, eve.Email))
	done, _ := s.withTOTP(t, s.signIn(t, p.Email))
	if n, err := s.accounts.ClearFactors(t.Context(), p); n != 1 || err != nil {
		t.Fatalf("%d, %v", n, err)
	}
	s.wantIn(t, done.Token, false)
	in := s.signIn(t, p.Email)
	if in.Stage != FullySigned {
		t.Errorf("stage %d after the password", in.Stage)
	}
	if _, err := s.accounts.PassRecovery(t.Context(), in.Who, done.Recovery[0]); !errors.Is(err, ErrCode) {
		t.Errorf("a recovery code from before: %v", err)
	}
	if in := s.signIn(t, eve.Email); in.Stage != NeedsFactor {
		t.Errorf("another's factor is gone: stage %d", in.Stage)
	}
}

// A password reset by a link does not get around the second factor.
func TestALinkStillNeedsTheFactor(t *testing.T) {
	s := newSite(t)
	p := s.person(t, "ada@mail.example", store.RoleInstructor)
	s.withTOTP(t, s.signIn(t, "ada@mail.example"))
	link, err := s.accounts.ResetLink(t.Context(), Who{}, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	in, err := s.accounts.ResetByLink(t.Context(), link, store.LinkReset, otherPassword, home)
	if err != nil || in.Stage != NeedsFactor {
		t.Errorf("stage %d, %v", in.Stage, err)
	}
}
