// Package simtest runs scripts that say what a simulator does, in words that a
// teacher can read and write:
//
//	scenario lease
//	set freeze=12s fencing=off
//	run
//	----
//	1. 0 s: A takes the lease for 10 s with token 33.
//	...
//	verdict: unsafe
//	broken: no_stale_write at 8
//
// A block is commands, a line of four dashes, and what the commands print, up
// to an empty line, with plain spaces before units. Lines that begin with # are comments. Each block begins
// with the scenario's defaults. The commands:
//
//	scenario NAME        which simulator, from here on
//	set NAME=VALUE ...   parameters of this block
//	tape 0.2.1           choices of this block
//	run                  the trace, the verdict's kind and the broken invariants
//	ask                  the same, stopping at the first choice without an answer
//	say                  the verdict's sentence
//	spans                the bars of the diagram
//	messages             the arrows of the diagram
//	table                what the run measured
//	explore              over all tapes: runs, verdicts, shortest counterexamples
//	grid X [Y]           over all values of one or two parameters
//	count X [Y]          the same, only how many runs end how
package simtest

import (
	"fmt"
	"strings"

	"fencepost/sim"
)

// Finder looks a scenario up by name.
type Finder func(name string) (*sim.Scenario, error)

// Replay runs a script and returns it with every expected part replaced by
// what the commands printed. A script that is right comes back unchanged. Its
// error names the line of a command that cannot be run.
func Replay(find Finder, script string) (string, error) {
	r := &replay{find: find, lines: strings.Split(script, "\n")}
	for r.at < len(r.lines) {
		if err := r.block(); err != nil {
			return "", err
		}
	}
	return strings.TrimSuffix(r.out.String(), "\n"), nil
}

// replay is a script that is being run.
type replay struct {
	find     Finder
	lines    []string
	at       int
	out      strings.Builder
	scenario *sim.Scenario
	values   sim.Values
	tape     []int
}

// block copies lines up to the next block of commands, runs it, and skips what
// was expected of it.
func (r *replay) block() error {
	var printed strings.Builder
	if r.scenario != nil {
		r.values = r.scenario.Params.Defaults()
	}
	r.tape = nil
	for ; r.at < len(r.lines); r.at++ {
		line := strings.TrimSpace(r.lines[r.at])
		r.out.WriteString(r.lines[r.at] + "\n")
		if line == "----" {
			r.out.WriteString(strings.ReplaceAll(printed.String(), sim.NoBreak, " "))
			r.skip()
			return nil
		}
		if line == "" || line[0] == '#' {
			continue
		}
		if err := r.command(&printed, line); err != nil {
			return fmt.Errorf("line %d: %w", r.at+1, err)
		}
	}
	return nil
}

// skip passes over the expected lines, up to the empty one.
func (r *replay) skip() {
	for r.at++; r.at < len(r.lines) && strings.TrimSpace(r.lines[r.at]) != ""; r.at++ {
	}
}

func (r *replay) command(out *strings.Builder, line string) error {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if word == "scenario" {
		return r.begin(rest)
	}
	if r.scenario == nil {
		return fmt.Errorf("%q before any scenario", word)
	}
	switch word {
	case "set":
		return r.set(rest)
	case "tape":
		tape, err := sim.ParseTape(rest)
		r.tape = tape
		return err
	case "explore":
		e := r.scenario.Explore(r.values, 1_000_000)
		out.WriteString(e.Text())
		return nil
	case "grid", "count":
		return r.grid(out, rest, word == "count")
	}
	return r.show(out, word)
}

func (r *replay) begin(name string) error {
	s, err := r.find(name)
	if err != nil {
		return err
	}
	r.scenario, r.values = s, s.Params.Defaults()
	return nil
}

func (r *replay) set(pairs string) error {
	for _, pair := range strings.Fields(pairs) {
		name, text, _ := strings.Cut(pair, "=")
		v, err := r.values.Set(name, text)
		if err != nil {
			return err
		}
		r.values = v
	}
	return nil
}

func (r *replay) grid(out *strings.Builder, names string, countOnly bool) error {
	x, y, _ := strings.Cut(names, " ")
	g, err := r.scenario.Grid(r.values, r.tape, x, strings.TrimSpace(y))
	if err != nil {
		return err
	}
	if countOnly {
		out.WriteString(g.CountsText())
		return nil
	}
	out.WriteString(g.Text())
	return nil
}

// show prints one side of a run.
func (r *replay) show(out *strings.Builder, what string) error {
	run := r.scenario.Run(r.values, r.tape)
	switch what {
	case "run":
		out.WriteString(trace(&run))
	case "ask":
		run = r.scenario.RunUntilAsked(r.values, r.tape)
		out.WriteString(trace(&run))
	case "say":
		out.WriteString(run.Verdict.Sentence + "\n")
	case "spans":
		out.WriteString(spans(&run))
	case "messages":
		out.WriteString(messages(&run))
	case "table":
		out.WriteString(table(&run))
	default:
		return fmt.Errorf("no command %q", what)
	}
	return nil
}
