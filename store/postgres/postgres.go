// Package postgres opens the store on a PostgreSQL database, which several
// replicas of the program may share.
//
// Each write is a transaction of its own, which first waits for its turn by an
// advisory lock: writes of one learner follow one another, those of different
// learners go on side by side, and whatever else is written (reviews, cohorts,
// accounts) has the database's writes to itself. So what the store's code checks
// before it writes still holds when it commits, whatever other replicas do
// meanwhile. The isolation level serializable would promise the same, but takes
// neighbours in an index for each other: of hand-ins by sixteen learners at once
// three of four transactions were refused and run again.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// DB is a store on one PostgreSQL database. It is safe for concurrent use, by
// several processes too.
type DB struct {
	*sqlstore.Store
	reader *sql.DB // its connections refuse every write
	pool   *sql.DB // for writes
	turns  *sql.DB // on which whoever works alone holds their turn; for nothing else
	limits

	counts counts

	mu     sync.RWMutex // held for writing by Close, for reading during a write
	closed bool
}

var _ store.Store = (*DB)(nil)

// limits bound what a write or a page waits for, and what it may take.
type limits struct {
	connections int           // at once to the database; see shares
	waiting     func(error)   // told once why Open waits; may be nil
	start       time.Duration // how long Open waits for a database that is starting
	patience    time.Duration // how long a write, or a new connection, is tried before store.ErrBusy
	lock        time.Duration // how long a statement waits for a lock
	statement   time.Duration // how long one statement may run
	transaction time.Duration // how long one transaction may take, on a line that went dead too

	tracer pgx.QueryTracer // of a test that looks at what is sent; nil for none
}

var defaultLimits = limits{
	connections: 20, start: 30 * time.Second, patience: 5 * time.Second,
	lock: 5 * time.Second, statement: 30 * time.Second, transaction: 45 * time.Second,
}

// Options are what an operator may set.
type Options struct {
	Connections int         // to the database at most, four at least; 0 is 20
	Waiting     func(error) // told once why Open waits, where it has to; may be nil
}

// Open connects to the database that the URL names (postgres://user@host/name,
// or any other form that libpq takes) and brings its schema up to date; of
// several replicas that start together one does. It waits half a minute for a
// database that is starting. A database made by a newer program is refused with
// store.ErrNewerSchema. An error never holds the password.
//
// A commit waits until the server has it on disk, even where the server's
// synchronous_commit is off.
func Open(ctx context.Context, url string, o Options) (*DB, error) {
	l := defaultLimits
	if o.Connections > 0 {
		l.connections = o.Connections
	}
	l.waiting = o.Waiting
	db, err := open(ctx, url, l)
	if err != nil {
		return nil, fmt.Errorf("open the PostgreSQL database: %w", err)
	}
	return db, nil
}

func open(ctx context.Context, url string, l limits) (_ *DB, err error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.Tracer = l.tracer
	db := &DB{limits: l}
	reads, writes, turns := l.shares()
	db.pool = connect(config, l, false, writes)
	db.reader = connect(config, l, true, reads)
	db.turns = connect(config, l, true, turns)
	db.Store = sqlstore.New(reader{sqlstore.Over(db.reader)}, db.write, dialect{})
	defer func() {
		if err != nil {
			err = errors.Join(translate(err), db.Close())
		}
	}()
	if err := reach(ctx, db.pool, l); err != nil {
		return nil, err
	}
	if err := migrate(ctx, config); err != nil {
		return nil, err
	}
	return db, db.Settle(ctx)
}

// reach makes the first connection, and waits while the server starts.
func reach(ctx context.Context, db *sql.DB, l limits) error {
	ctx, end := context.WithTimeout(ctx, l.start)
	defer end()
	for told := l.waiting == nil; ; {
		err := db.PingContext(ctx)
		if !errors.Is(translate(err), store.ErrBusy) || ctx.Err() != nil {
			return err
		}
		if !told {
			l.waiting(err)
			told = true
		}
	}
}

// shares divides the connections, of which there are four at least. A turn holds
// one for as long as its work takes, and the work reads and writes: were they the
// same, two who work alone would keep all others from reading, and themselves.
func (l limits) shares() (reads, writes, turns int) {
	turns = min(2, l.connections/4) // there are two such works
	reads = max(2, l.connections/2-turns)
	return reads, l.connections - reads - turns, turns
}

// connect makes a pool of n connections, which are kept.
func connect(config *pgx.ConnConfig, l limits, readOnly bool, n int) *sql.DB {
	c := connector{
		Connector: stdlib.GetConnector(*config, stdlib.OptionAfterConnect(l.prepare(readOnly))),
		patience:  l.patience, reads: readOnly,
	}
	db := sql.OpenDB(c)
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return db
}

// prepare sets up a connection that was just made.
func (l limits) prepare(readOnly bool) func(context.Context, *pgx.Conn) error {
	settings := fmt.Sprintf(`SELECT set_config('lock_timeout', '%d', false), set_config('statement_timeout', '%d', false),
		set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)`,
		l.lock.Milliseconds(), l.statement.Milliseconds())
	if readOnly {
		settings = fmt.Sprintf(`SELECT set_config('default_transaction_read_only', 'on', false), set_config('statement_timeout', '%d', false)`,
			l.statement.Milliseconds())
	}
	return func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, settings, pgx.QueryExecModeSimpleProtocol)
		return err
	}
}

// Close refuses new writes, waits for those under way, and closes the
// connections.
func (db *DB) Close() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.closed = true
	return errors.Join(db.reader.Close(), db.pool.Close(), db.turns.Close())
}
