package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync"
	"sync/atomic"
)

// preparedConn is one connection that compiles each statement once. The store's
// statements are few and constant, so all are kept. Only the writer's goroutine
// uses it.
type preparedConn struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
}

func (c *preparedConn) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := c.stmts[query]; ok {
		return s, nil
	}
	s, err := c.conn.PrepareContext(ctx, query)
	if err == nil {
		c.stmts[query] = s
	}
	return s, err
}

// ExecContext implements sqlstore.Tx.
func (c *preparedConn) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

// QueryContext implements sqlstore.Reader.
func (c *preparedConn) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext implements sqlstore.Reader. A statement that does not compile
// is run as it is, for the row to carry the error.
func (c *preparedConn) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := c.prepare(ctx, query)
	if err != nil {
		return c.conn.QueryRowContext(ctx, query, args...)
	}
	return s.QueryRowContext(ctx, args...)
}

// exec runs a statement of the transaction itself.
func (c *preparedConn) exec(query string) error {
	_, err := c.ExecContext(context.Background(), query)
	return err
}

// close frees the statements and gives the connection back to its pool.
func (c *preparedConn) close() error {
	var errs []error
	for _, s := range c.stmts {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.conn.Close())...)
}

// discard rolls back whatever is open and makes the pool connect anew next
// time: after a failure nothing is taken for granted about a connection.
func (c *preparedConn) discard() {
	_ = c.exec("ROLLBACK") // there may be none to roll back
	for _, s := range c.stmts {
		_ = s.Close() // before the connection that they live in
	}
	_ = c.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = c.conn.Close()
}

// preparedPool is a sqlstore.Reader over a pool that compiles each statement
// once a connection. It is safe for concurrent use.
type preparedPool struct {
	db    *sql.DB
	stmts sync.Map // string -> *sql.Stmt
	runs  atomic.Int64
}

// unwatched is ctx without its end, unless that has come. Reads are look-ups by
// an index; watching a context costs the driver a goroutine a statement, which
// is more than most of them take.
func unwatched(ctx context.Context) context.Context {
	if ctx.Err() != nil {
		return ctx
	}
	return context.WithoutCancel(ctx)
}

func (p *preparedPool) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	p.runs.Add(1)
	if s, ok := p.stmts.Load(query); ok {
		return s.(*sql.Stmt), nil
	}
	s, err := p.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	kept, loaded := p.stmts.LoadOrStore(query, s)
	if loaded {
		_ = s.Close()
	}
	return kept.(*sql.Stmt), nil
}

// QueryContext implements sqlstore.Reader.
func (p *preparedPool) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	ctx = unwatched(ctx)
	s, err := p.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext implements sqlstore.Reader.
func (p *preparedPool) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	ctx = unwatched(ctx)
	s, err := p.prepare(ctx, query)
	if err != nil {
		return p.db.QueryRowContext(ctx, query, args...)
	}
	return s.QueryRowContext(ctx, args...)
}
