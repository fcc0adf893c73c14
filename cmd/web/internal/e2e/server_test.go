package e2e

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fencepost/cmd/web/internal/process"
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
	if program, err = process.Build(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	endBrowser()
	os.RemoveAll(dir)
	os.Exit(code)
}

// scorers is a folder that all servers share, so that one alone trains what
// the binary does not hold.
func scorers() string { return filepath.Join(filepath.Dir(program), "scorers") }

// server is one running Fencepost with a database of its own.
type server struct {
	process.Process
	url  string
	data string
}

// serve starts the program on a free port and waits until it is ready.
func serve(t *testing.T, env ...string) *server {
	t.Helper()
	s := &server{data: t.TempDir()}
	s.start(t, freeAddr(t), env...)
	t.Cleanup(func() { s.stop(t) })
	return s
}

func (s *server) start(t *testing.T, addr string, env ...string) {
	t.Helper()
	s.Addr, s.url = addr, "http://"+addr
	env = append([]string{"LISTEN_ADDR=" + addr, "DATA_DIR=" + s.data, "BASE_URL=" + s.url, "SCORER_DIR=" + scorers()}, env...)
	if err := s.Launch(env, program); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := s.Await(ctx, "/readyz"); err != nil {
		t.Fatal(err)
	}
}

func (s *server) stop(t *testing.T) {
	if err := s.Stop(); err != nil {
		t.Errorf("server did not stop cleanly: %v", err)
	}
}

func freeAddr(t *testing.T) string {
	t.Helper()
	addr, err := process.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	return addr
}
