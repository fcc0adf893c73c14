package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// goBench is a Go benchmark whose figures are reported.
type goBench struct {
	pkg, pattern, times string
}

// goBenches are run once a round.
var goBenches = []goBench{
	{"./sim/lease", "^Benchmark(Run|LongRun|Grid|JSON)$", "200ms"},
	{"./lessons/grade", "^BenchmarkScore600$", "1000x"},
}

// goRound runs each of them once.
func (b *bench) goRound(ctx context.Context) error {
	for _, g := range goBenches {
		if err := b.goBench(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// goBench runs one and adds its figures under "Name unit".
func (b *bench) goBench(ctx context.Context, g goBench) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", g.pattern, "-benchmem", "-benchtime", g.times, g.pkg)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", g.pkg, err, out.String())
	}
	for line := range strings.Lines(out.String()) {
		b.benchLine(line)
	}
	return nil
}

// suffix is the number of processors at the end of a benchmark's name.
var suffix = regexp.MustCompile(`-\d+$`)

// benchLine adds the figures of one line of the output of go test -bench: a name,
// a count, then values with their units.
func (b *bench) benchLine(line string) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
		return
	}
	name := suffix.ReplaceAllString(strings.TrimPrefix(fields[0], "Benchmark"), "")
	for i := 2; i+1 < len(fields); i += 2 {
		if v, err := strconv.ParseFloat(fields[i], 64); err == nil {
			b.add(name+" "+fields[i+1], v)
		}
	}
}
