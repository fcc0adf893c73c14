//go:build linux

package prove

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fencepost/cmd/web/internal/process"
)

// The settings, as they are where the environment does not say otherwise.
var (
	kills          = setting("KILLS", 3)           // kill -9 under load
	clients        = setting("CLIENTS", 32)        // at once
	answersPerKill = setting("ANSWERS", 200)       // acknowledged before a kill, at most
	migrationKills = setting("MIGRATION_KILLS", 5) // over all earlier schemas
	volumeMB       = setting("VOLUME_MB", 9)       // of the disk that fills up
	lockSeconds    = setting("LOCK_SECONDS", 4)    // for which somebody else holds the lock
	damagedPages   = setting("DAMAGED_PAGES", 3)   // one at a time
	backups        = setting("BACKUPS", 2)         // under load
)

func setting(name string, cut int) int {
	n, err := strconv.Atoi(os.Getenv("PROVE_" + name))
	if err != nil || n < 1 {
		return cut
	}
	return n
}

// program is the built binary, made once for all tests.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "fencepost-prove-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if program, err = process.Build(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	summary.write()
	os.RemoveAll(dir)
	os.Exit(code)
}

// summary collects a line of each proof, printed at the end.
var summary report

type report struct {
	mu    sync.Mutex
	lines []string
}

// add notes how a proof ended. A failed one says so itself.
func (r *report) add(t *testing.T, format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	t.Log(line)
	if t.Failed() {
		line += "  FAILED"
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, line)
}

func (r *report) write() {
	fmt.Printf("\nSummary\n  %s\n\n", strings.Join(r.lines, "\n  "))
}

// median of some times, 0 of none.
func median(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return 0
	}
	times = slices.Sorted(slices.Values(times))
	return times[len(times)/2]
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
