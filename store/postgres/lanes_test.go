package postgres

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"fencepost/store"
)

// A write waits for whoever may change what it rests on, and for nobody else: what
// a learner sends for what they sent before, and for what is nobody's in
// particular; that for everything.
func TestWhoWritesWaitsForWhom(t *testing.T) {
	l := defaultLimits
	l.lock, l.patience = 300*time.Millisecond, time.Second
	db, err := open(t.Context(), fresh(t), l)
	check(t, err)
	defer db.Close()
	for _, id := range []string{"ann", "bob"} {
		check(t, db.AddLearner(t.Context(), store.Learner{ID: id, TokenHash: []byte(id)}))
	}
	n := 0
	writes := map[string]func() error{
		"ann": func() error { return db.MarkRead(t.Context(), "ann", "quorums", fmt.Sprint(n), 1) },
		"bob": func() error { return db.MarkRead(t.Context(), "bob", "quorums", fmt.Sprint(n), 1) },
		"an account": func() error {
			return db.AddPerson(t.Context(), store.Person{ID: fmt.Sprint(n), LearnerID: fmt.Sprint("of ", n), Email: fmt.Sprint(n), Role: store.RoleStudent})
		},
	}
	for _, tc := range []struct {
		under string // what somebody else holds
		wait  []string
	}{
		{"SELECT 1", nil},
		{fmt.Sprintf("SELECT pg_advisory_xact_lock_shared(%d), pg_advisory_xact_lock(%d)", int64(turnOfAll), number("ann")), []string{"ann", "an account"}},
		{fmt.Sprintf("SELECT pg_advisory_xact_lock(%d)", int64(turnOfAll)), []string{"ann", "bob", "an account"}},
	} {
		other, err := db.pool.BeginTx(t.Context(), nil)
		check(t, err)
		_, err = other.ExecContext(t.Context(), tc.under)
		check(t, err)
		waiting := map[string]bool{}
		for _, who := range tc.wait {
			waiting[who] = true
		}
		for who, write := range writes {
			n++
			if err := write(); waiting[who] != errors.Is(err, store.ErrBusy) || !waiting[who] && err != nil {
				t.Errorf("under %s, %s: %v; want it to wait: %v", tc.under, who, err, waiting[who])
			}
		}
		check(t, other.Rollback())
	}
}
