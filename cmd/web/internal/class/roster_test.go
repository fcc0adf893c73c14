//go:build linux

package class

import (
	"fmt"
	"testing"
	"time"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
)

// everyNth student has no account.
const everyNth = 5

// enrol gives most of the students of a crowd an account, a seat in a cohort of
// their classroom, and a session that began a day ago.
func enrol(t testing.TB, db store.Store, crowd string, n int) (list []Account) {
	t.Helper()
	now := time.Now().UnixMilli()
	made := now - 24*time.Hour.Milliseconds()
	teacher := store.Person{ID: crowd + "teacher", LearnerID: crowd + "teacher", Name: "Teacher", Email: crowd + "@school.example", Role: store.RoleInstructor, CreatedMS: made}
	check(t, db.AddPerson(t.Context(), teacher))
	n -= n / everyNth
	for first := 0; first < n; first += perRoom {
		room := fmt.Sprintf("%sroom%d", crowd, first/perRoom)
		check(t, db.AddCohort(t.Context(), store.ScopeOf(teacher), store.Cohort{ID: room, Name: room, Zone: "Europe/Paris", CreatedMS: made}))
		var seats []store.Enrolment
		for i := first; i < min(first+perRoom, n); i++ {
			id := fmt.Sprintf("%sperson%d", crowd, i)
			seats = append(seats, store.Enrolment{Role: store.MemberStudent, Person: store.Person{
				ID: id, LearnerID: id, Name: "Student " + id, Email: id + "@school.example", Role: store.RoleStudent, CreatedMS: made,
			}})
		}
		_, err := db.Enrol(t.Context(), store.ScopeOf(teacher), room, seats, made, false)
		check(t, err)
		for _, s := range seats {
			list = append(list, signIn(t, db, s.Person, made))
		}
	}
	return list
}

func signIn(t testing.TB, db store.Store, p store.Person, madeMS int64) Account {
	t.Helper()
	token := auth.NewToken()
	hash, _ := auth.HashToken(token)
	check(t, db.AddSession(t.Context(), store.Session{
		ID: p.ID, TokenHash: hash, PersonID: p.ID, CreatedMS: madeMS, SeenMS: madeMS, UserAgent: "class", Address: "127.1.0.0",
	}))
	return Account{Session: token, Learner: p.LearnerID}
}
