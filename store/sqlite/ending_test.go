package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

func TestAContextThatEndsWhileWaitingTakesItsWriteBack(t *testing.T) {
	db := openWith(t, defaults)
	release, wait := hold(t, db, nothing)
	ctx, end := context.WithCancel(t.Context())
	answers := queueUp(ctx, db, 5)
	end()
	for _, err := range answers() {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want Canceled", err)
		}
	}
	release()
	check(t, wait())
	check(t, answer(t.Context(), db, "after"))
	if n := kept(t, db); n != 1 {
		t.Errorf("%d answers kept, want 1", n)
	}
}

func TestAContextThatEndsDuringItsWriteGetsTheTruth(t *testing.T) {
	db := openWith(t, defaults)
	ctx, end := context.WithCancel(t.Context())
	err := db.writer.Write(ctx, func(ctx context.Context, tx sqlstore.Tx) error {
		end()
		return run(ctx, tx, "INSERT INTO reveals (learner_id, lesson, at_ms) VALUES ('ann', 'x', 1)")
	})
	check(t, err)
	st, err := db.Standing(t.Context(), "ann", "x")
	check(t, err)
	if st.RevealedMS != 1 {
		t.Error("acknowledged, but not kept")
	}
}

func TestCloseFinishesWhatWaits(t *testing.T) {
	path, o := filepath.Join(t.TempDir(), "fencepost.db"), defaults
	o.batch = 5
	db, err := open(t.Context(), path, o)
	check(t, err)
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
	release, wait := hold(t, db, nothing)
	answers := queueUp(t.Context(), db, 20)
	closed := make(chan error, 1)
	go func() { closed <- db.Close() }()
	for !closing(db.writer) {
		time.Sleep(time.Millisecond)
	}
	release()
	for _, err := range append(answers(), wait(), <-closed) {
		check(t, err)
	}
	db = openFile(t, path)
	defer db.Close()
	if n := kept(t, db); n != 20 {
		t.Errorf("%d answers kept, want 20", n)
	}
}

func closing(w *writer) bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.closed
}
