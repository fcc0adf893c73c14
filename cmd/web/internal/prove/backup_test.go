//go:build linux

package prove

import (
	"path/filepath"
	"testing"
	"time"
)

// TestProveABackupUnderLoadHoldsWhatWasAcknowledged backs up beside clients and starts
// another server on each copy.
func TestProveABackupUnderLoadHoldsWhatWasAcknowledged(t *testing.T) {
	s := newServer(t, t.TempDir())
	s.start()
	c := newCrowd(s, clients, "b")
	var took []time.Duration
	var copies []string
	var before []*ledger
	c.while(t.Context(), func() {
		for range backups {
			c.until(t, 10*clients)
			before = append(before, c.ledger.copied())
			copied := filepath.Join(t.TempDir(), "fencepost.db")
			begun := time.Now()
			s.must("backup", "-to", copied)
			took, copies = append(took, time.Since(begun)), append(copies, copied)
		}
	})
	s.stop()
	c.ledger.want(t, s)
	lost, doubled := 0, 0
	for i, copied := range copies {
		other := newServer(t, filepath.Dir(copied))
		other.start()
		l, d := before[i].want(t, other)
		other.stop()
		lost, doubled = lost+l, doubled+d
	}
	summary.add(t, "backup        %d under load, %v each, a server started on each copy: of %d acknowledged before the last %d lost, %d doubled",
		backups, median(took).Round(time.Millisecond), before[len(before)-1].len(), lost, doubled)
}
