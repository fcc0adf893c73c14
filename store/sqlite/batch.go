package sqlite

import (
	"errors"

	"fencepost/store"
)

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
	taken, err := w.runAll(first)
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

// waryFor is how many batches after one in which a request failed are run warily:
// what fails seldom comes alone.
const waryFor = 16

// errFailed says that a request of a batch failed that has no savepoint.
var errFailed = errors.New("a request failed")

// runAll runs a batch as if nothing in it failed, since next to nothing does: a
// savepoint each would cost more than the statements of a small request, as
// SQLite copies every page that is changed after one, and writes the index of
// words at each. Where a request fails the batch is undone and run again, warily.
// An error means that the transaction as a whole is lost.
func (w *writer) runAll(first *request) (taken []*request, err error) {
	if w.wary > 0 {
		w.wary--
		return w.fill(first, w.runApart)
	}
	taken, err = w.fill(first, w.runBare)
	if !errors.Is(err, errFailed) {
		return taken, err
	}
	w.wary = waryFor
	return taken, w.again(taken)
}

// again undoes a batch and runs it warily.
func (w *writer) again(taken []*request) error {
	_ = w.conn.exec("ROLLBACK") // SQLite may have done so itself
	if err := w.begin(); err != nil {
		return err
	}
	for _, r := range taken {
		if err := w.runApart(r); err != nil {
			return err
		}
	}
	return nil
}

// fill runs first and whatever waits, up to the limit of a batch or an error.
func (w *writer) fill(first *request, run func(*request) error) (taken []*request, err error) {
	for r := first; r != nil; r = w.next() {
		if !r.take() {
			continue
		}
		taken = append(taken, r)
		if err := run(r); err != nil || len(taken) == w.limits.batch {
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

// runBare runs r among the others. Where SQLite ended the transaction by itself,
// as it does when the disk is full, what r says of it counts for nothing.
func (w *writer) runBare(r *request) error {
	if r.err = r.run(w.conn); r.err != nil || w.conn.db.AutocommitEnabled() {
		return errFailed
	}
	return nil
}

// runApart runs r inside a savepoint of its own, so that its failure undoes its
// own changes only. SQLite itself rolls a whole transaction back where the disk
// is full or broken; then the savepoint is gone, and that is the error.
func (w *writer) runApart(r *request) error {
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
