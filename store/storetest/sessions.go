package storetest

import (
	"context"
	"slices"
	"testing"

	"fencepost/store"
)

func session(id, person string) store.Session {
	return store.Session{
		ID: id, TokenHash: []byte("token of " + id), PersonID: person, CreatedMS: 100, SeenMS: 100, UserAgent: "Browser", Address: "192.0.2.1",
	}
}

func sessions(t *testing.T, o opener) {
	token := func(id string) []byte { return session(id, "").TokenHash }
	signedIn := func(t *testing.T, s store.Store, id string) bool {
		_, _, _, err := s.SessionByToken(t.Context(), token(id))
		if err != nil {
			wantErr(t, err, store.ErrNotFound)
		}
		return err == nil
	}
	o.inSchool(t, "found with its person by the hash of its token", func(t *testing.T, s store.Store) {
		check(t, s.AddSession(t.Context(), session("s", sam)))
		got, p, around, err := s.SessionByToken(t.Context(), token("s"))
		check(t, err)
		want := session("s", sam)
		want.UserAgent, want.Address = "", ""
		same(t, got, want)
		same(t, p, person(sam, store.RoleStudent))
		same(t, around, store.Around{Cohorts: 1})
		for _, hash := range [][]byte{nil, {}, []byte("token of")} {
			_, _, _, err := s.SessionByToken(t.Context(), hash)
			wantErr(t, err, store.ErrNotFound)
		}
	})
	o.inSchool(t, "with what pages show around its person", func(t *testing.T, s store.Store) {
		around := func(id string) store.Around {
			t.Helper()
			check(t, s.AddSession(t.Context(), session(id, id)))
			_, _, a, err := s.SessionByToken(t.Context(), token(id))
			check(t, err)
			check(t, s.RevokeSession(t.Context(), id, id))
			return a
		}
		same(t, []store.Around{around(ada), around(ida), around(tea)}, []store.Around{{}, {Cohorts: 1, Teaches: true}, {Cohorts: 1, Teaches: true}})
		explains(t, s, sam, "old", 10, "token:missing")
		explains(t, s, sam, "new", 20, "token:missing")
		reviewsIt(t, s, byIda, "r1", "old", 30, map[string]string{"token": "covered"})
		reviewsIt(t, s, byIda, "r2", "new", 40, map[string]string{"token": "covered"})
		same(t, []store.Around{around(sam), around(sue)}, []store.Around{{Cohorts: 1, News: 2}, {Cohorts: 1}})
		check(t, s.MarkSeen(t.Context(), own(sam), "old", 50))
		gone := member(first, sam, store.MemberStudent)
		gone.State = store.MemberRemoved
		check(t, s.SetMember(t.Context(), byIda, gone))
		same(t, around(sam), store.Around{News: len(must[[]store.News](t)(s.News(t.Context(), own(sam))))})
		gone = member(first, tea, store.MemberAssistant)
		gone.State = store.MemberPending
		check(t, s.SetMember(t.Context(), byIda, gone))
		same(t, around(tea), store.Around{Cohorts: 1})
	})
	o.inSchool(t, "a rotated session keeps its beginning and loses its old token", func(t *testing.T, s store.Store) {
		check(t, s.AddSession(t.Context(), session("s", ida)))
		check(t, s.RotateSession(t.Context(), token("s"), []byte("new"), 200, 210))
		same(t, signedIn(t, s, "s"), false)
		got, _, _, err := s.SessionByToken(t.Context(), []byte("new"))
		check(t, err)
		same(t, []int64{got.CreatedMS, got.SeenMS, got.FactorMS}, []int64{100, 210, 200})
		check(t, s.RotateSession(t.Context(), []byte("new"), []byte("newer"), 0, 220))
		got, _, _, err = s.SessionByToken(t.Context(), []byte("newer"))
		check(t, err)
		same(t, got.FactorMS, int64(200))
		wantErr(t, s.RotateSession(t.Context(), []byte("new"), []byte("x"), 0, 230), store.ErrNotFound)
	})
	o.inSchool(t, "revoked one by one, by the person only, or all but this one", func(t *testing.T, s store.Store) {
		for _, id := range []string{"a", "b", "c"} {
			check(t, s.AddSession(t.Context(), session(id, sam)))
		}
		wantErr(t, s.RevokeSession(t.Context(), sue, "a"), store.ErrNotFound)
		check(t, s.RevokeSession(t.Context(), sam, "a"))
		same(t, signedIn(t, s, "a"), false)
		check(t, s.RevokeSessions(t.Context(), sam, token("c")))
		same(t, []bool{signedIn(t, s, "b"), signedIn(t, s, "c")}, []bool{false, true})
	})
	o.inSchool(t, "suspended: out at once, and no way back in by any door", func(t *testing.T, s store.Store) {
		check(t, s.AddSession(t.Context(), session("a", ida)))
		explains(t, s, sam, "e", 10, "token:unsure")
		check(t, s.Suspend(t.Context(), ida, 500))
		same(t, signedIn(t, s, "a"), false)
		wantErr(t, s.AddSession(t.Context(), session("b", ida)), store.ErrNotFound)
		same(t, len(on(t, s, byIda, store.Filter{})), 0)
		_, err := s.File(t.Context(), byIda, "e")
		wantErr(t, err, store.ErrNotFound)
		_, err = s.Acquire(t.Context(), byIda, "e", 20, 60)
		wantErr(t, err, store.ErrNotFound)
		wantErr(t, s.SetCohort(t.Context(), byIda, store.Cohort{ID: first, Name: "Mine"}), store.ErrNotFound)
		check(t, s.Suspend(t.Context(), ida, 0))
		check(t, s.AddSession(t.Context(), session("b", ida)))
		same(t, len(on(t, s, byIda, store.Filter{})), 1)
	})
	o.inSchool(t, "a new password or role ends the others' sessions", func(t *testing.T, s store.Store) {
		for _, id := range []string{"a", "b"} {
			check(t, s.AddSession(t.Context(), session(id, sam)))
		}
		check(t, s.SetPassword(t.Context(), sam, "phc", token("b")))
		same(t, []bool{signedIn(t, s, "a"), signedIn(t, s, "b")}, []bool{false, true})
		check(t, s.SetRole(t.Context(), sam, store.RoleInstructor))
		same(t, signedIn(t, s, "b"), false)
	})
	o.inSchool(t, "old ones are purged, a few at a time", func(t *testing.T, s store.Store) {
		for i, id := range []string{"a", "b", "c"} {
			n := session(id, sam)
			n.CreatedMS, n.SeenMS = int64(10*i), int64(10*i)
			check(t, s.AddSession(t.Context(), n))
		}
		same(t, must[int](t)(s.PurgeSessions(t.Context(), 20, 0, 1)), 1)
		same(t, must[int](t)(s.PurgeSessions(t.Context(), 0, 20, 9)), 1)
		same(t, signedIn(t, s, "c"), true)
	})
}

