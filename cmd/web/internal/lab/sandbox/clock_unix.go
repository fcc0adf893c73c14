//go:build linux || darwin || freebsd

package sandbox

import (
	"time"

	"golang.org/x/sys/unix"
)

// worked is how long this thread has had a processor.
func worked() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		return time.Since(started)
	}
	return time.Duration(ts.Nano())
}
