package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"fencepost/store"
)

func people(t *testing.T, o opener) {
	o.run(t, "found by id and by address, however that is written", func(t *testing.T, s store.Store) {
		check(t, s.AddPerson(t.Context(), person(sam, store.RoleStudent)))
		same(t, must[store.Person](t)(s.Person(t.Context(), sam)), person(sam, store.RoleStudent))
		same(t, must[store.Person](t)(s.PersonByEmail(t.Context(), " sam@EXAMPLE.org ")).ID, sam)
		_, err := s.PersonByEmail(t.Context(), "")
		wantErr(t, err, store.ErrNotFound)
		_, err = s.Person(t.Context(), "nobody")
		wantErr(t, err, store.ErrNotFound)
	})
	o.run(t, "one address is one person's, none is anybody's", func(t *testing.T, s store.Store) {
		check(t, s.AddPerson(t.Context(), person(sam, store.RoleStudent)))
		twin := person(sue, store.RoleStudent)
		twin.Email = "SAM@example.ORG"
		wantErr(t, s.AddPerson(t.Context(), twin), store.ErrConflict)
		_, err := s.Person(t.Context(), sue)
		wantErr(t, err, store.ErrNotFound)
		for _, id := range []string{sue, bea} {
			p := person(id, store.RoleStudent)
			p.Email = ""
			check(t, s.AddPerson(t.Context(), p))
		}
		wantErr(t, s.SetProfile(t.Context(), sue, "Sue", "sam@example.org"), store.ErrConflict)
		check(t, s.SetProfile(t.Context(), sam, "Samuel", "sam@EXAMPLE.org"))
		same(t, must[store.Person](t)(s.Person(t.Context(), sam)).Name, "Samuel")
	})
	o.run(t, "a person has a learner of their own that no cookie opens", func(t *testing.T, s store.Store) {
		check(t, s.AddPerson(t.Context(), person(sam, store.RoleStudent)))
		explains(t, s, sam, "e", 10, "")
		same(t, len(must[[]store.Explanation](t)(s.Explanations(t.Context(), own(sam), ""))), 1)
	})
	o.inSchool(t, "only an admin lists people, by beginnings of name and address", func(t *testing.T, s store.Store) {
		l := must[store.Listing[store.Person]](t)(s.People(t.Context(), byAda, "S", store.Page{N: 1}))
		same(t, l.Rows[0].ID, sam)
		l = must[store.Listing[store.Person]](t)(s.People(t.Context(), byAda, "S", store.Page{N: 1, After: l.Next}))
		same(t, l.Rows[0].ID, sue)
		same(t, l.Next, "")
		same(t, len(must[store.Listing[store.Person]](t)(s.People(t.Context(), byIda, "", store.Page{})).Rows), 0)
		same(t, len(must[store.Listing[store.Person]](t)(s.People(t.Context(), store.Scope{}, "", store.Page{})).Rows), 0)
		same(t, must[int](t)(s.CountPeople(t.Context(), store.RoleInstructor)), 2)
	})
	o.inSchool(t, "people are listed by name, whatever their ids and accents, page by page", func(t *testing.T, s store.Store) {
		for id, name := range map[string]string{ada: "zoe", tea: "Ada", sue: "Sam", bea: "Ágnes", jon: "Agnes"} {
			check(t, s.SetProfile(t.Context(), id, name, id+"@example.org"))
		}
		for _, n := range []int{1, 2, 3, 50} {
			same(t, listed(t, s, "", n), []string{"Ada tea", "Agnes jon", "Ágnes bea", "Ida ida", "Sam sam", "Sam sue", "zoe ada"})
		}
		same(t, listed(t, s, " AG", 1), []string{"Agnes jon", "Ágnes bea"})
		same(t, listed(t, s, "ág", 1), []string{"Agnes jon", "Ágnes bea"})
		same(t, listed(t, s, "SAM@", 1), []string{"Sam sam"})
		for _, page := range []string{"sam", "\x00 ", "sam \xff"} { // places come from addresses
			_, err := s.People(t.Context(), byAda, "", store.Page{After: page})
			wantErr(t, err, store.ErrInvalid)
		}
	})
	o.inSchool(t, "students are listed in the same order", func(t *testing.T, s store.Store) {
		check(t, s.SetProfile(t.Context(), sam, "Zoe", "sam@example.org"))
		check(t, s.SetProfile(t.Context(), sue, "Żoa", "sue@example.org"))
		check(t, s.SetProfile(t.Context(), bea, "Öjvind", "bea@example.org"))
		check(t, s.SetMember(t.Context(), byIda, member(first, bea, store.MemberStudent)))
		want := []string{bea, sue, sam}
		for _, cohort := range []string{first, ""} {
			var ids []string
			for page := (store.Page{N: 1}); ; {
				l := must[store.Listing[store.Student]](t)(s.Students(t.Context(), byIda, cohort, "", page))
				ids = append(ids, l.Rows[0].PersonID)
				if page.After = l.Next; page.After == "" {
					break
				}
			}
			same(t, ids, want)
		}
		var ids []string
		for _, st := range must[store.Matrix](t)(s.Matrix(t.Context(), byIda, first)).Students {
			ids = append(ids, st.PersonID)
		}
		same(t, ids, want)
	})
	o.run(t, "a provider's identity is one person's", func(t *testing.T, s store.Store) {
		check(t, s.AddPerson(t.Context(), person(sam, store.RoleStudent)))
		check(t, s.AddPerson(t.Context(), person(sue, store.RoleStudent)))
		i := store.Identity{Issuer: "https://id.example.org", Subject: "4711", PersonID: sam, AtMS: 5}
		check(t, s.AddIdentity(t.Context(), i))
		check(t, s.AddIdentity(t.Context(), i))
		i.PersonID = sue
		wantErr(t, s.AddIdentity(t.Context(), i), store.ErrConflict)
		same(t, must[store.Person](t)(s.PersonByIdentity(t.Context(), i.Issuer, i.Subject)).ID, sam)
		_, err := s.PersonByIdentity(t.Context(), "https://other.example.org", i.Subject)
		wantErr(t, err, store.ErrNotFound)
		wantErr(t, s.RemoveIdentity(t.Context(), sue, i.Issuer, i.Subject), store.ErrNotFound)
		check(t, s.RemoveIdentity(t.Context(), sam, i.Issuer, i.Subject))
		same(t, len(must[[]store.Identity](t)(s.Identities(t.Context(), sam))), 0)
	})
}

