package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"fencepost/store"
)

func entry(id, actor, action string) store.Entry {
	return store.Entry{ID: id, ActorID: actor, Action: action, Object: sam, Detail: json.RawMessage(`{}`), AtMS: 5}
}

func audit(t *testing.T, o opener) {
	o.inSchool(t, "newest first, page by page, to admins alone", func(t *testing.T, s store.Store) {
		for _, id := range []string{"a", "b", "c"} {
			check(t, s.AddEntry(t.Context(), entry(id, ida, "person.suspend")))
		}
		check(t, s.AddEntry(t.Context(), entry("d", ida, "export")))
		l := must[store.Listing[store.Entry]](t)(s.Entries(t.Context(), byAda, "person.suspend", store.Page{N: 2}))
		same(t, l.Rows, []store.Entry{entry("c", ida, "person.suspend"), entry("b", ida, "person.suspend")})
		l = must[store.Listing[store.Entry]](t)(s.Entries(t.Context(), byAda, "person.suspend", store.Page{N: 2, After: l.Next}))
		same(t, l.Rows, []store.Entry{entry("a", ida, "person.suspend")})
		same(t, must[store.Listing[store.Entry]](t)(s.Entries(t.Context(), byAda, "", store.Page{})).Rows[0].ID, "d")
		same(t, len(must[store.Listing[store.Entry]](t)(s.Entries(t.Context(), byIda, "", store.Page{})).Rows), 0)
	})
	o.inSchool(t, "stored with the write that it is about, or neither", func(t *testing.T, s store.Store) {
		ctx := store.Audited(t.Context(), entry("a", ada, "person.suspend"))
		check(t, s.Suspend(ctx, sam, 10))
		ctx = store.Audited(t.Context(), entry("b", ada, "person.suspend"))
		wantErr(t, s.Suspend(ctx, "nobody", 10), store.ErrNotFound)
		bad := entry("c", ada, "person.suspend")
		bad.Detail = nil
		wantErr(t, s.Suspend(store.Audited(t.Context(), bad), sue, 10), store.ErrInvalid)
		same(t, must[store.Person](t)(s.Person(t.Context(), sue)).SuspendedMS, 0)
		l := must[store.Listing[store.Entry]](t)(s.Entries(t.Context(), byAda, "", store.Page{}))
		same(t, len(l.Rows), 1)
	})
}

// lived gives sam everything that a person can leave behind.
func lived(t *testing.T, s store.Store) {
	t.Helper()
	did(t, s)
	check(t, s.Claim(t.Context(), ann, sam, 50))
	answers(t, s, own(sam), "self-fencing", "a-", "b+")
	explains(t, s, sam, "e", 100, "stale:covered token:unsure|clocks:present")
	check(t, s.Want(t.Context(), byIda, []string{"e"}))
	must[store.Draft](t)(s.SaveDraft(t.Context(), own(sam), leases, "begun anew", 0, 105))
	disputesIt(t, s, sam, "e", "token")
	reviewsIt(t, s, byIda, "r", "e", 110, map[string]string{"token": "covered"})
	check(t, s.MarkSeen(t.Context(), own(sam), "e", 120))
	must[store.Reply](t)(s.AddReply(t.Context(), store.Reply{ID: "a", ReviewID: "r", LearnerID: own(sam), Text: "Thank you.", AtMS: 130}))
	check(t, s.AddIdentity(t.Context(), store.Identity{Issuer: "i", Subject: "s", PersonID: sam}))
	check(t, s.AddFactor(t.Context(), store.Factor{ID: "f", PersonID: sam, Kind: store.FactorTOTP, Secret: []byte("secret")}))
	check(t, s.AddSession(t.Context(), session("s", sam)))
	check(t, s.AddLink(t.Context(), store.Link{Hash: []byte("h"), Purpose: store.LinkReset, PersonID: sam, ExpiresMS: 1000}))
	check(t, s.SetPassword(t.Context(), sam, "$argon2id$", session("s", sam).TokenHash))
	check(t, s.AddEntry(t.Context(), entry("entry", sam, "sign-in")))
}

