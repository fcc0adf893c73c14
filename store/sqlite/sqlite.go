// Package sqlite opens the store on a SQLite file.
//
// Reads run on a small pool that cannot write. All writes go through one
// goroutine that commits the requests waiting at that moment together (group
// commit), so that a commit may wait for the disk without holding up the rest.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"time"

	"modernc.org/sqlite"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// DB is a store on one SQLite database. It is safe for concurrent use, by
// several processes too.
type DB struct {
	*sqlstore.Store
	path    string // "" in memory
	dsn     string // by which tools connect
	readers *readers
	writer  *writer
	turns   turns // of requests that write
	damage  error // why nothing is written, or nil
}

var _ store.Store = (*DB)(nil)

// Open opens the database file at path, making it and its directory where they
// are missing, and brings its schema up to date. Before an existing file is
// migrated, it is copied beside itself. A database made by a newer program is
// refused with store.ErrNewerSchema.
//
// The file is looked over first, for a few seconds at most. Where it is damaged
// it is opened all the same, for reading: Damage says why, and writes answer
// store.ErrDamaged. A damaged file that would have to be migrated is refused.
//
// A commit waits until the disk has it (synchronous=FULL).
func Open(ctx context.Context, path string) (*DB, error) {
	return open(ctx, path, defaults)
}

// options are what a test may set otherwise.
type options struct {
	synchronous synchronous
	busy        time.Duration // how long a statement waits for a lock that another process holds
	limits
}

var defaults = options{synchronous: full, busy: 2 * time.Second, limits: defaultLimits}

func open(ctx context.Context, path string, o options) (*DB, error) {
	if err := prepare(path); err != nil {
		return nil, err
	}
	if err := makeFile(path); err != nil {
		return nil, unwritable(path, err)
	}
	if err := ours(path); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	// fdatasync leaves out the time stamps, which no commit needs. Where the
	// system has none, SQLite goes on with fsync.
	_, _ = sqlite.Fdatasync(true)
	db, err := start(ctx, path, fileSource(path, o))
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	return db, nil
}

// OpenMemory opens an empty database in memory, for tests. It behaves as a
// file does, except that it is gone after Close.
func OpenMemory(ctx context.Context) (*DB, error) {
	db, err := start(ctx, "", memorySource(defaults))
	if err != nil {
		return nil, fmt.Errorf("open database in memory: %w", err)
	}
	return db, nil
}

// start migrates, connects, sets the writer going and lets it finish what the
// migration left to it. Nothing stays open where it fails.
func start(ctx context.Context, path string, at source) (_ *DB, err error) {
	pool, err := connect(at.dsn, 1)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }() // once others have it open: one in memory lives as long
	damage, err := connectAndMigrate(ctx, pool, path)
	if err != nil {
		return nil, translate(err)
	}
	w, err := newWriter(at.writer, at.limits, damage)
	if err != nil {
		return nil, translate(err)
	}
	reads := newReaders(max(4, runtime.GOMAXPROCS(0)), at.reader)
	db := &DB{
		Store: sqlstore.New(reads, w.Write, dialect{}), path: path, dsn: at.dsn,
		readers: reads, writer: w, damage: damage, turns: make(turns, runtime.GOMAXPROCS(0)),
	}
	if damage != nil {
		return db, nil
	}
	if err := db.Settle(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Damage is what was found wrong with the file when it was opened, or nil.
func (db *DB) Damage() error { return db.damage }

// connectAndMigrate answers what is wrong with the file as damage, where it
// needs no migration and can be read as it is.
func connectAndMigrate(ctx context.Context, db *sql.DB, path string) (damage, err error) {
	if err := reach(ctx, db); err != nil {
		return nil, err
	}
	if path != "" {
		damage = lookOver(ctx, db)
	}
	if damage == nil {
		return nil, migrate(ctx, db, path)
	}
	if err := atNewest(ctx, db); err != nil {
		return nil, errors.Join(damage, err)
	}
	return damage, nil
}

// reach makes the first connection. Where another process makes the file at
// this moment, switching to the log (WAL) is refused without a wait, so it is
// tried again for a second.
func reach(ctx context.Context, db *sql.DB) error {
	var err error
	for range 50 {
		err = db.PingContext(ctx)
		if !errors.Is(translate(err), store.ErrBusy) {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

// connect makes a pool of at most n connections that are kept.
func connect(dsn string, n int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// Stats are what was done since Open.
func (db *DB) Stats() Stats {
	s := db.writer.stats()
	s.Reads = db.readers.runs.Load()
	return s
}

// Close refuses new writes, finishes those that wait, and closes the database.
// The writer's connection goes last: it folds the log into the file.
func (db *DB) Close() error {
	db.writer.stop()
	db.readers.close()
	return db.writer.close()
}
