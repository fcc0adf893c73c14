//go:build !(linux || darwin || freebsd)

package sandbox

import "time"

// worked is the time that goes by: what a thread had of it is not told here.
func worked() time.Duration { return time.Since(started) }
