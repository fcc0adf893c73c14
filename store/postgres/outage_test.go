package postgres

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"fencepost/store"
	"fencepost/store/postgres/pgtest"
)

// TestARestartOfTheServerLosesNothing crashes the server under writers: whatever
// was acknowledged is there afterwards, once, and most only waited.
func TestARestartOfTheServerLosesNothing(t *testing.T) {
	own, err := pgtest.Start("fsync = on")
	check(t, err)
	defer func() { check(t, own.Stop()) }()
	l := defaultLimits
	l.patience = time.Minute // a busy machine starts a server slowly
	db, err := open(t.Context(), own.URL("postgres"), l)
	check(t, err)
	defer db.Close()
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))

	var writers sync.WaitGroup
	var mu sync.Mutex
	acknowledged, refused := 0, 0
	stop := make(chan struct{})
	for w := range 8 {
		writers.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				err := answer(t.Context(), db, fmt.Sprint(w, " ", i))
				mu.Lock()
				if err == nil {
					acknowledged++
				} else {
					refused++
					i-- // as a person who sends the form again
				}
				mu.Unlock()
			}
		})
	}
	for range 2 {
		time.Sleep(300 * time.Millisecond)
		check(t, own.Kill())
		check(t, own.Run())
	}
	time.Sleep(300 * time.Millisecond)
	close(stop)
	writers.Wait()
	if n := kept(t, db); n != acknowledged {
		t.Errorf("%d answers kept, %d acknowledged", n, acknowledged)
	}
	// Only a commit under way when the line broke is refused: one a writer at most,
	// each time.
	if acknowledged == 0 || refused > 2*8 {
		t.Errorf("%d acknowledged, %d refused", acknowledged, refused)
	}
	check(t, db.Ready(t.Context()))
}

func TestAServerThatIsGoneIsBusy(t *testing.T) {
	own, err := pgtest.Start()
	check(t, err)
	l := defaultLimits
	l.patience = time.Second // which a busy machine may need for the first connections
	db, err := open(t.Context(), own.URL("postgres"), l)
	check(t, err)
	defer db.Close()
	check(t, own.Stop())
	wantErr(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}), store.ErrBusy)
	_, err = db.LearnerByToken(t.Context(), []byte("hash"))
	wantErr(t, err, store.ErrBusy)
	wantErr(t, db.Ready(t.Context()), store.ErrBusy)
}

// A page that reads on a line which the server has cut is read on another.
func TestAReadOnALostLineIsDoneAgain(t *testing.T) {
	db := withAnn(t)
	for range 5 {
		_, err := db.LearnerByToken(t.Context(), []byte("hash"))
		check(t, err)
		const cut = `SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
		var n int
		check(t, db.pool.QueryRowContext(t.Context(), cut).Scan(&n))
		if n == 0 {
			t.Error("no line was cut")
		}
		_, err = db.LearnerByToken(t.Context(), []byte("hash"))
		check(t, err)
	}
}

// A page that is asked for while the server restarts is a wait and no error.
func TestAReadWaitsForTheServer(t *testing.T) {
	own, err := pgtest.Start()
	check(t, err)
	defer func() { check(t, own.Stop()) }()
	l := defaultLimits
	l.patience = time.Minute // a busy machine starts a server slowly
	db, err := open(t.Context(), own.URL("postgres"), l)
	check(t, err)
	defer db.Close()
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
	check(t, own.Kill())
	read := make(chan error, 1)
	go func() {
		_, err := db.LearnerByToken(t.Context(), []byte("hash"))
		read <- err
	}()
	time.Sleep(500 * time.Millisecond)
	check(t, own.Run())
	check(t, <-read)
}
