package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"fencepost/cmd/web/internal/bench/load"
	"fencepost/cmd/web/internal/process"
)

// bench is a run under way.
type bench struct {
	settings
	samples
	scratch string // folder
}

// onSite calls do with the site serving a folder with a new class, and ends it.
func (b *bench) onSite(ctx context.Context, students, begun int, do func(s *site) error) (err error) {
	dir, err := os.MkdirTemp(b.scratch, "site")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	class, err := makeClass(ctx, dir, students, begun)
	if err != nil {
		return fmt.Errorf("make a class: %w", err)
	}
	s, err := startSite(ctx, b.web, dir, class)
	if err != nil {
		return err
	}
	time.Sleep(settle)
	err = do(s)
	if ended := end(s.Process); ended != nil {
		err = errors.Join(err, fmt.Errorf("the site did not end well: %w", ended))
	}
	return err
}

// settle is how long a server that just started is left alone: it loads its
// scorers after it has begun to serve.
const settle = 2 * time.Second

// figureOf measures p and adds what came of it under a name.
func (b *bench) figureOf(ctx context.Context, name string, p *process.Process, clients []load.Source) error {
	f, err := measure(ctx, p, clients, b.warm, b.span)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	b.figure(name, f)
	fmt.Fprintf(os.Stderr, "%-34s %8.0f/s  cpu %-10v p50 %-10v p99 %v\n", name, f.perSecond, f.cpu.Round(time.Microsecond),
		f.p50.Round(10*time.Microsecond), f.p99.Round(10*time.Microsecond))
	return nil
}

// writeFile writes a file below the scratch folder and answers its path.
func (b *bench) writeFile(name string, text []byte) (string, error) {
	path := filepath.Join(b.scratch, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, text, 0o644)
}
