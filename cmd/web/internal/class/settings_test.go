//go:build linux

package class

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"fencepost/cmd/web/internal/process"
)

// The settings, as they are where the environment does not say otherwise: a cut
// that proves and measures nothing but counts.
var (
	students   = setting("STUDENTS", 20)
	speed      = setting("SPEED", 90)          // how many times faster than people
	speedAlone = setting("SPEED_ALONE", speed) // the same for one process on SQLite
	minutes    = setting("MINUTES", 25)        // of a session, before it is sped up
	window     = setting("WINDOW", 0)          // seconds at people's own pace, 0 for none
	stairs     = setting("STAIRS", 0)          // seconds of each step of the search for what one machine holds, 0 for none
	seed       = uint64(setting("SEED", 1))    // of everything that students do
	reportTo   = os.Getenv("CLASS_REPORT")     // file that the report is written to; "" for none
	restart    = time.Second                   // after which a process that was killed is started again
	length     = time.Duration(minutes) * time.Minute
)

func setting(name string, cut int) int {
	n, err := strconv.Atoi(os.Getenv("CLASS_" + name))
	if err != nil || n < 0 {
		return cut
	}
	return n
}

// program is the built binary, made once for all tests.
var program string

// scorers is where its processes keep and find what they trained.
var scorers string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "fencepost-class-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	scorers = filepath.Join(dir, "scorers")
	if program, err = process.Build(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	begun, load, of := time.Now(), loadAverage(), version()
	code := m.Run()
	if reportTo != "" {
		if err := findings.write(reportTo, begun, load, of, code); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