func tries(t *testing.T, o opener) {
	o.run(t, "counted by key within a window, across a clock that jumps", func(t *testing.T, s store.Store) {
		for _, step := range []struct {
			atMS int64
			want []int
		}{{1000, []int{1, 1}}, {1500, []int{2, 2}}, {1999, []int{3, 3}}, {2000, []int{1, 1}}, {900_000, []int{1, 1}}, {3000, []int{1, 1}}} {
			same(t, must[[]int](t)(s.CountTry(t.Context(), step.atMS, 1000, "account sam", "address ::1")), step.want)
		}
		same(t, must[[]int](t)(s.CountTry(t.Context(), 3001, 1000, "address ::1", "account sue")), []int{2, 1})
		check(t, s.ForgetTries(t.Context(), "address ::1"))
		same(t, must[[]int](t)(s.CountTry(t.Context(), 3002, 1000, "address ::1")), []int{1})
	})
	o.run(t, "of many at once each is counted", func(t *testing.T, s store.Store) {
		got := together(t, 32, func(ctx context.Context, _ int) (int, error) {
			n, err := s.CountTry(ctx, 10, 1000, "account sam")
			return n[0], err
		})
		slices.Sort(got)
		same(t, got[31], 32)
		same(t, must[int](t)(s.PurgeTries(t.Context(), 11, 10)), 1)
	})
}
