//go:build linux

package prove

import (
	"database/sql"
	"net/http"
	"net/url"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"fencepost/cmd/web/internal/process"
)

// TestProveALockedDatabaseIsWaitedForAndThenRefused holds the write lock in another
// process's place for longer than anybody waits.
func TestProveALockedDatabaseIsWaitedForAndThenRefused(t *testing.T) {
	s := newServer(t, t.TempDir())
	s.start()
	c := newCrowd(s, 8, "l")
	c.while(t.Context(), func() { c.until(t, 8) })
	unlock := lock(t, s)
	held := time.Now()
	readings := beside(t, s, func() {
		c.while(t.Context(), func() {
			waitFor(t, "a refusal", func() bool { return c.refused.Load() > 8 && time.Since(held) > time.Duration(lockSeconds)*time.Second })
		})
	})
	wantRetryAfter(t, s, c.clients[0])
	refused, longest := c.refused.Load(), time.Duration(c.longest.Load())
	unlock()
	c.while(t.Context(), func() { c.until(t, 3*len(c.clients)) })
	s.stop()
	lost, doubled := c.ledger.want(t, s)
	if n := c.unclear.Load(); n > 0 {
		t.Errorf("%d answers were neither 303 nor 503", n)
	}
	summary.add(t, "locked        for %v: %d refused with 503 and Retry-After, the longest wait %v, %d pages read meanwhile; %d acknowledged, %d lost, %d doubled",
		time.Since(held).Round(time.Second), refused, longest.Round(100*time.Millisecond), readings, c.ledger.len(), lost, doubled)
}

// lock takes the database's write lock until unlock is called.
func lock(t *testing.T, s *server) (unlock func()) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+s.database()+"?_pragma=busy_timeout(10000)")
	check(t, err)
	db.SetMaxOpenConns(1)
	_, err = db.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	check(t, err)
	return func() {
		_, err := db.ExecContext(t.Context(), "ROLLBACK")
		check(t, err)
		check(t, db.Close())
	}
}

// wantRetryAfter looks at one refusal.
func wantRetryAfter(t *testing.T, s *server, c *client) {
	t.Helper()
	resp, err := c.post(t.Context(), check1, url.Values{"key": {"hint"}, "option": {"pause-after-check"}})
	check(t, err)
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" {
		t.Errorf("while locked: %s, Retry-After %q", resp.Status, resp.Header.Get("Retry-After"))
	}
	waitFor(t, "unreadiness", func() bool { return process.Status(s.url+"/readyz") == http.StatusServiceUnavailable })
}
