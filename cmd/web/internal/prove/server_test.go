//go:build linux

package prove

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fencepost/cmd/web/internal/process"
)

// server is a Fencepost that is started again and again on one folder.
type server struct {
	process.Process
	t    *testing.T
	url  string
	data string
}

// newServer has its own address and folder; start starts it.
func newServer(t *testing.T, data string) *server {
	t.Helper()
	addr, err := process.FreeAddr()
	check(t, err)
	s := &server{Process: process.Process{Addr: addr}, t: t, url: "http://" + addr, data: data}
	t.Cleanup(s.Kill)
	return s
}

// environ is what the program is told: nobody is slowed down, for all clients
// have one address.
func (s *server) environ() []string {
	return []string{
		"LISTEN_ADDR=" + s.Addr, "DATA_DIR=" + s.data, "BASE_URL=" + s.url,
		"SCORER_DIR=" + filepath.Join(filepath.Dir(program), "scorers"), "LEARNER_WRITES=off", "LEARNER_EXPLANATIONS=off",
		"ADDRESS_WRITES=off", "ADDRESS_EXPLANATIONS=off", "ADDRESS_LEARNERS=off", "MIN_FREE_DISK=0",
	}
}

// launch starts the program without waiting for it.
func (s *server) launch() {
	s.t.Helper()
	check(s.t, s.Launch(s.environ(), program))
}

// start starts the program and waits for its first page. It answers how long
// that took.
func (s *server) start() time.Duration {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 2*time.Minute)
	defer cancel()
	begun := time.Now()
	s.launch()
	check(s.t, s.Await(ctx, page))
	return time.Since(begun)
}

// stop ends the program as an operator does.
func (s *server) stop() {
	s.t.Helper()
	if err := s.Stop(); err != nil {
		s.t.Errorf("the server did not stop cleanly: %v", err)
	}
}

// web runs a subcommand on the server's folder.
func (s *server) web(args ...string) (out string, err error) {
	return process.Run(s.environ(), program, args...)
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
