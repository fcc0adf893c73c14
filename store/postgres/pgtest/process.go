//go:build linux

package pgtest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Kill ends the server as a crash would.
func (s *Server) Kill() error {
	err := s.server.Process.Signal(syscall.SIGQUIT) // immediate: what was not written is recovered from the log
	<-s.ended
	return err
}

// Crash ends the server with signal 9, as a machine short of memory does. Its
// children notice that by themselves; a Run before they are gone is refused, so
// Crash waits for the last.
func (s *Server) Crash() error {
	children, err := s.processes()
	if err != nil {
		return err
	}
	if err := s.server.Process.Kill(); err != nil {
		return err
	}
	<-s.ended
	for _, pid := range children {
		for range 1000 {
			if syscall.Kill(pid, 0) != nil {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	return nil
}

// processes are the server's children.
func (s *Server) processes() (list []int, err error) {
	pid := strconv.Itoa(s.Pid())
	text, err := os.ReadFile("/proc/" + pid + "/task/" + pid + "/children")
	for word := range strings.FieldsSeq(string(text)) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, err
}

// Pid is the server's first process.
func (s *Server) Pid() int { return s.server.Process.Pid }

// Stop ends the server and removes the cluster.
func (s *Server) Stop() error {
	return errors.Join(s.Kill(), os.RemoveAll(s.dir))
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.bin, name), args...)
	c.Dir = s.dir
	c.SysProcAttr = &syscall.SysProcAttr{Credential: s.runAs}
	return c
}

// programs is the folder of the newest server that is installed.
func programs() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if err != nil || len(found) == 0 {
		path, err := exec.LookPath("postgres")
		if err != nil {
			return "", fmt.Errorf("%w; .ci/need installs it", err)
		}
		return filepath.Dir(path), nil
	}
	newest := slices.MaxFunc(found, func(a, b string) int { return bytes.Compare(padded(a), padded(b)) })
	return filepath.Dir(newest), nil
}

// padded is a path in which a number of one digit comes before one of two.
func padded(path string) []byte {
	return fmt.Appendf(nil, "%64s", path)
}

// ordinary is whom the server runs as: nobody else, but where that is root,
// which PostgreSQL refuses to be.
func ordinary() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(err1, err2)
}
