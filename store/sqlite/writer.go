package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
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

// batch runs first and those that wait behind it in one transaction, then
// answers them all. Even an error may rest on what an earlier request of the
// batch wrote, so no answer is given before the commit.
func (w *writer) batch(first *request) {
	if err := translate(w.begin()); err != nil {
		if !errors.Is(err, store.ErrBusy) {
			w.drop()
		}
		w.refuse(first, err)
		return
	}
	taken, err := w.fill(first)
	if err == nil {
		err = w.conn.exec("COMMIT")
	}
	if err != nil {
		w.drop()
		err = translate(err)
	}
	w.counts.add(taken, err)
	for _, r := range taken {
		r.answer(err)
	}
}

// begin takes the database's write lock, waiting for other processes as long
// as options.busy allows.
func (w *writer) begin() (err error) {
	if w.conn == nil {
		if w.conn, err = w.connect(); err != nil {
			return err
		}
	}
	return w.conn.exec("BEGIN IMMEDIATE")
}

// refuse answers err to first and to those that wait now: their turn came and
// no transaction could be had. Who comes while this goes on is not among them,
// as the cause may be gone by then.
func (w *writer) refuse(first *request, err error) {
	refused := []*request{first}
	for range len(w.queue) {
		refused = append(refused, <-w.queue)
	}
	for _, r := range refused {
		if r.take() {
			r.answer(err)
		}
	}
}

// fill runs first and whatever waits, up to the limit of a batch. An error
// means that the transaction as a whole is lost.
func (w *writer) fill(first *request) (taken []*request, err error) {
	for r := first; r != nil; r = w.next() {
		if !r.take() {
			continue
		}
		taken = append(taken, r)
		if err := w.runOne(r); err != nil || len(taken) == w.limits.batch {
			return taken, err
		}
	}
	return taken, nil
}

// next is a request that waits now, or nil.
func (w *writer) next() *request {
	select {
	case r := <-w.queue: // nil once closed and empty
		return r
	default:
		return nil
	}
}

// runOne runs r inside a savepoint of its own, so that its failure undoes its
// own changes only. SQLite itself rolls a whole transaction back where the disk
// is full or broken; then the savepoint is gone, and that is the error.
func (w *writer) runOne(r *request) error {
	if err := w.conn.exec("SAVEPOINT request"); err != nil {
		return err
	}
	r.err = r.run(w.conn)
	if r.err == nil {
		return w.conn.exec("RELEASE request")
	}
	if err := w.conn.exec("ROLLBACK TO request"); err != nil {
		return errors.Join(r.err, err)
	}
	return w.conn.exec("RELEASE request")
}

// drop gives up a connection on which something failed.
func (w *writer) drop() {
	if w.conn != nil {
		w.conn.discard()
		w.conn = nil
	}
}

// batchSizes is how many powers of two there are up to the largest batch.
const batchSizes = 10

// counts are added to by the writer and read by anyone.
type counts struct {
	commits, failed, writes, refused, largest atomic.Int64
	batches                                   [batchSizes]atomic.Int64
}

func (c *counts) add(batch []*request, err error) {
	if err != nil {
		c.failed.Add(1)
		return
	}
	kept := int64(0)
	for _, r := range batch {
		if r.err == nil {
			kept++
		}
	}
	if kept > 0 {
		c.commits.Add(1)
		c.batches[min(bits.Len64(uint64(kept-1)), batchSizes-1)].Add(1)
	}
	c.writes.Add(kept)
	c.refused.Add(int64(len(batch)) - kept)
	c.largest.Store(max(c.largest.Load(), kept))
}

// Stats are what the writer did since Open.
type Stats struct {
	Commits int64 // transactions committed that hold a write
	Failed  int64 // transactions that could not be committed, all of their writes with them
	Writes  int64 // writes that those commits hold
	Refused int64 // requests that failed alone, such as a stale draft
	Largest int64 // most writes in one commit
	Waiting int   // requests that wait now
	Reads   int64 // statements that read outside a transaction
	// Batches are those commits by how many writes they hold: Batches[i] more
	// than 2^(i-1) and at most 2^i. No batch is larger than the last of them.
	Batches [batchSizes]int64
}

func (w *writer) stats() Stats {
	c := &w.counts
	s := Stats{
		Commits: c.commits.Load(), Failed: c.failed.Load(), Writes: c.writes.Load(),
		Refused: c.refused.Load(), Largest: c.largest.Load(), Waiting: len(w.queue),
	}
	for i := range c.batches {
		s.Batches[i] = c.batches[i].Load()
	}
	return s
}
