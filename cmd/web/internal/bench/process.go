package main

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
	"time"

	"fencepost/cmd/web/internal/process"
)

// launch starts a server at addr and waits until it answers path with 200.
func launch(ctx context.Context, addr, path string, env []string, program string, args ...string) (*process.Process, error) {
	p := &process.Process{Addr: addr}
	if err := p.Launch(env, program, args...); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := p.Await(ctx, path); err != nil {
		p.Kill()
		return nil, err
	}
	return p, nil
}

// end stops a server as an operator does. One that leaves the signal to the
// system, as the controls do, has ended well.
func end(p *process.Process) error {
	err := p.Stop()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGTERM {
		return nil
	}
	return err
}
