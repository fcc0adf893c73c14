//go:build linux

package prove

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
	"syscall"
	"testing"
	"time"
)

// server is a Fencepost that is started again and again on one folder.
type server struct {
	t    *testing.T
	url  string
	addr string
	data string
	cmd  *exec.Cmd
	log  syncBuffer
}

// newServer has its own address and folder; start starts it.
func newServer(t *testing.T, data string) *server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer l.Close()
	addr := l.Addr().String()
	s := &server{t: t, addr: addr, url: "http://" + addr, data: data}
	t.Cleanup(func() {
		if s.cmd != nil && s.cmd.ProcessState == nil {
			s.kill()
		}
	})
	return s
}

// environ is what the program is told: nobody is slowed down, for all clients
// have one address.
func (s *server) environ() []string {
	return append(os.Environ(), "LISTEN_ADDR="+s.addr, "DATA_DIR="+s.data, "BASE_URL="+s.url,
		"SCORER_DIR="+filepath.Join(filepath.Dir(program), "scorers"), "LEARNER_WRITES=off", "LEARNER_EXPLANATIONS=off",
		"ADDRESS_WRITES=off", "ADDRESS_EXPLANATIONS=off", "ADDRESS_LEARNERS=off", "MIN_FREE_DISK=0")
}

// launch starts the program without waiting for it.
func (s *server) launch() {
	s.t.Helper()
	s.cmd = exec.Command(program)
	s.cmd.Env = s.environ()
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	check(s.t, s.cmd.Start())
}

// start starts the program and waits for its first page. It answers how long
// that took.
func (s *server) start() time.Duration {
	s.t.Helper()
	begun := time.Now()
	s.launch()
	for time.Since(begun) < 2*time.Minute {
		if status(s.url+page) == http.StatusOK {
			return time.Since(begun)
		}
		time.Sleep(2 * time.Millisecond)
	}
	s.t.Fatalf("no page in two minutes; the server said:\n%s", s.log.String())
	return 0
}

// kill ends the program as nothing else does: it cannot finish anything.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// stop ends the program as an operator does.
func (s *server) stop() {
	s.t.Helper()
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	if err := s.cmd.Wait(); err != nil {
		s.t.Errorf("the server did not stop cleanly: %v\n%s", err, s.log.String())
	}
}

// web runs a subcommand on the server's folder.
func (s *server) web(args ...string) (out string, err error) {
	cmd := exec.Command(program, args...)
	cmd.Env = s.environ()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err = cmd.Run(); err != nil {
		return stdout.String() + stderr.String(), err
	}
	return stdout.String(), nil
}

// must is web for what has to work.
func (s *server) must(args ...string) string {
	s.t.Helper()
	out, err := s.web(args...)
	if err != nil {
		s.t.Fatalf("web %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// database is the path of the server's file.
func (s *server) database() string { return filepath.Join(s.data, "fencepost.db") }

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
var plain = &http.Client{
	Timeout:       30 * time.Second,
	Transport:     &http.Transport{DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// syncBuffer collects what the server says, from several goroutines.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
