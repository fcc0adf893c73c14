//go:build linux

package prove

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The system calls by which a migration, and the copy before it, reach the disk.
const diskCalls = "pwrite64,fsync,fdatasync,ftruncate,renameat,renameat2,unlink,unlinkat"

// TestProveKilledInTheMiddleOfAMigration lets strace kill the program as it enters one
// of those calls, starts it again, and compares everything with a migration that
// nobody disturbed.
func TestProveKilledInTheMiddleOfAMigration(t *testing.T) {
	files, err := filepath.Glob("../../../../store/sqlite/testdata/released/schema-*.db.gz")
	check(t, err)
	killed, ended := 0, 0
	for i := range migrationKills {
		file := files[i%len(files)]
		undisturbed := newServer(t, unpack(t, file))
		calls := migrateUnderStrace(t, undisturbed, 0)
		s := newServer(t, unpack(t, file))
		if migrateUnderStrace(t, s, 1+rand.IntN(1+calls/2)) < 0 {
			killed++
		} else {
			ended++ // strace counts by thread, and no thread made so many
		}
		s.must("user", "list") // migrates, and does nothing else
		s.must("check")
		if want, got := archiveOf(t, undisturbed), archiveOf(t, s); !bytes.Equal(want, got) {
			t.Errorf("%s: after a kill and another start the database is another one", filepath.Base(file))
		}
	}
	if killed == 0 {
		t.Error("no kill fell into a migration")
	}
	summary.add(t, "migration     %d kills at a random write, sync or rename while schemas 1 to %d were migrated, %d ended before theirs: after another start each archive equals that of an undisturbed one",
		killed, len(files), ended)
}

// migrateUnderStrace runs the program on the folder until it has migrated, and
// kills it at the n-th call; 0 lets it end. It answers how many calls there were,
// or -1 where it was killed.
func migrateUnderStrace(t *testing.T, s *server, n int) int {
	t.Helper()
	log := filepath.Join(t.TempDir(), "strace.log")
	args := []string{"-f", "-qq", "-o", log, "-e", "signal=none", "-e", "trace=" + diskCalls}
	if n > 0 {
		args = append(args, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", diskCalls, n))
	}
	cmd := exec.Command("strace", append(args, program, "user", "list")...)
	cmd.Env = append(s.environ(), "GOMAXPROCS=1")
	out, err := cmd.CombinedOutput()
	if w, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); n > 0 && ok && (w.Signal() == syscall.SIGKILL || w.ExitStatus() == 128+int(syscall.SIGKILL)) {
		return -1
	}
	if err != nil {
		t.Fatalf("strace: %v\n%s", err, out)
	}
	text, err := os.ReadFile(log)
	check(t, err)
	return strings.Count(string(text), "\n")
}

// unpack lays a released database into a folder of its own.
func unpack(t *testing.T, file string) (dir string) {
	t.Helper()
	packed, err := os.Open(file)
	check(t, err)
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	check(t, err)
	data, err := io.ReadAll(z)
	check(t, err)
	dir = t.TempDir()
	check(t, os.WriteFile(filepath.Join(dir, "fencepost.db"), data, 0o600))
	return dir
}

// archiveOf is everything in the server's database, as text and under one name.
func archiveOf(t *testing.T, s *server) []byte {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(s.must("export", "-to", "-", "-base-url", "http://proof.example")))
	check(t, err)
	data, err := io.ReadAll(z)
	check(t, err)
	return data
}
