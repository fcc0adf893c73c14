package sandbox

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"time"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// started is when this program did, about.
var started = time.Now()

// Database is one throw-away database. It, its connections and what they
// return are for the goroutine that opened it, which has its thread to itself
// until Close: by that its work is counted.
type Database struct {
	limits   Limits
	name     string
	ops      int           // instructions left
	before   time.Duration // what the thread had worked when this was opened
	deadline time.Time
	open     bool
	tables   map[string]bool // that were made, some of them perhaps undone
	conns    []*Conn
}

// Open makes an empty database. The first connection keeps it alive.
func Open(l Limits) *Database {
	runtime.LockOSThread()
	return &Database{
		limits: l, name: "/lab-" + rand.Text(), ops: l.Ops, before: worked(), deadline: time.Now().Add(l.Time),
		open: true, tables: map[string]bool{},
	}
}

// Close throws the database away.
func (d *Database) Close() {
	for _, c := range d.conns {
		c.Close()
	}
	d.conns = nil
	if d.open {
		runtime.UnlockOSThread()
	}
	d.open = false
}

// Spent is how many instructions ran, counted in steps of a hundred, and how
// long a processor was at work on whatever was done since Open.
func (d *Database) Spent() (ops int, work time.Duration) {
	return d.limits.Ops - d.ops, worked() - d.before
}

// Conn is one connection: a client of the database, with its own transaction.
type Conn struct {
	db     *Database
	tls    *libc.TLS
	handle uintptr
	guard  guard
}

// Connect opens another connection, locked down before it has seen any SQL.
func (d *Database) Connect() (*Conn, error) {
	c := &Conn{db: d, tls: libc.NewTLS()}
	c.guard.db = d
	if err := c.open(); err != nil {
		c.Close()
		return nil, err
	}
	d.conns = append(d.conns, c)
	return c, nil
}

// Close ends the connection; a transaction that it had open is rolled back.
func (c *Conn) Close() {
	if c.handle != 0 {
		guards.Delete(c.handle)
		sqlite3.Xsqlite3_close_v2(c.tls, c.handle)
		c.handle = 0
	}
	if c.tls != nil {
		c.tls.Close()
		c.tls = nil
	}
}

func (c *Conn) open() error {
	name, err := libc.CString(c.db.name)
	if err != nil {
		return err
	}
	defer libc.Xfree(c.tls, name)
	vfs, err := libc.CString("memdb")
	if err != nil {
		return err
	}
	defer libc.Xfree(c.tls, vfs)
	out := libc.Xcalloc(c.tls, 1, 8)
	if out == 0 {
		return errors.New("sandbox: out of memory")
	}
	defer libc.Xfree(c.tls, out)
	const flags = sqlite3.SQLITE_OPEN_READWRITE | sqlite3.SQLITE_OPEN_CREATE | sqlite3.SQLITE_OPEN_FULLMUTEX
	rc := sqlite3.Xsqlite3_open_v2(c.tls, name, out, flags, vfs)
	c.handle = word(out)
	if rc != sqlite3.SQLITE_OK {
		return fmt.Errorf("sandbox: open: code %d", rc)
	}
	return c.lock()
}

// switches are settings of SQLite that a locked-down connection has on or off.
var switches = []struct{ op, on int32 }{
	{sqlite3.SQLITE_DBCONFIG_DEFENSIVE, 1},
	{sqlite3.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
	{sqlite3.SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
	{sqlite3.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
	{sqlite3.SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
	{sqlite3.SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE, 0},
	{sqlite3.SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE, 0},
	{sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
	{sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, 0},
	{sqlite3.SQLITE_DBCONFIG_ENABLE_FKEY, 1},
	{sqlite3.SQLITE_DBCONFIG_DQS_DDL, 0},
	{sqlite3.SQLITE_DBCONFIG_DQS_DML, 0},
}

// bounds are SQLite's run-time limits, beside those of Limits.
var bounds = []struct{ id, most int32 }{
	{sqlite3.SQLITE_LIMIT_ATTACHED, 0},
	{sqlite3.SQLITE_LIMIT_COLUMN, 32},
	{sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 10},
	{sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 60},
	{sqlite3.SQLITE_LIMIT_FUNCTION_ARG, 16},
	{sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50},
	{sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1},
	{sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 32},
	{sqlite3.SQLITE_LIMIT_VDBE_OP, 5000},
	{sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0},
}

// settings keep journal, temporary tables and sorting in memory.
const settings = `PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY; PRAGMA cache_size = 200; PRAGMA page_size = 4096`

// lock switches off whatever a lab has no use for, then sets the limits and
// then the guard, which is asked about everything that is compiled from now on.
func (c *Conn) lock() error {
	sqlite3.Xsqlite3_extended_result_codes(c.tls, c.handle, 1)
	for _, s := range switches {
		if err := c.configure(s.op, s.on); err != nil {
			return err
		}
	}
	c.guard.policy = Policy{Author: true}
	c.guard.settling = true
	guards.Store(c.handle, &c.guard)
	sqlite3.Xsqlite3_set_authorizer(c.tls, c.handle, pointer(authorise), c.handle)
	sqlite3.Xsqlite3_progress_handler(c.tls, c.handle, opsPerCall, pointer(progress), c.handle)
	if err := c.Script(fmt.Sprintf("%s; PRAGMA max_page_count = %d", settings, c.db.limits.Pages)); err != nil {
		return fmt.Errorf("sandbox: settings: %w", err)
	}
	c.guard.settling = false
	for _, b := range bounds {
		sqlite3.Xsqlite3_limit(c.tls, c.handle, b.id, b.most)
	}
	sqlite3.Xsqlite3_limit(c.tls, c.handle, sqlite3.SQLITE_LIMIT_LENGTH, int32(c.db.limits.Bytes))
	sqlite3.Xsqlite3_limit(c.tls, c.handle, sqlite3.SQLITE_LIMIT_SQL_LENGTH, int32(c.db.limits.SQL))
	return nil
}

// configure switches one setting.
func (c *Conn) configure(op, on int32) error {
	va := libc.Xcalloc(c.tls, 2, 8)
	if va == 0 {
		return errors.New("sandbox: out of memory")
	}
	defer libc.Xfree(c.tls, va)
	if rc := sqlite3.Xsqlite3_db_config(c.tls, c.handle, op, libc.VaList(va, on, uintptr(0))); rc != sqlite3.SQLITE_OK {
		return fmt.Errorf("sandbox: setting %d: code %d", op, rc)
	}
	return nil
}

// pointer is a declared function as C calls it. A Go function value is a
// pointer to its code's address, which is what the transpiled C wants.
func pointer[T any](f T) uintptr { return *(*uintptr)(unsafe.Pointer(&struct{ f T }{f})) }

// word is the pointer that stands at an address.
func word(at uintptr) uintptr { return uintptr(binary.NativeEndian.Uint64(libc.GoBytes(at, 8))) }