func factors(t *testing.T, o opener) {
	o.inSchool(t, "a step of a one-time password opens once, and never one before it", func(t *testing.T, s store.Store) {
		check(t, s.AddFactor(t.Context(), store.Factor{ID: "f", PersonID: ida, Kind: store.FactorTOTP, Secret: []byte("secret")}))
		check(t, s.UseStep(t.Context(), ida, "f", 100, 1))
		wantErr(t, s.UseStep(t.Context(), ida, "f", 100, 2), store.ErrUsed)
		wantErr(t, s.UseStep(t.Context(), ida, "f", 99, 3), store.ErrUsed)
		check(t, s.UseStep(t.Context(), ida, "f", 101, 4))
		wantErr(t, s.UseStep(t.Context(), jon, "f", 102, 5), store.ErrNotFound)
		same(t, must[[]store.Factor](t)(s.Factors(t.Context(), ida))[0].UsedMS, int64(4))
	})
	o.inSchool(t, "a recovery code opens once, and goes with the last factor", func(t *testing.T, s store.Store) {
		check(t, s.AddFactor(t.Context(), store.Factor{ID: "f", PersonID: ida, Kind: store.FactorPasskey, Secret: []byte("credential")}))
		check(t, s.SetRecoveryCodes(t.Context(), ida, [][]byte{[]byte("a"), []byte("b")}))
		opened := together(t, 16, func(ctx context.Context, _ int) (int, error) {
			return once(s.UseRecoveryCode(ctx, ida, []byte("a"), 9))
		})
		same(t, sum(opened), 1)
		wantErr(t, s.UseRecoveryCode(t.Context(), ida, []byte("c"), 9), store.ErrNotFound)
		wantErr(t, s.UseRecoveryCode(t.Context(), jon, []byte("b"), 9), store.ErrNotFound)
		same(t, must[int](t)(s.RecoveryCodesLeft(t.Context(), ida)), 1)
		wantErr(t, s.RemoveFactor(t.Context(), jon, "f"), store.ErrNotFound)
		check(t, s.RemoveFactor(t.Context(), ida, "f"))
		same(t, must[int](t)(s.RecoveryCodesLeft(t.Context(), ida)), 0)
	})
}

// once counts a use that went through; one that came too late is no error.
func once(err error) (int, error) {
	if errors.Is(err, store.ErrUsed) {
		return 0, nil
	}
	return 1, err
}

