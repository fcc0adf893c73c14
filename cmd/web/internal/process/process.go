// Package process runs the built program, and programs that it is compared with,
// for the tests and measurements that want the real thing: each in a process of
// its own, at an address of its own, ended as an operator ends it or as a power
// cut does.
package process

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Process is a server that may be started again after it ended. Its zero value
// with an address is ready to be started.
type Process struct {
	Addr string        // host:port that it listens on
	Log  Log           // what it said, over all its lives
	Cmd  *exec.Cmd     // its present or last life, nil before the first
	Used time.Duration // processor time of the lives that ended
}

// Build builds Fencepost into a folder and answers the program's path.
func Build(dir string) (program string, err error) {
	program = filepath.Join(dir, "web")
	if out, err := exec.Command("go", "build", "-o", program, "fencepost/cmd/web").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the program: %w\n%s", err, out)
	}
	return program, nil
}

// Launch starts the program and does not wait for it. It has the environment of
// this process and env.
func (p *Process) Launch(env []string, program string, args ...string) error {
	p.Cmd = exec.Command(program, args...)
	p.Cmd.Env = append(os.Environ(), env...)
	p.Cmd.Stdout, p.Cmd.Stderr = &p.Log, &p.Log
	if err := p.Cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", program, err)
	}
	return nil
}

// Await waits until the server answers path with 200. The error of one that does
// not, within ctx, has the end of what it said.
func (p *Process) Await(ctx context.Context, path string) error {
	for ; ctx.Err() == nil; time.Sleep(2 * time.Millisecond) {
		if Status("http://"+p.Addr+path) == http.StatusOK {
			return nil
		}
	}
	return fmt.Errorf("%s does not answer %s; it said:\n%s", p.Addr, path, p.Log.Tail(40))
}

// Running says whether the program was started and has not been waited for.
func (p *Process) Running() bool { return p.Cmd != nil && p.Cmd.ProcessState == nil }

// Pid is the number of the present life.
func (p *Process) Pid() int { return p.Cmd.Process.Pid }

// Kill ends the program with signal 9: it cannot finish anything. One that does
// not run is left alone.
func (p *Process) Kill() {
	if !p.Running() {
		return
	}
	_ = p.Cmd.Process.Kill()
	_ = p.wait()
}

// Stop ends the program as an operator does, by SIGTERM, and answers how it
// ended: nil where it took the signal and ended well by itself. One that does not
// run is left alone.
func (p *Process) Stop() error {
	if !p.Running() {
		return nil
	}
	if err := p.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	if err := p.wait(); err != nil {
		return fmt.Errorf("%w; it said:\n%s", err, p.Log.Tail(40))
	}
	return nil
}

func (p *Process) wait() error {
	err := p.Cmd.Wait()
	if state := p.Cmd.ProcessState; state != nil {
		p.Used += state.UserTime() + state.SystemTime()
	}
	return err
}

// Run runs a program to its end, with env as Launch has it. out is what it wrote
// to standard output, and where it failed what it wrote to the other one too.
func Run(env []string, program string, args ...string) (out string, err error) {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err = cmd.Run(); err != nil {
		return stdout.String() + stderr.String(), err
	}
	return stdout.String(), nil
}

// Status is what an address answers, 0 where nobody does. It is asked over a
// connection of its own, as the server may be another by then.
func Status(url string) int {
	resp, err := plain.Get(url)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode
}

var plain = &http.Client{
	Timeout:       30 * time.Second,
	Transport:     &http.Transport{DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}
