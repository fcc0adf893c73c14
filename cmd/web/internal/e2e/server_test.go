package e2e

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

var shots = flag.String("shots", "", "directory that TestShots writes screenshots into")

// program is the built binary, made once for all tests.
var program string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "fencepost-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	program = filepath.Join(dir, "web")
	build := exec.Command("go", "build", "-o", program, "fencepost/cmd/web")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// scorers is a folder that all servers share, so that one alone trains what
// the binary does not hold.
func scorers() string { return filepath.Join(filepath.Dir(program), "scorers") }

// server is one running Fencepost with a database of its own.
type server struct {
	url  string
	data string
	cmd  *exec.Cmd
	log  *syncBuffer
}

// serve starts the program on a free port and waits until it is ready.
func serve(t *testing.T, env ...string) *server {
	t.Helper()
	s := &server{data: t.TempDir(), log: &syncBuffer{}}
	s.start(t, freeAddr(t), env...)
	t.Cleanup(func() { s.stop(t) })
	return s
}

func (s *server) start(t *testing.T, addr string, env ...string) {
	t.Helper()
	s.url = "http://" + addr
	s.cmd = exec.Command(program)
	s.cmd.Env = append(os.Environ(), append([]string{"LISTEN_ADDR=" + addr, "DATA_DIR=" + s.data, "BASE_URL=" + s.url, "SCORER_DIR=" + scorers()}, env...)...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.waitReady(t)
}

func (s *server) waitReady(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	for ctx.Err() == nil {
		if resp, err := http.Get(s.url + "/readyz"); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("server not ready; it said:\n%s", s.log)
}

func (s *server) stop(t *testing.T) {
	if s.cmd.ProcessState != nil {
		return
	}
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("server did not stop cleanly: %v\n%s", err, s.log)
	}
}

// kill ends the server as a power switch would.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
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
