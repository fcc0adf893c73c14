package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"zombiezen.com/go/sqlite"

	"fencepost/store/sqlstore"
)

// conn is one connection that compiles each statement once; the store's
// statements are few and constant, so all are kept. One goroutine uses it at a
// time. It is a sqlstore.Tx.
//
// It speaks to SQLite without database/sql between: a page's two statements take
// less than half the time and a seventh of the allocations that way. Migrations,
// backups and archives go through database/sql, by the driver of the same
// library.
type conn struct {
	db    *sqlite.Conn
	stmts map[string]*stmt
}

// connect makes a connection with settings, which are pragmas in order.
func (s source) connect(settings ...string) (_ *conn, err error) {
	db, err := sqlite.OpenConn(s.uri, sqlite.OpenReadWrite, sqlite.OpenURI)
	if err != nil {
		return nil, err
	}
	c := &conn{db: db, stmts: make(map[string]*stmt)}
	defer func() {
		if err != nil {
			_ = c.close() // it is not open as it should be
		}
	}()
	db.SetBusyTimeout(s.busy)
	if err := db.SetDefensive(true); err != nil {
		return nil, err
	}
	for _, pragma := range append([]string{"foreign_keys = ON", "temp_store = MEMORY"}, settings...) {
		if err := c.exec("PRAGMA " + pragma); err != nil {
			return nil, fmt.Errorf("set %s: %w", pragma, err)
		}
	}
	return c, nil
}

// prepare compiles a statement, or finds it compiled.
func (c *conn) prepare(query string) (*stmt, error) {
	if s, ok := c.stmts[query]; ok {
		return s, nil
	}
	compiled, err := c.db.Prepare(query)
	if err != nil {
		return nil, err
	}
	s := &stmt{Stmt: compiled}
	if s.args, err = arguments(compiled); err != nil {
		return nil, err
	}
	c.stmts[query] = s
	return s, nil
}

// arguments says which argument each parameter is. SQLite takes $2 for a name and
// numbers parameters as it comes upon them.
func arguments(s *sqlite.Stmt) ([]int, error) {
	args := make([]int, s.BindParamCount())
	for i := range args {
		n, err := strconv.Atoi(strings.TrimPrefix(s.BindParamName(i+1), "$"))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("the parameter %q has no number", s.BindParamName(i+1))
		}
		args[i] = n - 1
	}
	return args, nil
}

// QueryContext implements sqlstore.Reader. The context is not heeded: reads are
// look-ups by an index, and interrupting the writer would roll back what others
// share.
func (c *conn) QueryContext(_ context.Context, query string, args ...any) (sqlstore.Rows, error) {
	s, err := c.bound(query, args)
	if err != nil {
		return nil, err
	}
	return &rows{stmt: s}, nil
}

// QueryRowContext implements sqlstore.Reader.
func (c *conn) QueryRowContext(_ context.Context, query string, args ...any) sqlstore.Row {
	s, err := c.bound(query, args)
	return &single{rows{stmt: s, err: err}}
}

// ExecContext implements sqlstore.Tx.
func (c *conn) ExecContext(_ context.Context, query string, args ...any) (changed int64, err error) {
	s, err := c.bound(query, args)
	if err != nil {
		return 0, err
	}
	defer s.end()
	for more := true; more; {
		if more, err = s.Step(); err != nil {
			return 0, err
		}
	}
	return int64(c.db.Changes()), nil
}

// bound is a statement that is ready to run.
func (c *conn) bound(query string, args []any) (*stmt, error) {
	s, err := c.prepare(query)
	if err != nil {
		return nil, err
	}
	return s, s.begin(args)
}

// exec runs a statement of the transaction itself.
func (c *conn) exec(query string) error {
	_, err := c.ExecContext(context.Background(), query)
	return err
}

// close frees the statements and ends the connection.
func (c *conn) close() error { return c.db.Close() }

// discard rolls back whatever is open and ends the connection: after a failure
// nothing is taken for granted about one.
func (c *conn) discard() {
	_ = c.exec("ROLLBACK") // there may be none to roll back
	_ = c.close()
}

// rows are the rows of a statement under way.
type rows struct {
	stmt   *stmt // nil once closed
	reader *reader
	err    error
}

// Next implements sqlstore.Rows.
func (r *rows) Next() bool {
	if r.stmt == nil {
		return false
	}
	more, err := r.stmt.Step()
	if !more {
		r.err = err
		_ = r.Close() // always nil
	}
	return more
}

// Scan implements sqlstore.Row.
func (r *rows) Scan(dest ...any) error {
	if r.stmt == nil {
		return sql.ErrNoRows
	}
	return r.stmt.scan(dest)
}

// Err implements sqlstore.Rows.
func (r *rows) Err() error { return r.err }

// Close implements sqlstore.Rows. It gives a reader's connection back.
func (r *rows) Close() error {
	if r.stmt != nil {
		r.stmt.end()
		r.stmt = nil
	}
	if r.reader != nil {
		r.reader.give(r.err != nil)
		r.reader = nil
	}
	return nil
}

// single is the one row of a query.
type single struct{ rows }

// Scan implements sqlstore.Row.
func (r *single) Scan(dest ...any) error {
	defer func() { _ = r.Close() }() // always nil
	switch {
	case r.err != nil:
		return r.err
	case r.Next():
		return r.rows.Scan(dest...)
	case r.err != nil:
		return r.err
	}
	return sql.ErrNoRows
}
