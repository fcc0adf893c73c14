package storetest

import (
	"testing"

	"fencepost/store"
)

func cohorts(t *testing.T, o opener) {
	o.inSchool(t, "made by instructors and admins, who then lead it", func(t *testing.T, s store.Store) {
		wantErr(t, s.AddCohort(t.Context(), bySam, store.Cohort{ID: "x", Name: "X"}), store.ErrNotFound)
		wantErr(t, s.AddCohort(t.Context(), store.Scope{}, store.Cohort{ID: "x", Name: "X"}), store.ErrNotFound)
		m := must[store.Membership](t)(s.Cohort(t.Context(), byIda, first))
		same(t, m, store.Membership{
			Cohort: store.Cohort{ID: first, Name: "First", Zone: "Europe/Oslo", CreatedMS: 1500},
			Role:   store.MemberInstructor, State: store.MemberActive,
		})
		same(t, must[store.Membership](t)(s.Cohort(t.Context(), byTea, first)).Role, store.MemberAssistant)
		same(t, must[store.Membership](t)(s.Cohort(t.Context(), byAda, first)).Role, store.MemberInstructor)
		for _, sc := range []store.Scope{byJon, bySam, {}} {
			_, err := s.Cohort(t.Context(), sc, first)
			wantErr(t, err, store.ErrNotFound)
		}
	})
	o.inSchool(t, "listed newest first, page by page, to those who teach them", func(t *testing.T, s store.Store) {
		l := must[store.Listing[store.Membership]](t)(s.Cohorts(t.Context(), byAda, store.Page{N: 1}))
		same(t, l.Rows[0].ID, second)
		l = must[store.Listing[store.Membership]](t)(s.Cohorts(t.Context(), byAda, store.Page{N: 1, After: l.Next}))
		same(t, l.Rows[0].ID, first)
		same(t, l.Next, "")
		l = must[store.Listing[store.Membership]](t)(s.Cohorts(t.Context(), byTea, store.Page{}))
		same(t, len(l.Rows), 1)
		same(t, len(must[store.Listing[store.Membership]](t)(s.Cohorts(t.Context(), bySam, store.Page{})).Rows), 0)
		_, err := s.Cohorts(t.Context(), byAda, store.Page{After: "'; DROP TABLE cohorts; --"})
		wantErr(t, err, store.ErrInvalid)
	})
	o.inSchool(t, "changed by those who lead it alone", func(t *testing.T, s store.Store) {
		changed := store.Cohort{ID: first, Name: "Renamed", Term: "2027", Zone: "UTC", ArchivedMS: 7}
		for _, sc := range []store.Scope{byTea, byJon, bySam, {}} {
			wantErr(t, s.SetCohort(t.Context(), sc, changed), store.ErrNotFound)
			wantErr(t, s.SetMember(t.Context(), sc, member(first, sam, store.MemberInstructor)), store.ErrNotFound)
			wantErr(t, s.Assign(t.Context(), sc, store.Assignment{CohortID: first, Lesson: leases}), store.ErrNotFound)
			wantErr(t, s.AddCode(t.Context(), sc, store.Code{Code: "c", CohortID: first}), store.ErrNotFound)
			_, err := s.Roster(t.Context(), sc, first, "", store.Page{})
			wantErr(t, err, store.ErrNotFound)
			_, err = s.OnRoster(t.Context(), sc, first, sam)
			wantErr(t, err, store.ErrNotFound)
			_, err = s.Codes(t.Context(), sc, first)
			wantErr(t, err, store.ErrNotFound)
			_, err = s.Enrol(t.Context(), sc, first, nil, 1, true)
			wantErr(t, err, store.ErrNotFound)
		}
		check(t, s.SetCohort(t.Context(), byIda, changed))
		same(t, must[store.Membership](t)(s.Cohort(t.Context(), byIda, first)).Name, "Renamed")
	})
	o.inSchool(t, "the last instructor stays", func(t *testing.T, s store.Store) {
		gone := member(first, ida, store.MemberInstructor)
		gone.State = store.MemberRemoved
		wantErr(t, s.SetMember(t.Context(), byAda, gone), store.ErrConflict)
		wantErr(t, s.SetMember(t.Context(), byIda, member(first, ida, store.MemberAssistant)), store.ErrConflict)
		check(t, s.SetMember(t.Context(), byIda, member(first, tea, store.MemberInstructor)))
		check(t, s.SetMember(t.Context(), byAda, gone))
		wantErr(t, s.SetCohort(t.Context(), byIda, store.Cohort{ID: first, Name: "Mine"}), store.ErrNotFound)
	})
	o.inSchool(t, "a lesson is assigned once, with its newest due time", func(t *testing.T, s store.Store) {
		for _, a := range []store.Assignment{{Lesson: quorum, DueMS: 0}, {Lesson: leases, DueMS: 50}, {Lesson: leases, DueMS: 60}, {Lesson: "queues", DueMS: 40}} {
			a.CohortID = first
			check(t, s.Assign(t.Context(), byIda, a))
		}
		want := []store.Assignment{
			{CohortID: first, Lesson: "queues", DueMS: 40},
			{CohortID: first, Lesson: leases, DueMS: 60},
			{CohortID: first, Lesson: quorum},
		}
		for _, sc := range []store.Scope{byIda, byTea, bySam, byAda} {
			same(t, must[[]store.Assignment](t)(s.Assignments(t.Context(), sc, first)), want)
		}
		_, err := s.Assignments(t.Context(), byJon, first)
		wantErr(t, err, store.ErrNotFound)
		check(t, s.Unassign(t.Context(), byIda, first, leases))
		wantErr(t, s.Unassign(t.Context(), byIda, first, leases), store.ErrNotFound)
	})
	o.inSchool(t, "the roster is read page by page", func(t *testing.T, s store.Store) {
		l := must[store.Listing[store.RosterRow]](t)(s.Roster(t.Context(), byIda, first, "", store.Page{N: 2}))
		rest := must[store.Listing[store.RosterRow]](t)(s.Roster(t.Context(), byIda, first, "", store.Page{N: 2, After: l.Next}))
		var ids []string
		for _, r := range append(l.Rows, rest.Rows...) {
			ids = append(ids, r.PersonID+" "+string(r.Role))
		}
		same(t, ids, []string{"ida instructor", "sam student", "sue student", "tea assistant"})
		same(t, rest.Next, "")
		same(t, l.Rows[1].Email, "Sam@Example.org")
	})
	o.inSchool(t, "one person on a roster is found in every state", func(t *testing.T, s store.Store) {
		for _, state := range []store.MemberState{store.MemberActive, store.MemberPending, store.MemberRemoved} {
			m := member(first, sam, store.MemberStudent)
			m.State, m.SinceMS = state, 30
			check(t, s.SetMember(t.Context(), byIda, m))
			r := must[store.RosterRow](t)(s.OnRoster(t.Context(), byIda, first, sam))
			same(t, r, store.RosterRow{Member: m, Name: "Sam", Email: "Sam@Example.org", LearnerID: own(sam)})
		}
		for _, person := range []string{bea, "nobody", ""} { // who is on another roster, or on none
			_, err := s.OnRoster(t.Context(), byIda, first, person)
			wantErr(t, err, store.ErrNotFound)
		}
		_, err := s.OnRoster(t.Context(), byIda, "no cohort", sam)
		wantErr(t, err, store.ErrNotFound)
	})
	o.inSchool(t, "students are found by the beginning of their name", func(t *testing.T, s store.Store) {
		find := func(sc store.Scope, cohort, prefix string) (names []string) {
			page := store.Page{N: 1}
			for {
				l := must[store.Listing[store.Student]](t)(s.Students(t.Context(), sc, cohort, prefix, page))
				for _, st := range l.Rows {
					names = append(names, st.Name)
				}
				if page.After = l.Next; l.Next == "" {
					return names
				}
			}
		}
		same(t, find(byIda, first, "s"), []string{"Sam", "Sue"})
		same(t, find(byTea, "", "SU"), []string{"Sue"})
		same(t, find(byAda, "", ""), []string{"Bea", "Sam", "Sue"})
		same(t, find(byJon, "", ""), []string{"Bea"})
		same(t, len(find(bySam, "", "")), 0)
		_, err := s.Students(t.Context(), byJon, first, "", store.Page{})
		wantErr(t, err, store.ErrNotFound)
	})
}