func rights(t *testing.T, o opener) {
	o.inSchool(t, "a dossier holds everything of one person, and no secret", func(t *testing.T, s store.Store) {
		lived(t, s)
		for _, sc := range []store.Scope{byIda, byTea, byJon, {}} {
			_, err := s.Dossier(t.Context(), sc, sam)
			wantErr(t, err, store.ErrNotFound)
		}
		d := must[store.Dossier](t)(s.Dossier(t.Context(), bySam, sam))
		same(t, []int{
			len(d.Identities), len(d.Memberships), len(d.Sessions), len(d.Learners), len(d.Attempts), len(d.Explanations),
			len(d.Scores), len(d.Disputes), len(d.Reviews), len(d.Replies), len(d.Drafts), len(d.Progress), len(d.Audit), len(d.Written),
		}, []int{1, 1, 1, 2, 3, 2, 1, 1, 1, 1, 1, 1, 1, 0})
		raw := string(must[[]byte](t)(json.Marshal(d)))
		for _, secret := range []string{"argon2id", "c2VjcmV0" /* base64 of secret */, "dG9rZW4gb2Ygcw" /* of token of s */} {
			if strings.Contains(raw, secret) {
				t.Errorf("the dossier tells %s", secret)
			}
		}
		same(t, len(must[store.Dossier](t)(s.Dossier(t.Context(), byAda, ida)).Written), 1)
	})
	o.inSchool(t, "deleted: what they wrote and who they were is gone, counts remain", func(t *testing.T, s store.Store) {
		lived(t, s)
		explains(t, s, sue, "of sue", 100, "stale:covered token:unsure")
		for _, sc := range []store.Scope{byIda, byTea, byJon, {}, store.ScopeOf(store.Person{ID: sue})} {
			wantErr(t, s.DeletePerson(t.Context(), sc, sam, 900), store.ErrNotFound)
		}
		check(t, s.DeletePerson(t.Context(), bySam, sam, 900))
		_, err := s.Person(t.Context(), sam)
		wantErr(t, err, store.ErrNotFound)
		_, err = s.PersonByEmail(t.Context(), "sam@example.org")
		wantErr(t, err, store.ErrNotFound)
		_, err = s.PersonByIdentity(t.Context(), "i", "s")
		wantErr(t, err, store.ErrNotFound)
		_, _, _, err = s.SessionByToken(t.Context(), session("s", sam).TokenHash)
		wantErr(t, err, store.ErrNotFound)
		_, err = s.LearnerByToken(t.Context(), learner(ann).TokenHash)
		wantErr(t, err, store.ErrNotFound)
		_, err = s.File(t.Context(), byAda, "e")
		wantErr(t, err, store.ErrNotFound)
		same(t, on(t, s, byAda, store.Filter{State: store.StateAny}), []string{"of sue unsure"})
		same(t, len(on(t, s, byIda, store.Filter{Text: "by sam", State: store.StateAny})), 0)
		same(t, len(must[store.Matrix](t)(s.Matrix(t.Context(), byIda, first)).Students), 1)
		same(t, must[[]store.Tally](t)(s.Tallies(t.Context(), byAda, leases)), []store.Tally{
			{Lesson: leases, Kind: "check", Item: "self-fencing", Value: "right", N: 2},
			{Lesson: leases, Kind: "check", Item: "self-fencing", Value: "wrong", N: 1},
			{Lesson: leases, Kind: "explanation", N: 2},
			{Lesson: leases, Kind: "verdict", Item: "clocks", Value: "present", N: 1},
			{Lesson: leases, Kind: "verdict", Item: "stale", Value: "covered", N: 1},
			{Lesson: leases, Kind: "verdict", Item: "token", Value: "covered", N: 1},
		})
		same(t, must[store.Listing[store.Entry]](t)(s.Entries(t.Context(), byAda, "sign-in", store.Page{})).Rows[0].ActorID, sam)
		check(t, s.AddPerson(t.Context(), store.Person{ID: "sam2", LearnerID: "l2", Email: "sam@example.org", Role: store.RoleStudent}))
	})
	o.inSchool(t, "a reviewer's verdicts outlive their account, without the name", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		reviewsIt(t, s, byTea, "r", "e", 20, map[string]string{"token": "covered"})
		check(t, s.DeletePerson(t.Context(), byAda, tea, 30))
		f := must[store.File](t)(s.File(t.Context(), byIda, "e"))
		same(t, []string{f.InForce.ReviewerID, f.InForce.Reviewer}, []string{tea, ""})
		same(t, len(on(t, s, byTea, store.Filter{State: store.StateAny})), 0)
	})
	o.inSchool(t, "the last admin stays", func(t *testing.T, s store.Store) {
		wantErr(t, s.DeletePerson(t.Context(), byAda, ada, 5), store.ErrConflict)
		check(t, s.SetRole(t.Context(), jon, store.RoleAdmin))
		check(t, s.DeletePerson(t.Context(), byAda, ada, 5))
		wantErr(t, s.DeletePerson(t.Context(), byAda, sam, 5), store.ErrNotFound)
	})
	o.inSchool(t, "the last admin is neither demoted nor suspended", func(t *testing.T, s store.Store) {
		wantErr(t, s.SetRole(t.Context(), ada, store.RoleInstructor), store.ErrConflict)
		wantErr(t, s.Suspend(t.Context(), ada, 5), store.ErrConflict)
		same(t, must[store.Person](t)(s.Person(t.Context(), ada)).Role, store.RoleAdmin)
		check(t, s.SetRole(t.Context(), ada, store.RoleAdmin))
		check(t, s.SetRole(t.Context(), jon, store.RoleAdmin))
		check(t, s.Suspend(t.Context(), jon, 5))
		wantErr(t, s.SetRole(t.Context(), ada, store.RoleStudent), store.ErrConflict)
		check(t, s.Suspend(t.Context(), jon, 0))
		check(t, s.Suspend(t.Context(), ada, 5))
		check(t, s.SetRole(t.Context(), ada, store.RoleStudent))
		wantErr(t, s.DeletePerson(t.Context(), store.ScopeOf(store.Person{ID: jon}), jon, 5), store.ErrConflict)
	})
	o.inSchool(t, "of admins who take the role from each other at once, one stays", func(t *testing.T, s store.Store) {
		admins := []string{ada, jon, ida, tea}
		for _, id := range admins {
			check(t, s.SetRole(t.Context(), id, store.RoleAdmin))
		}
		refused := together(t, 3*len(admins), func(ctx context.Context, i int) (n int, err error) {
			switch who := admins[i%len(admins)]; i / len(admins) {
			case 0:
				err = s.SetRole(ctx, who, store.RoleStudent)
			case 1:
				err = s.Suspend(ctx, who, 5)
			case 2:
				err = s.DeletePerson(ctx, store.ScopeOf(store.Person{ID: who}), who, 5)
			}
			if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrNotFound) {
				return 1, nil
			}
			return 0, err
		})
		if sum(refused) == 0 {
			t.Error("nobody was refused")
		}
		same(t, must[int](t)(s.CountPeople(t.Context(), store.RoleAdmin)), 1)
	})
	o.inSchool(t, "an anonymous learner takes everything along", func(t *testing.T, s store.Store) {
		did(t, s)
		must[store.Draft](t)(s.SaveDraft(t.Context(), ann, quorum, "begun", 0, 40))
		scored(t, s, "explanation-1", "s1", "token:unsure")
		reviewsIt(t, s, byAda, "r", "explanation-1", 50, map[string]string{"token": "covered"})
		d := must[store.Dossier](t)(s.LearnerDossier(t.Context(), ann))
		same(t, []int{len(d.Attempts), len(d.Explanations), len(d.Scores), len(d.Reviews), len(d.Progress), len(d.Drafts)}, []int{1, 1, 1, 1, 2, 2})
		same(t, d.Person, store.Person{LearnerID: ann})
		same(t, len(must[store.Dossier](t)(s.LearnerDossier(t.Context(), bob)).Attempts), 0)
	})
	o.inSchool(t, "an anonymous learner goes without an account", func(t *testing.T, s store.Store) {
		did(t, s)
		wantErr(t, s.DeleteLearner(t.Context(), own(sam)), store.ErrClaimed)
		check(t, s.DeleteLearner(t.Context(), ann))
		_, err := s.LearnerByToken(t.Context(), learner(ann).TokenHash)
		wantErr(t, err, store.ErrNotFound)
		wantErr(t, s.DeleteLearner(t.Context(), ann), store.ErrNotFound)
	})
	o.inSchool(t, "texts past their time go, a few at a time", func(t *testing.T, s store.Store) {
		lived(t, s)
		explains(t, s, sue, "kept", 200, "token:unsure")
		same(t, must[int](t)(s.DeleteBefore(t.Context(), 200, 1)), 1)
		same(t, must[int](t)(s.DeleteBefore(t.Context(), 200, 9)), 0)
		same(t, must[int](t)(s.DeleteBefore(t.Context(), 201, 9)), 1)
		same(t, must[[]store.Explanation](t)(s.Explanations(t.Context(), own(sam), ""))[0].ID, "explanation-1")
	})
}
