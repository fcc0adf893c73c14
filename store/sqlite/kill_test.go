package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fencepost/store"
)

// childEnv names the database that this test binary, started again, writes to
// until it is killed.
const childEnv = "FENCEPOST_TEST_WRITE_TO"

// childSyncEnv is the child's synchronous setting, where it is not the store's.
const childSyncEnv = "FENCEPOST_TEST_SYNCHRONOUS"

// childPlacesEnv names the folder in which this test binary, started again, makes a
// database, a backup of it, and others in its place.
const childPlacesEnv = "FENCEPOST_TEST_PLACES_IN"

// setting is a count that the environment may set.
func setting(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
		return n
	}
	return otherwise
}

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		if err := writeUntilKilled(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	if dir := os.Getenv(childPlacesEnv); dir != "" {
		if err := fillPlaces(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// writeUntilKilled answers checks from 32 goroutines and says each key on
// standard output once, and only once, it was acknowledged.
func writeUntilKilled(path string) error {
	o := defaults
	if sync := os.Getenv(childSyncEnv); sync != "" {
		o.synchronous = synchronous(sync)
	}
	db, err := open(context.Background(), path, o)
	if err != nil {
		return err
	}
	failed := make(chan error)
	for w := range 32 {
		go func() {
			for n := 0; ; n++ {
				key := fmt.Sprintf("%d.%d.%d", os.Getpid(), w, n)
				if err := answer(context.Background(), db, key); err != nil {
					failed <- err
				}
				if _, err := os.Stdout.WriteString(key + "\n"); err != nil {
					failed <- err
				}
			}
		}()
	}
	return <-failed
}

// TestKilledAtAnyMomentNothingAcknowledgedIsLost keeps a ledger of what the
// child acknowledged, kills it after a random number of answers, and lets the
// next child go on with the same file.
func TestKilledAtAnyMomentNothingAcknowledgedIsLost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fencepost.db")
	db := openFile(t, path)
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
	check(t, db.Close())
	ledger := make(map[string]bool)
	for range 6 {
		writeAndKill(t, path, ledger, 200+rand.IntN(1500))
		counts := countKeys(t, path)
		for key := range ledger {
			if counts[key] != 1 {
				t.Errorf("%s was acknowledged and is there %d times", key, counts[key])
			}
		}
		check(t, sound(t, path))
	}
	t.Logf("6 kills, %d answers acknowledged, all of them kept once", len(ledger))
}

// writeAndKill starts a child, kills it once it has acknowledged n answers, and
// adds all that it acknowledged to the ledger.
func writeAndKill(t *testing.T, path string, ledger map[string]bool, n int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	lines := bufio.NewReader(out)
	for i := 0; ; i++ {
		line, err := lines.ReadString('\n')
		if err != nil {
			break // the pipe has ended; half a line is no acknowledgement
		}
		ledger[strings.TrimSuffix(line, "\n")] = true
		if i == n {
			check(t, cmd.Process.Kill())
		}
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != -1 {
		t.Fatalf("the child was not killed: %v", cmd.ProcessState)
	}
}

// countKeys opens the database as the next start would and counts each key.
func countKeys(t *testing.T, path string) map[string]int {
	t.Helper()
	db := openFile(t, path)
	d, err := db.LearnerDossier(t.Context(), "ann")
	check(t, err)
	check(t, db.Ready(t.Context()))
	check(t, db.Close())
	counts := make(map[string]int)
	for _, a := range d.Attempts {
		counts[a.Key]++
	}
	return counts
}
