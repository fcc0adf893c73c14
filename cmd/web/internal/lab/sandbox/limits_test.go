//go:build linux || darwin || freebsd

package sandbox

import (
	"errors"
	"testing"
	"time"
)

// limited is the database of jobs with limits of its own.
func limited(t *testing.T, l Limits) *Conn {
	t.Helper()
	_, c := jobs(t)
	c.db.limits, c.db.ops, c.db.before, c.db.deadline = l, l.Ops, worked(), time.Now().Add(l.Time)
	return c
}

func wantKind(t *testing.T, err error, want Kind) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Kind != want {
		t.Errorf("ends in %v, want kind %d", err, want)
	}
}

// While others have the processor no work is done, so a busy machine ends nobody's
// statement; one that works on is ended.
func TestWorkIsCountedAndWaitingIsNot(t *testing.T) {
	l := Modest
	l.Ops, l.Work = 1<<40, 50*time.Millisecond
	c := limited(t, l)
	time.Sleep(2 * l.Work)
	if _, _, err := c.Run("SELECT count(*) FROM jobs a, jobs b, jobs c", 0, most, nil); err != nil {
		t.Errorf("a thousand rows after a wait: %v", err)
	}
	_, _, err := c.Run("SELECT count(*) FROM "+lots, 0, most, nil)
	wantKind(t, err, Limit)
	if _, work := c.db.Spent(); work < l.Work || work > 20*l.Work {
		t.Errorf("%v of a processor before it was ended, want about %v", work, l.Work)
	}
}

// A machine that never gives it a processor does not keep it for ever.
func TestWhatWaitsTooLongIsLate(t *testing.T) {
	l := Modest
	l.Time = 5 * time.Millisecond
	c := limited(t, l)
	time.Sleep(2 * l.Time)
	_, _, err := c.Run("SELECT count(*) FROM jobs a, jobs b, jobs c", 0, most, nil)
	wantKind(t, err, Late)
}
