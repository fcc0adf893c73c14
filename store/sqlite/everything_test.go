package sqlite

import (
	"encoding/json"
	"errors"
	"strconv"
	"testing"

	"fencepost/store"
)

const lesson = "leases-and-fencing-tokens"

// allow passes the errors that a call is made for.
func allow(t *testing.T, err error, wanted ...error) {
	t.Helper()
	for _, w := range wanted {
		if errors.Is(err, w) {
			return
		}
	}
	check(t, err)
}

// peopled is a database with an instructor, an admin and two students of one
// cohort, one of whom has explained, disputed, been reviewed and replied.
func peopled(t *testing.T) (db *DB, teacher, admin store.Scope) {
	t.Helper()
	ctx := t.Context()
	db = openWith(t, defaults)
	for i, role := range []store.Role{store.RoleInstructor, store.RoleStudent, store.RoleStudent, store.RoleAdmin} {
		id := "p" + strconv.Itoa(i)
		check(t, db.AddPerson(ctx, store.Person{
			ID: id, LearnerID: "l" + strconv.Itoa(i), Name: "Name " + id, Email: id + "@example.org", Role: role, CreatedMS: 1,
		}))
	}
	teacher, admin = store.ScopeOf(store.Person{ID: "p0"}), store.ScopeOf(store.Person{ID: "p3"})
	check(t, db.AddCohort(ctx, teacher, store.Cohort{ID: "c", Name: "Class", Zone: "Europe/Paris", CreatedMS: 1}))
	for _, p := range []string{"p1", "p2"} {
		check(t, db.SetMember(ctx, teacher, store.Member{CohortID: "c", PersonID: p, Role: store.MemberStudent, State: store.MemberActive}))
	}
	return db, teacher, admin
}

const unsureResult = `{"points":[{"id":"stale","verdict":"covered"},{"id":"token","verdict":"unsure"}],
	"misconceptions":[{"id":"clocks","verdict":"present"}],"flags":["too_short"]}`

// reviewed adds an explanation of p1's with everything that can hang on one.
func reviewed(t *testing.T, db *DB, teacher store.Scope) {
	t.Helper()
	ctx := t.Context()
	_, err := db.AddExplanation(ctx, store.Explanation{ID: "x", LearnerID: "l1", Key: "k", Lesson: lesson, Text: "A lease runs out.", AtMS: 10})
	check(t, err)
	check(t, db.AddScore(ctx, store.Score{ID: "sx", ExplanationID: "x", Rubric: "r", Scorer: "s", Result: []byte(unsureResult), Wording: "w", AtMS: 11}))
	check(t, db.Want(ctx, teacher, []string{"x"}))
	_, err = db.AddDispute(ctx, store.Dispute{ID: "dx", LearnerID: "l1", Key: "k", ExplanationID: "x", Item: "token", Claim: "said"})
	check(t, err)
	l, err := db.Acquire(ctx, teacher, "x", 20, 60)
	check(t, err)
	_, err = db.Renew(ctx, teacher, "x", l.Token, 21, 60)
	check(t, err)
	_, _, err = db.SaveReview(ctx, teacher, store.Review{
		ID: "rx", Key: "k", ExplanationID: "x", Rubric: "r", Scorer: "s", Verdicts: map[string]string{"token": "covered"},
		Comment: "Yes.", Shown: json.RawMessage(`{}`), Token: l.Token, AtMS: 22,
	})
	check(t, err)
	_, err = db.AddReply(ctx, store.Reply{ID: "ax", ReviewID: "rx", LearnerID: "l1", Text: "Thanks.", AtMS: 23})
	check(t, err)
	check(t, db.MarkSeen(ctx, "l1", "x", 24))
	check(t, db.Release(ctx, teacher, "x", l.Token, 25))
}

// runPeople calls each method on people and cohorts.
func runPeople(t *testing.T, db *DB, teacher, admin store.Scope) {
	t.Helper()
	ctx := t.Context()
	page := store.Page{N: 10}
	_, err := db.Person(ctx, "p1")
	check(t, err)
	_, err = db.PersonByEmail(ctx, "P1@example.org")
	check(t, err)
	_, err = db.People(ctx, admin, "n", page)
	check(t, err)
	_, err = db.CountPeople(ctx, store.RoleAdmin)
	check(t, err)
	check(t, db.SetPassword(ctx, "p1", "phc", nil))
	check(t, db.SetProfile(ctx, "p1", "Name", "p1@example.org"))
	check(t, db.SetRole(ctx, "p1", store.RoleStudent))
	check(t, db.Suspend(ctx, "p1", 0))
	for range 2 {
		check(t, db.AddIdentity(ctx, store.Identity{Issuer: "i", Subject: "s", PersonID: "p1"}))
	}
	_, err = db.Identities(ctx, "p1")
	check(t, err)
	check(t, db.RemoveIdentity(ctx, "p1", "i", "s"))
	runFactors(t, db)
	runSessions(t, db)
	_, err = db.CountTry(ctx, 1, 10, "account p1", "address ::1")
	check(t, err)
	check(t, db.ForgetTries(ctx, "account p1"))
	_, err = db.PurgeTries(ctx, 100, 10)
	check(t, err)
	runLinks(t, db, admin)
	runCohorts(t, db, teacher, page)
}

