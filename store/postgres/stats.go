package postgres

import (
	"errors"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgconn"
)

// counts are added to by whoever writes.
type counts struct {
	commits, failed, repeated atomic.Int64
}

// add counts how one run of a transaction ended. One that its own code refused,
// such as a stale draft, did not fail.
func (c *counts) add(v verdict, err error) {
	switch {
	case err == nil:
		c.commits.Add(1)
	case v != final:
		c.repeated.Add(1)
	case lost(err) || isPostgres(err):
		c.failed.Add(1)
	}
}

// Stats are what was done since Open, and the connections of now.
type Stats struct {
	Commits  int64 // transactions committed
	Failed   int64 // transactions that the database or the line to it ended for good
	Repeated int64 // transactions run again
	Open     int   // connections
	InUse    int   // of them
}

// Stats are those of this replica.
func (db *DB) Stats() Stats {
	r, w, t := db.reader.Stats(), db.pool.Stats(), db.turns.Stats()
	return Stats{
		Commits: db.counts.commits.Load(), Failed: db.counts.failed.Load(), Repeated: db.counts.repeated.Load(),
		Open: r.OpenConnections + w.OpenConnections + t.OpenConnections, InUse: r.InUse + w.InUse + t.InUse,
	}
}

func isPostgres(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e)
}
