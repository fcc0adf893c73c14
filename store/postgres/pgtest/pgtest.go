//go:build linux

// Package pgtest runs a PostgreSQL server for the length of a test binary: a
// cluster in a folder of its own, reached by a socket there and by nothing else,
// which is gone afterwards.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL server that runs.
type Server struct {
	dir    string // cluster, socket and log
	bin    string
	runAs  *syscall.Credential
	server *exec.Cmd
	ended  chan error
	made   atomic.Int64 // databases
}

// Main starts a server, lets the tests of m run and stops it. It is for a
// TestMain, which hands on what it answers to os.Exit; hand takes the server.
func Main(m *testing.M, hand func(*Server) error) (code int) {
	s, err := Start()
	if err == nil {
		if err = hand(s); err == nil {
			code = m.Run()
		}
		err = errors.Join(err, s.Stop())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "PostgreSQL for the tests:", err)
		code = 1
	}
	return code
}

// Start makes a cluster and starts a server on it. settings are lines for its
// postgresql.conf. Without any it does not wait for the disk: what is in it is
// of no worth.
func Start(settings ...string) (s *Server, err error) {
	s = &Server{}
	if s.bin, err = programs(); err != nil {
		return nil, err
	}
	if s.runAs, err = ordinary(); err != nil {
		return nil, err
	}
	if s.dir, err = os.MkdirTemp("", "pg"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(s.dir))
		}
	}()
	if s.runAs != nil {
		if err := os.Chown(s.dir, int(s.runAs.Uid), int(s.runAs.Gid)); err != nil {
			return nil, err
		}
	}
	if len(settings) == 0 {
		settings = []string{"fsync = off", "full_page_writes = off"}
	}
	if err := s.initialise(settings); err != nil {
		return nil, err
	}
	return s, s.Run()
}

// initialise makes the cluster, in an order of text that is not that of bytes,
// as a server of today has it.
func (s *Server) initialise(settings []string) error {
	out, err := s.command("initdb", "--pgdata", s.data(), "--username", "fencepost", "--auth", "trust",
		"--encoding", "UTF8", "--locale-provider", "icu", "--icu-locale", "en", "--locale", "C.UTF-8", "--no-sync").CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	conf, err := os.OpenFile(filepath.Join(s.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	for _, line := range append(settings, "listen_addresses = ''", "unix_socket_directories = '"+s.dir+"'", "max_connections = 300") {
		fmt.Fprintln(conf, line)
	}
	return conf.Close()
}

// Run starts the server, also again after Kill or Stop, and waits until it
// answers.
func (s *Server) Run() error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.server = s.command("postgres", "-D", s.data())
	s.server.Stdout, s.server.Stderr = log, log
	// Whatever ends the tests ends the server. The signal comes when the thread
	// ends that started it, so that thread waits for it.
	s.server.SysProcAttr.Pdeathsig = syscall.SIGQUIT
	started := make(chan error)
	s.ended = make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := s.server.Start()
		started <- err
		if err == nil {
			s.ended <- s.server.Wait()
		}
	}()
	if err := <-started; err != nil {
		return err
	}
	return s.answers()
}

// answers waits until the server takes connections.
func (s *Server) answers() error {
	var err error
	for range 1200 { // a minute: what a crash left behind is played back first
		select {
		case err := <-s.ended:
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return fmt.Errorf("the server ended: %w\n%s", err, log)
		case <-time.After(50 * time.Millisecond):
		}
		if err = s.Exec(context.Background(), "SELECT 1"); err == nil {
			return nil
		}
	}
	return err
}

// URL is how a database of the server is opened.
func (s *Server) URL(database string) string {
	return "postgres:///" + database + "?host=" + s.dir + "&user=fencepost"
}

// Exec runs statements on the server.
func (s *Server) Exec(ctx context.Context, statements ...string) error {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	for _, q := range statements {
		if _, failed := conn.Exec(ctx, q); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", q, failed))
		}
	}
	return errors.Join(err, conn.Close(ctx))
}

// Rows are what a query finds in a database of the server, each value as text.
func (s *Server) Rows(ctx context.Context, url, query string) (list [][]string, err error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	results, err := conn.PgConn().Exec(ctx, query).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		for _, row := range r.Rows {
			var texts []string
			for _, value := range row {
				texts = append(texts, string(value))
			}
			list = append(list, texts)
		}
	}
	return list, nil
}

// Database makes a database for one test, as a copy of another ("" for an empty
// one), and answers its URL. It is dropped when the test ends.
func (s *Server) Database(t testing.TB, copyOf string) string {
	t.Helper()
	name := "test" + strconv.FormatInt(s.made.Add(1), 10)
	query := "CREATE DATABASE " + name
	if copyOf != "" {
		query += " TEMPLATE " + copyOf
	}
	if err := s.Exec(t.Context(), query); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Exec(context.Background(), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return s.URL(name)
}

// empty deletes all rows but those that a migration put there, and begins
// positions anew, in a fraction of the time that another database takes.
const empty = `DO $$
DECLARE t RECORD;
BEGIN
	SET LOCAL session_replication_role = replica; -- no triggers, no references
	FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
		AND tablename NOT IN ('goose_db_version', 'probe', 'xapi_sent')
	LOOP EXECUTE format('DELETE FROM %I', t.tablename); END LOOP;
	UPDATE xapi_sent SET n = 0, last_ms = 0;
	FOR t IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND sequencename NOT LIKE 'goose%'
	LOOP PERFORM setval(t.sequencename::regclass, 1, false); END LOOP;
END $$`

// Empty empties the database of a URL, which nobody may have open.
func (s *Server) Empty(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, empty)
	return errors.Join(err, conn.Close(ctx))
}