func sum(list []int) (n int) {
	for _, v := range list {
		n += v
	}
	return n
}

func links(t *testing.T, o opener) {
	hash := []byte("hash of a secret")
	o.run(t, "of 64 who open one link at once, one gets an account", func(t *testing.T, s store.Store) {
		check(t, s.AddLink(t.Context(), store.Link{Hash: hash, Purpose: store.LinkFirst, ExpiresMS: 100}))
		made := together(t, 64, func(ctx context.Context, i int) (int, error) {
			_, err := s.JoinByLink(ctx, hash, store.LinkFirst, person(fmt.Sprintf("p%d", i), store.RoleInstructor), 10)
			return once(err)
		})
		same(t, sum(made), 1)
		same(t, must[int](t)(s.CountPeople(t.Context(), store.RoleInstructor)), 1)
	})
	o.run(t, "a link whose account cannot be made stays good", func(t *testing.T, s store.Store) {
		check(t, s.AddPerson(t.Context(), person(sam, store.RoleStudent)))
		check(t, s.AddLink(t.Context(), store.Link{Hash: hash, Purpose: store.LinkInvite, ExpiresMS: 100}))
		twin := person(sue, store.RoleStudent)
		twin.Email = person(sam, store.RoleStudent).Email
		_, err := s.JoinByLink(t.Context(), hash, store.LinkInvite, twin, 10)
		wantErr(t, err, store.ErrConflict)
		_, err = s.JoinByLink(t.Context(), hash, store.LinkInvite, person(sue, store.RoleStudent), 10)
		check(t, err)
	})
	o.inSchool(t, "into a cohort invites who leads it", func(t *testing.T, s store.Store) {
		for _, by := range []string{jon, tea, sam, "eve"} {
			l := store.Link{Hash: hash, Purpose: store.LinkInvite, CohortID: first, MadeBy: by, ExpiresMS: 100}
			wantErr(t, s.AddLink(t.Context(), l), store.ErrNotFound)
		}
	})
	o.inSchool(t, "an invitation to a cohort makes a student of it", func(t *testing.T, s store.Store) {
		check(t, s.AddLink(t.Context(), store.Link{Hash: hash, Purpose: store.LinkInvite, CohortID: first, MadeBy: ida, ExpiresMS: 100}))
		_, err := s.JoinByLink(t.Context(), hash, store.LinkInvite, person("new", store.RoleStudent), 10)
		check(t, err)
		in := must[[]store.Membership](t)(s.Memberships(t.Context(), "new"))
		same(t, in[0].ID, first)
		same(t, in[0].Role, store.MemberStudent)
	})
	o.inSchool(t, "expired, used, of another purpose or superseded: no longer good", func(t *testing.T, s store.Store) {
		check(t, s.AddLink(t.Context(), store.Link{Hash: hash, Purpose: store.LinkReset, PersonID: sam, ExpiresMS: 100}))
		for _, try := range []struct {
			purpose store.Purpose
			atMS    int64
		}{{store.LinkReset, 100}, {store.LinkInvite, 10}} {
			_, err := s.Link(t.Context(), hash, try.purpose, try.atMS)
			wantErr(t, err, store.ErrUsed)
		}
		check(t, s.AddLink(t.Context(), store.Link{Hash: []byte("newer"), Purpose: store.LinkReset, PersonID: sam, ExpiresMS: 100}))
		_, err := s.ResetByLink(t.Context(), hash, store.LinkReset, "phc", 10)
		wantErr(t, err, store.ErrUsed)
		p := must[store.Person](t)(s.ResetByLink(t.Context(), []byte("newer"), store.LinkReset, "phc", 10))
		same(t, p.ID+p.PasswordHash, sam+"phc")
		_, err = s.ResetByLink(t.Context(), []byte("newer"), store.LinkReset, "other", 10)
		wantErr(t, err, store.ErrUsed)
		same(t, must[store.Person](t)(s.Person(t.Context(), sam)).PasswordHash, "phc")
	})
}

// listed are all people whose name or address begins so, n a page.
func listed(t *testing.T, s store.Store, prefix string, n int) (names []string) {
	t.Helper()
	for page := (store.Page{N: n}); ; {
		l := must[store.Listing[store.Person]](t)(s.People(t.Context(), byAda, prefix, page))
		for _, p := range l.Rows {
			names = append(names, p.Name+" "+p.ID)
		}
		if page.After = l.Next; page.After == "" {
			return names
		}
	}
}
