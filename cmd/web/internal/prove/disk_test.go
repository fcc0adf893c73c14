//go:build linux

package prove

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fencepost/cmd/web/internal/process"
)

// fillable is a folder whose disk can be made full and roomy again.
type fillable struct {
	dir   string
	how   string
	fill  func(s *server) // before the server starts or while it runs
	empty func(s *server)
}

// smallVolume is a file system of its own in memory with a ballast on it, where
// the system lets the test mount one, and else a limit on the size of the files
// that the server writes: both fail in the middle of a write.
func smallVolume(t *testing.T) fillable {
	t.Helper()
	dir := t.TempDir()
	if !mountTmpfs(t, dir, volumeMB) {
		return fillable{dir: dir, how: "file size limit", fill: limitFiles(t, 3<<20), empty: limitFiles(t, unix.RLIM_INFINITY)}
	}
	ballast := filepath.Join(dir, "ballast")
	check(t, os.WriteFile(ballast, make([]byte, volumeMB<<20/3), 0o600))
	return fillable{
		dir: dir, how: "tmpfs with a ballast", fill: func(*server) {},
		empty: func(*server) { check(t, os.Remove(ballast)) },
	}
}

// mountTmpfs says whether it could; PROVE_MOUNT=no tries what is done elsewhere.
func mountTmpfs(t *testing.T, dir string, mb int) bool {
	t.Helper()
	if os.Getenv("PROVE_MOUNT") == "no" || syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+strconv.Itoa(mb)+"m") != nil {
		return false
	}
	t.Cleanup(func() { check(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	return true
}

// limitFiles sets the limit of a running server; what is beyond fails with EFBIG.
func limitFiles(t *testing.T, bytes uint64) func(*server) {
	return func(s *server) {
		limit := unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}
		check(t, unix.Prlimit(s.Pid(), unix.RLIMIT_FSIZE, &limit, nil))
	}
}

// TestProveAFullDiskRefusesAndRecovers sends until the disk is full, reads all the
// while, makes room and goes on with the same process.
func TestProveAFullDiskRefusesAndRecovers(t *testing.T) {
	volume := smallVolume(t)
	s := newServer(t, volume.dir)
	s.start()
	volume.fill(s)
	c := newCrowd(s, clients, "d")
	readings := beside(t, s, func() {
		c.while(t.Context(), func() {
			waitFor(t, "a refusal", func() bool { return c.refused.Load() > int64(2*clients) })
			waitFor(t, "unreadiness", func() bool { return process.Status(s.url+"/readyz") == http.StatusServiceUnavailable })
		})
	})
	acknowledged, refused := c.ledger.len(), c.refused.Load()
	volume.empty(s)
	c.while(t.Context(), func() { c.until(t, 3*clients) })
	waitFor(t, "readiness", func() bool { return process.Status(s.url+"/readyz") == http.StatusOK })
	s.stop()
	lost, doubled := c.ledger.want(t, s)
	if n := c.unclear.Load(); n > 0 || acknowledged == 0 {
		t.Errorf("%d acknowledged before the disk was full; %d answers were neither 303 nor 503", acknowledged, n)
	}
	summary.add(t, "disk full     %s: %d acknowledged, then %d refused with 503, %d pages read meanwhile; room again: %d more without a restart; %d lost, %d doubled",
		volume.how, acknowledged, refused, readings, c.ledger.len()-acknowledged, lost, doubled)
}

// beside reads pages while f runs; each must come.
func beside(t *testing.T, s *server, f func()) (read int64) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	var n atomic.Int64
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			if got := process.Status(s.url + page); got != http.StatusOK {
				t.Errorf("a page while writing fails: %d", got)
			}
			n.Add(1)
			time.Sleep(20 * time.Millisecond)
		}
	}()
	f()
	stop()
	<-done
	return n.Load()
}

func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for patience := time.Now().Add(2 * time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(patience) {
			t.Fatalf("no %s in two minutes", what)
		}
	}
}

// TestProveAReadOnlyVolumeIsToldOf starts on a volume that nobody can write to: the
// program must say so and end, and go on once it can.
func TestProveAReadOnlyVolumeIsToldOf(t *testing.T) {
	dir := t.TempDir()
	s := newServer(t, dir)
	how, lift := "tmpfs mounted read-only", func() { check(t, syscall.Mount("", dir, "", syscall.MS_REMOUNT, "")) }
	if mountTmpfs(t, dir, volumeMB) {
		password := filepath.Join(t.TempDir(), "password")
		check(t, os.WriteFile(password, []byte("seven lamps along the quay\n"), 0o600))
		s.must("user", "add", "-email", "ada@mail.example", "-name", "Ada", "-password-file", password) // makes the database
		check(t, syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	} else {
		how = "a folder in the place of the database" // what no user can write to, root neither
		check(t, os.Mkdir(s.database(), 0o500))
		lift = func() { check(t, os.Remove(s.database())) }
	}
	out, err := s.web("serve")
	if err == nil || !strings.Contains(out, "cannot write") || !strings.Contains(out, "fencepost") {
		t.Errorf("on a volume that cannot be written: %v\n%s", err, out)
	}
	lift()
	s.start()
	waitFor(t, "readiness", func() bool { return process.Status(s.url+"/readyz") == http.StatusOK })
	s.stop()
	summary.add(t, "read-only     %s: refused to start and said why; started once it could write", how)
}
