//go:build linux

package prove

import (
	"crypto/rand"
	"errors"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/cmd/web/internal/process"
)

const pageBytes = 4096

// TestProveADamagedDatabaseIsNotWrittenUntilItIsRestored overwrites one page at
// random: nothing may be written to such a file, and web restore mends it.
func TestProveADamagedDatabaseIsNotWrittenUntilItIsRestored(t *testing.T) {
	s := newServer(t, t.TempDir())
	backup := filepath.Join(t.TempDir(), "backup.db")
	s.start()
	c := newCrowd(s, clients, "p")
	c.while(t.Context(), func() { c.until(t, 10*clients) })
	s.stop()
	s.must("backup", "-to", backup)
	readOnly, refused := 0, 0
	for range damagedPages {
		spoil(t, s.database())
		if out, err := s.web("check"); err == nil {
			t.Errorf("web check finds nothing: %s", out)
		}
		if s.startDamaged(t, c.clients[0]) {
			readOnly++
		} else {
			refused++
		}
		s.must("restore", "-from", backup, "-replace")
		c.ledger.want(t, s)
	}
	s.start()
	c.while(t.Context(), func() { c.until(t, clients) })
	s.stop()
	lost, doubled := c.ledger.want(t, s)
	summary.add(t, "damaged       %d times one page: served for reading %d times, too damaged to start %d times, never written; restored from the backup: %d acknowledged, %d lost, %d doubled",
		damagedPages, readOnly, refused, c.ledger.len(), lost, doubled)
}

// spoil overwrites one page beyond the first.
func spoil(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	check(t, err)
	info, err := f.Stat()
	check(t, err)
	noise := make([]byte, pageBytes)
	_, _ = rand.Read(noise)
	_, err = f.WriteAt(noise, pageBytes*(1+mathrand.Int64N(info.Size()/pageBytes-1)))
	check(t, errors.Join(err, f.Close()))
}

// startDamaged starts the server on a damaged file. It must either say what is
// wrong and end, or serve pages and refuse every write.
func (s *server) startDamaged(t *testing.T, c *client) (serves bool) {
	t.Helper()
	before := len(s.Log.String())
	s.launch()
	ended := make(chan struct{})
	go func() { _ = s.Cmd.Wait(); close(ended) }()
	waitFor(t, "answer or end", func() bool {
		select {
		case <-ended:
			return true
		default:
			return process.Status(s.url+page) == http.StatusOK
		}
	})
	said := s.Log.String()[before:]
	if !strings.Contains(said, "damaged") && !strings.Contains(said, "malformed") {
		t.Errorf("the log does not tell of the damage:\n%s", said)
	}
	select {
	case <-ended:
		return false
	default:
	}
	if status, err := c.send(t.Context(), newLedger()); err != nil || status < 500 {
		t.Errorf("a write to a damaged database: %d, %v", status, err)
	}
	if got := process.Status(s.url + "/readyz"); got != http.StatusServiceUnavailable {
		t.Errorf("readyz on a damaged database: %d", got)
	}
	_ = s.Cmd.Process.Kill()
	<-ended
	return true
}
