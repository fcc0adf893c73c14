package sqlite

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// limits bound what the writer takes on.
type limits struct {
	patience time.Duration // how long a request waits for its turn before store.ErrBusy
	queue    int           // requests that wait at once
	batch    int           // requests that share a commit
}

var defaultLimits = limits{patience: 5 * time.Second, queue: 1024, batch: 512}

// work is what a request does inside the transaction.
type work func(ctx context.Context, tx sqlstore.Tx) error

// writer is the one goroutine that writes. It owns its connection.
type writer struct {
	limits
	connect func() (*conn, error)
	conn    *conn // nil after a failure: the next batch connects anew
	queue   chan *request
	stopped chan struct{}
	refusal error // answered to every write, where writing is refused for good
	wary    int   // batches whose requests get a savepoint each
	counts  counts

	mu     sync.RWMutex // held for writing by close, for reading while a request is queued
	closed bool
}

// newWriter connects and starts the goroutine; stop ends it. A refusal is
// answered to every write.
func newWriter(connect func() (*conn, error), l limits, refusal error) (*writer, error) {
	c, err := connect()
	if err != nil {
		return nil, err
	}
	w := &writer{limits: l, connect: connect, conn: c, queue: make(chan *request, l.queue), stopped: make(chan struct{}), refusal: refusal}
	go w.run()
	return w, nil
}

// Write is a sqlstore.Write: it answers once the commit that holds do is on
// the disk.
func (w *writer) Write(ctx context.Context, do func(context.Context, sqlstore.Tx) error) error {
	if err := errors.Join(ctx.Err(), w.refusal); err != nil {
		return err
	}
	r := newRequest(ctx, do)
	defer aside(ctx)()
	patience := time.NewTimer(w.patience)
	defer patience.Stop()
	if err := w.enqueue(r, patience.C); err != nil {
		return err
	}
	return r.wait(patience.C)
}

func (w *writer) enqueue(r *request, expired <-chan time.Time) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return store.ErrClosed
	}
	select {
	case w.queue <- r:
		return nil
	case <-r.ctx.Done():
		return r.ctx.Err()
	case <-expired:
		return fmt.Errorf("%w: too many writes wait", store.ErrBusy)
	}
}

// stop lets the requests that wait finish, then ends the goroutine.
func (w *writer) stop() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.queue)
	}
	w.mu.Unlock()
	<-w.stopped
}

// close ends the connection of a writer that was stopped.
func (w *writer) close() error {
	if w.conn == nil {
		return nil
	}
	err := w.conn.close()
	w.conn = nil
	return err
}

func (w *writer) run() {
	defer close(w.stopped)
	for r := range w.queue {
		w.batch(r)
	}
}

// drop gives up a connection on which something failed.
func (w *writer) drop() {
	if w.conn != nil {
		w.conn.discard()
		w.conn = nil
	}
}