func runFactors(t *testing.T, db *DB) {
	t.Helper()
	ctx := t.Context()
	check(t, db.AddFactor(ctx, store.Factor{ID: "f", PersonID: "p1", Kind: store.FactorTOTP, Secret: []byte("s")}))
	_, err := db.Factors(ctx, "p1")
	check(t, err)
	check(t, db.UseFactor(ctx, "p1", "f", []byte("t"), 1))
	check(t, db.UseStep(ctx, "p1", "f", 1, 1))
	allow(t, db.UseStep(ctx, "p1", "f", 1, 1), store.ErrUsed)
	check(t, db.SetRecoveryCodes(ctx, "p1", [][]byte{[]byte("h")}))
	check(t, db.UseRecoveryCode(ctx, "p1", []byte("h"), 1))
	allow(t, db.UseRecoveryCode(ctx, "p1", []byte("h"), 1), store.ErrUsed)
	_, err = db.RecoveryCodesLeft(ctx, "p1")
	check(t, err)
	check(t, db.RemoveFactor(ctx, "p1", "f"))
}

func runSessions(t *testing.T, db *DB) {
	t.Helper()
	ctx := t.Context()
	check(t, db.AddSession(ctx, store.Session{ID: "s", TokenHash: []byte("h"), PersonID: "p1", CreatedMS: 1, SeenMS: 1}))
	_, _, _, err := db.SessionByToken(ctx, []byte("h"))
	check(t, err)
	check(t, db.TouchSession(ctx, []byte("h"), 2))
	check(t, db.RotateSession(ctx, []byte("h"), []byte("h2"), 3, 3))
	_, err = db.Sessions(ctx, "p1")
	check(t, err)
	check(t, db.RevokeSession(ctx, "p1", "s"))
	check(t, db.RevokeSessions(ctx, "p1", nil))
	_, err = db.PurgeSessions(ctx, 1, 1, 10)
	check(t, err)
}

func runLinks(t *testing.T, db *DB, admin store.Scope) {
	t.Helper()
	ctx := t.Context()
	invite := store.Link{Hash: []byte("i"), Purpose: store.LinkInvite, CohortID: "c", MadeBy: "p0", ExpiresMS: 100}
	reset := store.Link{Hash: []byte("r"), Purpose: store.LinkReset, PersonID: "p1", ExpiresMS: 100}
	check(t, db.AddLink(ctx, invite))
	check(t, db.AddLink(ctx, reset))
	_, err := db.Link(ctx, invite.Hash, invite.Purpose, 1)
	check(t, err)
	_, err = db.JoinByLink(ctx, invite.Hash, invite.Purpose, store.Person{ID: "p9", LearnerID: "l9", Role: store.RoleStudent}, 1)
	check(t, err)
	_, err = db.ResetByLink(ctx, reset.Hash, reset.Purpose, "phc", 1)
	check(t, err)
	check(t, db.AddLearner(ctx, store.Learner{ID: "anon", TokenHash: []byte("anon")}))
	_, err = db.SaveDraft(ctx, "anon", lesson, "begun", 0, 1)
	check(t, err)
	_, err = db.Work(ctx, "anon")
	check(t, err)
	check(t, db.Claim(ctx, "anon", "p9", 2))
	check(t, db.AddLearner(ctx, store.Learner{ID: "anon2", TokenHash: []byte("anon2")}))
	check(t, db.DeleteLearner(ctx, "anon2"))
	check(t, db.AddEntry(store.Audited(ctx, store.Entry{ID: "e2", Action: "b", Detail: []byte("{}")}), store.Entry{ID: "e1", Action: "a", Detail: []byte("{}")}))
	for _, action := range []string{"", "a"} {
		_, err = db.Entries(ctx, admin, action, store.Page{})
		check(t, err)
	}
}

func runCohorts(t *testing.T, db *DB, teacher store.Scope, page store.Page) {
	t.Helper()
	ctx := t.Context()
	check(t, db.SetCohort(ctx, teacher, store.Cohort{ID: "c", Name: "Class"}))
	_, err := db.Cohort(ctx, teacher, "c")
	check(t, err)
	_, err = db.Cohorts(ctx, teacher, page)
	check(t, err)
	_, err = db.Memberships(ctx, "p1")
	check(t, err)
	_, err = db.Enrol(ctx, teacher, "c", []store.Enrolment{
		{Person: store.Person{ID: "p8", LearnerID: "l8", Email: "p8@example.org", Role: store.RoleStudent}, Role: store.MemberStudent},
	}, 1, true)
	check(t, err)
	_, err = db.Roster(ctx, teacher, "c", "", page)
	check(t, err)
	_, err = db.OnRoster(ctx, teacher, "c", "p0")
	allow(t, err, store.ErrNotFound)
	for _, cohort := range []string{"", "c"} {
		_, err = db.Students(ctx, teacher, cohort, "na", page)
		check(t, err)
	}
	allow(t, db.SetMember(ctx, teacher, store.Member{CohortID: "c", PersonID: "p0", Role: store.MemberStudent, State: store.MemberActive}), store.ErrConflict)
	check(t, db.AddCode(ctx, teacher, store.Code{Code: "abc", CohortID: "c"}))
	_, err = db.Codes(ctx, teacher, "c")
	check(t, err)
	_, err = db.CohortByCode(ctx, "abc", 1)
	check(t, err)
	_, err = db.Join(ctx, "abc", "p1", 1)
	check(t, err)
	check(t, db.RevokeCode(ctx, teacher, "abc", 1))
	check(t, db.Assign(ctx, teacher, store.Assignment{CohortID: "c", Lesson: lesson, DueMS: 5}))
	_, err = db.Assignments(ctx, teacher, "c")
	check(t, err)
	check(t, db.Unassign(ctx, teacher, "c", lesson))
}
