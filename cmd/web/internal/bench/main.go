// Command bench measures the product against controls, in turn, in one run on one
// machine, and writes what came of it: `make bench`.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	s, err := read()
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "fencepost-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	b := &bench{settings: s, samples: samples{}, scratch: scratch}
	began, loadBefore := time.Now(), loadAverage()
	if err := b.all(ctx); err != nil {
		return err
	}
	report := markdown(head(s, began, loadBefore), b.sections())
	if s.out == "" {
		fmt.Print(report)
		return nil
	}
	return os.WriteFile(s.out, []byte(report), 0o644)
}

// all measures each part once a round: what the machine does besides meets all of
// them alike.
func (b *bench) all(ctx context.Context) error {
	for n := range max(b.rounds, b.starts) {
		for _, part := range []struct {
			name   string
			rounds int
			do     func(context.Context) error
		}{
			{"pages", b.rounds, b.pageRound},
			{"writes", b.rounds, b.writeRound},
			{"beside", b.rounds, b.besideRound},
			{"parts", b.rounds, b.goRound},
			{"start", b.starts, b.startRound},
		} {
			if n >= part.rounds || b.only != "" && b.only != part.name {
				continue
			}
			fmt.Fprintf(os.Stderr, "round %d, %s\n", n+1, part.name)
			if err := part.do(ctx); err != nil {
				return fmt.Errorf("%s: %w", part.name, err)
			}
		}
	}
	return nil
}
