//go:build linux

package prove

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestProveKilledUnderLoad kills the server while clients send, checks the file that
// it leaves, and starts it again on that file.
func TestProveKilledUnderLoad(t *testing.T) {
	s := newServer(t, t.TempDir())
	c := newCrowd(s, clients, "k")
	var restarts []time.Duration
	lost, doubled := 0, 0
	for range kills {
		restarts = append(restarts, s.start())
		c.while(t.Context(), func() {
			c.until(t, 1+rand.IntN(answersPerKill))
			s.Kill()
		})
		l, d := c.ledger.want(t, s)
		lost, doubled = lost+l, doubled+d
	}
	s.start()
	c.while(t.Context(), func() { c.until(t, len(c.clients)) })
	s.stop()
	c.ledger.want(t, s)
	if n := c.unclear.Load(); n > 0 {
		t.Errorf("%d answers were neither 303 nor 503", n)
	}
	summary.add(t, "kill -9       %d kills at %d clients: %d acknowledged, %d lost, %d doubled, integrity_check ok after each; restart to the first 200: median %v",
		kills, clients, c.ledger.len(), lost, doubled, median(restarts[1:]).Round(time.Millisecond))
}
