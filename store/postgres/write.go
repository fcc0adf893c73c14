package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// The wait before a refused transaction is run again: a random part of a length
// that doubles, so that those which got in each other's way do not meet again.
const (
	firstPause = 2 * time.Millisecond
	mostPause  = 250 * time.Millisecond
)

// write is a sqlstore.Write: it runs do in a transaction, again where the
// database refused it for the sake of another or the connection was lost before
// the commit, until patience ends.
func (db *DB) write(ctx context.Context, do func(context.Context, sqlstore.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.mu.RLock()
	defer db.mu.RUnlock()
	if db.closed {
		return store.ErrClosed
	}
	waiting, end := context.WithTimeout(ctx, db.patience)
	defer end()
	for pause := firstPause; ; pause = min(2*pause, mostPause) {
		verdict, err := db.once(ctx, waiting, do)
		db.counts.add(verdict, err)
		if verdict == final || verdict == onceMore && pause > firstPause {
			return translate(err)
		}
		select {
		case <-waiting.Done():
			return errors.Join(ctx.Err(), fmt.Errorf("%w: tried again and again: %w", store.ErrBusy, err))
		case <-time.After(rand.N(pause)):
		}
	}
}

// verdict is whether a transaction that ended may be run again.
type verdict int

const (
	final    verdict = iota
	again            // as often as there is time
	onceMore         // a key was taken: what checks it before may now see by whom
)

// once runs do in one transaction. waiting bounds the wait for a connection; once
// there is one the transaction runs to its end, so that its answer is the truth.
func (db *DB) once(ctx, waiting context.Context, do func(context.Context, sqlstore.Tx) error) (verdict, error) {
	conn, err := db.pool.Conn(waiting)
	if err != nil {
		return db.noConnection(ctx, waiting, err)
	}
	defer conn.Close()
	ctx, end := context.WithTimeout(context.WithoutCancel(ctx), db.transaction)
	defer end()
	tx := transaction{sqlstore.Over(conn), conn}
	if err = tx.begin(ctx); err == nil {
		err = run(ctx, tx, do)
	}
	if err != nil {
		tx.rollback(ctx)
		return refused(err), err
	}
	return committed(tx.commit(ctx))
}

// noConnection tells why there was none.
func (db *DB) noConnection(ctx, waiting context.Context, err error) (verdict, error) {
	switch {
	case ctx.Err() != nil:
		return final, ctx.Err()
	case waiting.Err() != nil:
		return final, fmt.Errorf("%w: no connection to the database in time: %w", store.ErrBusy, err)
	}
	return refused(err), err
}

// run does the work and answers a panic as an error.
func run(ctx context.Context, tx sqlstore.Tx, do func(context.Context, sqlstore.Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a write: %v", p)
		}
	}()
	return do(ctx, tx)
}

// committed tells how a commit ended. A connection lost in the middle of one
// leaves open whether it took place: that is not run again here, for not every
// write may happen twice. Whoever sent it may, by its key.
func committed(err error) (verdict, error) {
	if err == nil {
		return final, nil
	}
	if lost(err) {
		return final, fmt.Errorf("%w: the connection was lost in the middle of a commit: %w", store.ErrBusy, err)
	}
	return refused(err), err
}
