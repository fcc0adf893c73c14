//go:build linux

package class

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fencepost/cmd/web/internal/process"
)

// replica is one process of the site, which is started again and again.
type replica struct {
	process.Process
	t   testing.TB
	env []string
}

// freeAddress is one that nobody listens at.
func freeAddress(t testing.TB) string {
	t.Helper()
	addr, err := process.FreeAddr()
	check(t, err)
	return addr
}

// newReplica makes a replica of the site at base; start starts it. Limits that
// people cannot reach are raised as far as the class is sped up.
func newReplica(t testing.TB, base string, env ...string) *replica {
	t.Helper()
	r := &replica{t: t}
	r.Addr, r.Log.Without = freeAddress(t), "msg=request"
	r.env = append([]string{
		"LISTEN_ADDR=" + r.Addr, "BASE_URL=" + base, "SCORER_DIR=" + scorers, "TRUSTED_PROXIES=127.0.0.1",
		"LEARNER_WRITES=off", "LEARNER_EXPLANATIONS=off", "ADDRESS_WRITES=off", "ADDRESS_EXPLANATIONS=off", "ADDRESS_LEARNERS=off",
		"MIN_FREE_DISK=0", "DATA_DIR=" + t.TempDir(),
	}, env...)
	t.Cleanup(func() {
		r.Kill()
		if t.Failed() {
			t.Logf("replica at %s said:\n%s", r.Addr, r.Log.Tail(40))
		}
	})
	return r
}

// start starts the program and waits until it serves.
func (r *replica) start() {
	r.t.Helper()
	check(r.t, r.Launch(r.env, program))
	ctx, cancel := context.WithTimeout(r.t.Context(), 40*time.Second)
	defer cancel()
	if err := r.Await(ctx, "/healthz"); err != nil {
		r.t.Error(err)
	}
}

// crash kills the program and starts it again, as its supervisor would.
func (r *replica) crash() {
	r.Kill()
	time.Sleep(restart)
	r.start()
}

// kept is what the program's own archive of the database holds.
func (r *replica) kept() *Kept {
	r.t.Helper()
	name := filepath.Join(r.t.TempDir(), "archive.gz")
	if out, err := process.Run(r.env, program, "export", "-to", name); err != nil {
		r.t.Fatalf("web export: %v\n%s", err, out)
	}
	f, err := os.Open(name)
	check(r.t, err)
	defer f.Close()
	k, err := ReadKept(f)
	check(r.t, err)
	return k
}
