//go:build linux

package class

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// process is one replica of the site, which is started again and again.
type process struct {
	t    testing.TB
	addr string
	env  []string
	cmd  *exec.Cmd
	log  syncBuffer
	used time.Duration // processor time of those that ended
}

// freeAddress is one that nobody listens at.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer l.Close()
	return l.Addr().String()
}

// newProcess makes a replica of the site at base; start starts it. Limits that
// people cannot reach are raised as far as the class is sped up.
func newProcess(t testing.TB, base string, env ...string) *process {
	t.Helper()
	p := &process{t: t, addr: freeAddress(t)}
	p.env = append(os.Environ(), "LISTEN_ADDR="+p.addr, "BASE_URL="+base, "SCORER_DIR="+scorers, "TRUSTED_PROXIES=127.0.0.1",
		"LEARNER_WRITES=off", "LEARNER_EXPLANATIONS=off", "ADDRESS_WRITES=off", "ADDRESS_EXPLANATIONS=off", "ADDRESS_LEARNERS=off",
		"MIN_FREE_DISK=0", "DATA_DIR="+t.TempDir())
	p.env = append(p.env, env...)
	t.Cleanup(func() {
		if p.cmd != nil && p.cmd.ProcessState == nil {
			p.kill()
		}
		if t.Failed() {
			t.Logf("replica at %s said:\n%s", p.addr, p.log.tail())
		}
	})
	return p
}

// start starts the program and waits until it serves.
func (p *process) start() {
	p.t.Helper()
	p.cmd = exec.Command(program)
	p.cmd.Env = p.env
	p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
	check(p.t, p.cmd.Start())
	for range 4000 {
		if status("http://"+p.addr+"/healthz") == http.StatusOK {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.t.Errorf("a replica does not serve; it said:\n%s", p.log.tail())
}

// kill ends the program with signal 9.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
	p.used += p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}

// crash kills the program and starts it again, as its supervisor would.
func (p *process) crash() {
	p.kill()
	time.Sleep(restart)
	p.start()
}

// kept is what the program's own archive of the database holds.
func (p *process) kept() *Kept {
	p.t.Helper()
	name := filepath.Join(p.t.TempDir(), "archive.gz")
	cmd := exec.Command(program, "export", "-to", name)
	cmd.Env = p.env
	if out, err := cmd.CombinedOutput(); err != nil {
		p.t.Fatalf("web export: %v\n%s", err, out)
	}
	f, err := os.Open(name)
	check(p.t, err)
	defer f.Close()
	k, err := ReadKept(f)
	check(p.t, err)
	return k
}

// status is what an address answers, 0 where nobody does.
func status(url string) int {
	resp, err := plain.Get(url)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

// plain asks anew each time, as the server may be another by then.
var plain = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// syncBuffer collects what a process says but for its lines of requests.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !bytes.Contains(p, []byte("msg=request")) && b.buf.Len() < 1<<20 {
		b.buf.Write(p)
	}
	return len(p), nil
}

// tail is the end of what was said.
func (b *syncBuffer) tail() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	lines := strings.Split(b.buf.String(), "\n")
	return strings.Join(lines[max(0, len(lines)-40):], "\n")
}
