package sqlite

import (
	"context"
	"sync"
	"sync/atomic"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// readers are connections for reads, made when they are first needed. It is a
// sqlstore.Reader and safe for concurrent use.
type readers struct {
	connect func() (*conn, error)
	turns   chan struct{} // has a place for each that is in use
	runs    atomic.Int64  // statements

	mu     sync.Mutex
	idle   []*reader // the last one given back is taken first: its pages are at hand
	closed bool
}

func newReaders(n int, connect func() (*conn, error)) *readers {
	return &readers{connect: connect, turns: make(chan struct{}, n)}
}

// reader is one of the connections.
type reader struct {
	*conn
	of *readers
}

// take waits for a connection, as long as the context allows.
func (r *readers) take(ctx context.Context) (*reader, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case r.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	r.runs.Add(1)
	c, err := r.found()
	if c == nil && err == nil {
		c, err = r.made()
	}
	if err != nil {
		<-r.turns
	}
	return c, err
}

// found is a connection that waits, or nil.
func (r *readers) found() (*reader, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, store.ErrClosed
	}
	n := len(r.idle) - 1
	if n < 0 {
		return nil, nil
	}
	c := r.idle[n]
	r.idle = r.idle[:n]
	return c, nil
}

func (r *readers) made() (*reader, error) {
	c, err := r.connect()
	if err != nil {
		return nil, err
	}
	return &reader{c, r}, nil
}

// give puts the connection back, or ends it where something failed on it or all
// are closed.
func (c *reader) give(failed bool) {
	r := c.of
	r.mu.Lock()
	keep := !failed && !r.closed
	if keep {
		r.idle = append(r.idle, c)
	}
	r.mu.Unlock()
	if !keep {
		_ = c.close() // it only read
	}
	<-r.turns
}

// QueryContext implements sqlstore.Reader.
func (r *readers) QueryContext(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	list := r.begin(ctx, query, args)
	if list.err != nil {
		return nil, list.err
	}
	return &list, nil
}

// QueryRowContext implements sqlstore.Reader.
func (r *readers) QueryRowContext(ctx context.Context, query string, args ...any) sqlstore.Row {
	return &single{r.begin(ctx, query, args)}
}

// begin runs a statement on a connection that its rows give back.
func (r *readers) begin(ctx context.Context, query string, args []any) rows {
	c, err := r.take(ctx)
	if err != nil {
		return rows{err: err}
	}
	s, err := c.bound(query, args)
	if err != nil {
		c.give(true)
		return rows{err: err}
	}
	return rows{stmt: s, reader: c}
}

// close waits for those in use and ends all.
func (r *readers) close() {
	r.mu.Lock()
	idle := r.idle
	r.idle, r.closed = nil, true
	r.mu.Unlock()
	for _, c := range idle {
		_ = c.close() // it only read
	}
	for range cap(r.turns) {
		r.turns <- struct{}{}
	}
	for range cap(r.turns) {
		<-r.turns // for who comes later to be told
	}
}
