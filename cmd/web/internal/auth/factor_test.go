package auth

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
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

func TestARecoveryCodeWorksOnce(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	s.person(t, "eve@mail.example", store.RoleStudent)
	done, _ := s.withTOTP(t, s.signIn(t, "ada@mail.example"))
	eve, _ := s.withTOTP(t, s.signIn(t, "eve@mail.example"))
	if _, err := s.accounts.PassRecovery(t.Context(), s.signIn(t, "eve@mail.example").Who, done.Recovery[0]); !errors.Is(err, ErrCode) {
		t.Errorf("another's code: %v", err)
	}
	typed := strings.ToLower(strings.ReplaceAll(done.Recovery[0], "-", " "))
	through, err := s.accounts.PassRecovery(t.Context(), s.signIn(t, "ada@mail.example").Who, typed)
	if err != nil {
		t.Fatalf("%q: %v", typed, err)
	}
	s.wantIn(t, through.Token, true)
	if _, err := s.accounts.PassRecovery(t.Context(), s.signIn(t, "ada@mail.example").Who, done.Recovery[0]); !errors.Is(err, ErrCode) {
		t.Errorf("a second time: %v", err)
	}
	if left, err := s.accounts.RecoveryLeft(t.Context(), through.Who); left != 9 || err != nil {
		t.Errorf("%d left, %v", left, err)
	}
	fresh, err := s.accounts.NewRecovery(t.Context(), through.Who)
	if err != nil || len(fresh) != 10 {
		t.Fatalf("%d new codes, %v", len(fresh), err)
	}
	if _, err := s.accounts.PassRecovery(t.Context(), s.signIn(t, "ada@mail.example").Who, done.Recovery[1]); !errors.Is(err, ErrCode) {
		t.Errorf("a code of the old list: %v", err)
	}
	s.wantIn(t, eve.Token, true)
}

// Of many who send one code at once, one gets through.
func TestACodeSentManyTimesAtOnceOpensOnce(t *testing.T) {
	s := newSite(t)
	s.person(t, "ada@mail.example", store.RoleStudent)
	done, secret := s.withTOTP(t, s.signIn(t, "ada@mail.example"))
	for name, c := range map[string]struct {
		code string
		pass func(context.Context, Who, string) (SignedIn, error)
	}{
		"app":           {s.code(t, secret), s.accounts.PassTOTP},
		"recovery code": {done.Recovery[0], s.accounts.PassRecovery},
	} {
		s.clock.forward(countWindow)
		if name == "app" {
			c.code = s.code(t, secret)
		}
		var pending []SignedIn
		for range 5 { // no more, or the count would stop them
			pending = append(pending, s.signIn(t, "ada@mail.example"))
		}
		var passed atomic.Int32
		var wg sync.WaitGroup
		for _, in := range pending {
			wg.Go(func() {
				if _, err := c.pass(t.Context(), in.Who, c.code); err == nil {
					passed.Add(1)
				} else if !errors.Is(err, ErrCode) {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		wg.Wait()
		if passed.Load() != 1 {
			t.Errorf("%s: %d got through, want 1", name, passed.Load())
		}
	}
}

func TestRecoveryCodesHave120Bits(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		c := newRecovery()
		plain := strings.ReplaceAll(c, "-", "")
		if len(c) != 27 || len(plain) != 24 || strings.Trim(plain, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
			t.Fatalf("code %q", c)
		}
		seen[c] = true
	}
	if len(seen) != 100 {
		t.Errorf("%d different of 100", len(seen))
	}
	if string(hashRecovery("ABOIB2")) != string(hashRecovery("ab-0 1 82")) {
		t.Error("look-alikes are told apart")
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