func joining(t *testing.T, o opener) {
	code := store.Code{Code: "k7", CohortID: first, CreatedMS: 10, ExpiresMS: 100}
	o.inSchool(t, "a code makes a student, once, whatever is clicked twice", func(t *testing.T, s store.Store) {
		check(t, s.AddCode(t.Context(), byIda, code))
		same(t, must[store.Cohort](t)(s.CohortByCode(t.Context(), "k7", 20)).Name, "First")
		want := store.Member{CohortID: first, PersonID: bea, Role: store.MemberStudent, State: store.MemberActive, SinceMS: 20}
		same(t, must[store.Member](t)(s.Join(t.Context(), "k7", bea, 20)), want)
		same(t, must[store.Member](t)(s.Join(t.Context(), "k7", bea, 30)), want)
		same(t, must[store.Member](t)(s.Join(t.Context(), "k7", ida, 30)).Role, store.MemberInstructor)
	})
	o.inSchool(t, "expired, revoked, of an archived cohort: no longer good", func(t *testing.T, s store.Store) {
		check(t, s.AddCode(t.Context(), byIda, code))
		_, err := s.Join(t.Context(), "k7", bea, 100)
		wantErr(t, err, store.ErrUsed)
		_, err = s.CohortByCode(t.Context(), "k8", 20)
		wantErr(t, err, store.ErrUsed)
		wantErr(t, s.RevokeCode(t.Context(), byJon, "k7", 30), store.ErrNotFound)
		wantErr(t, s.RevokeCode(t.Context(), byTea, "k7", 30), store.ErrNotFound)
		check(t, s.RevokeCode(t.Context(), byIda, "k7", 30))
		_, err = s.Join(t.Context(), "k7", bea, 20)
		wantErr(t, err, store.ErrUsed)
		check(t, s.AddCode(t.Context(), byIda, store.Code{Code: "k9", CohortID: first}))
		check(t, s.SetCohort(t.Context(), byIda, store.Cohort{ID: first, Name: "First", ArchivedMS: 40}))
		_, err = s.Join(t.Context(), "k9", bea, 20)
		wantErr(t, err, store.ErrUsed)
	})
	o.inSchool(t, "who waits for approval, or was removed, is not in yet", func(t *testing.T, s store.Store) {
		explains(t, s, bea, "e", 10, "token:unsure")
		check(t, s.AddCode(t.Context(), byIda, store.Code{Code: "ask", CohortID: first, Approval: true}))
		check(t, s.AddCode(t.Context(), byIda, store.Code{Code: "open", CohortID: first}))
		same(t, must[store.Member](t)(s.Join(t.Context(), "ask", bea, 20)).State, store.MemberPending)
		same(t, must[store.Member](t)(s.Join(t.Context(), "open", bea, 20)).State, store.MemberPending)
		same(t, len(on(t, s, byIda, store.Filter{})), 0)
		check(t, s.SetMember(t.Context(), byIda, member(first, bea, store.MemberStudent)))
		same(t, on(t, s, byIda, store.Filter{}), []string{"e unsure"})
		gone := member(first, bea, store.MemberStudent)
		gone.State = store.MemberRemoved
		check(t, s.SetMember(t.Context(), byIda, gone))
		same(t, len(on(t, s, byIda, store.Filter{})), 0)
		same(t, must[store.Member](t)(s.Join(t.Context(), "open", bea, 50)).State, store.MemberPending)
	})
	o.inSchool(t, "a roster is imported whole or not at all, and tried out first", func(t *testing.T, s store.Store) {
		list := []store.Enrolment{
			{Person: person("new", store.RoleStudent), Role: store.MemberStudent},
			{Person: person(sam, store.RoleStudent), Role: store.MemberStudent},
			{Person: person(tea, store.RoleStudent), Role: store.MemberStudent},
			{Person: person(bea, store.RoleStudent), Role: store.MemberStudent},
		}
		list[3].Person.ID, list[3].Person.LearnerID = "another id", "another learner" // found by address
		want := []store.Enrolled{{PersonID: "new", Added: true, Joined: true}, {PersonID: sam}, {PersonID: tea}, {PersonID: bea, Joined: true}}
		same(t, must[[]store.Enrolled](t)(s.Enrol(t.Context(), byIda, first, list, 30, true)), want)
		_, err := s.Person(t.Context(), "new")
		wantErr(t, err, store.ErrNotFound)
		broken := append(list[:1:1], store.Enrolment{Person: person("x", "king"), Role: store.MemberStudent})
		_, err = s.Enrol(t.Context(), byIda, first, broken, 30, false)
		wantErr(t, err, store.ErrInvalid)
		_, err = s.Person(t.Context(), "new")
		wantErr(t, err, store.ErrNotFound)
		same(t, must[[]store.Enrolled](t)(s.Enrol(t.Context(), byIda, first, list, 30, false)), want)
		same(t, must[store.Membership](t)(s.Cohort(t.Context(), byTea, first)).Role, store.MemberAssistant)
		same(t, len(must[[]store.Membership](t)(s.Memberships(t.Context(), bea))), 2)
	})
}
