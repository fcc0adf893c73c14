package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/jackc/pgx/v5"

	"fencepost/store/sqlstore"
)

// transaction is one under way on a connection. Where a *sql.Tx asks the server
// at each step, it asks less often: its turn comes with its beginning, and
// statements that do not rest on each other's answers go together. A hand-in
// waits for the server so often that this is most of its time.
type transaction struct {
	sqlstore.Tx
	conn *sql.Conn
}

var _ sqlstore.Pipe = transaction{}

// turnOfAll is the advisory lock that writes within a lane share and every other
// write has alone: the word "fenceall" as a number.
const turnOfAll = 0x66656e6365616c6c

// begin begins it and waits until it is its turn. From then on, nothing that it
// rests on changes before it ends: each of its statements sees all that was
// committed before, and what sqlstore checks before it writes still holds.
func (t transaction) begin(ctx context.Context) error {
	turn := fmt.Sprintf("pg_advisory_xact_lock(%d)", int64(turnOfAll))
	if lane, ok := sqlstore.LaneOf(ctx); ok {
		turn = fmt.Sprintf("pg_advisory_xact_lock_shared(%d), pg_advisory_xact_lock(%d)", int64(turnOfAll), number(lane))
	}
	_, err := t.order(ctx, "BEGIN; SELECT "+turn)
	return err
}

// number is a lane as an advisory lock. Two lanes with the same number wait for
// each other without need.
func number(lane string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(lane))
	return int64(h.Sum64())
}

// commit ends it. A transaction in which something failed is rolled back by the
// server instead, which is an error.
func (t transaction) commit(ctx context.Context) error {
	did, err := t.order(ctx, "COMMIT")
	if err == nil && did != "COMMIT" {
		err = errors.New("the transaction was rolled back: something in it had failed")
	}
	return err
}

// rollback ends it without a trace. Where that fails the connection is broken, and
// the pool throws away one with a transaction under way.
func (t transaction) rollback(ctx context.Context) { _, _ = t.order(ctx, "ROLLBACK") }

// order sends statements without arguments, and answers what the server says that
// it did last.
func (t transaction) order(ctx context.Context, statements string) (did string, err error) {
	err = t.on(func(conn *pgx.Conn) error {
		tag, err := conn.Exec(ctx, statements, pgx.QueryExecModeSimpleProtocol)
		did = tag.String()
		return err
	})
	return did, err
}

// Together implements sqlstore.Pipe, in one round trip.
func (t transaction) Together(ctx context.Context, steps []sqlstore.Step) (changed []int64, err error) {
	var batch pgx.Batch
	for _, s := range steps {
		batch.Queue(s.Query, s.Args...)
	}
	err = t.on(func(conn *pgx.Conn) (err error) {
		results := conn.SendBatch(ctx, &batch)
		defer func() { err = errors.Join(err, results.Close()) }()
		for range steps {
			tag, err := results.Exec()
			if err != nil {
				return err
			}
			changed = append(changed, tag.RowsAffected())
		}
		return nil
	})
	return changed, err
}

// on hands over the connection itself.
func (t transaction) on(do func(*pgx.Conn) error) error {
	return t.conn.Raw(func(c any) error { return do(c.(*connection).Conn.Conn()) })
}
