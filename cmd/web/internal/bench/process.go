package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server that is measured, in a process of its own.
type process struct {
	addr string
	cmd  *exec.Cmd
	log  bytes.Buffer
}

// freeAddr is an address that nobody listens on now.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// launch starts a server and waits until it answers path with 200.
func launch(ctx context.Context, addr, path string, env []string, program string, args ...string) (*process, error) {
	p := &process{addr: addr, cmd: exec.Command(program, args...)}
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	for begun := time.Now(); time.Since(begun) < time.Minute && ctx.Err() == nil; time.Sleep(5 * time.Millisecond) {
		if answers(addr, path) {
			return p, nil
		}
	}
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
	return nil, fmt.Errorf("%s does not answer %s: %s", program, path, p.log.String())
}

func answers(addr, path string) bool {
	resp, err := http.Get("http://" + addr + path)
	if err != nil {
		return false
	}
	_ = resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// end stops the server as an operator does.
func (p *process) end() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	err := p.cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signaled() {
		return nil // a program that leaves the signal to the system
	}
	return err
}

// tick is the unit of times in /proc, which Linux has fixed at 10 ms (proc(5),
// USER_HZ).
const tick = 10 * time.Millisecond

// cpu is what the server and its children used of the processors so far.
func (p *process) cpu() (total time.Duration, err error) {
	pids := []string{strconv.Itoa(p.cmd.Process.Pid)}
	children, err := os.ReadFile(filepath.Join("/proc", pids[0], "task", pids[0], "children"))
	if err != nil {
		return 0, err
	}
	for _, pid := range append(pids, strings.Fields(string(children))...) {
		used, err := cpuOf(pid)
		if err != nil {
			return 0, err
		}
		total += used
	}
	return total, nil
}

// cpuOf reads fields 14 and 15 of /proc/PID/stat, user and system time. The name
// before them is in brackets and may hold spaces.
func cpuOf(pid string) (time.Duration, error) {
	text, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc/%s/stat: %q", pid, text)
	}
	var ticks int64
	for _, f := range fields[11:13] {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * tick, nil
}
