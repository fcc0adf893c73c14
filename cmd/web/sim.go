package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strings"

	"fencepost/sim"
	"fencepost/sim/catalog"
)

// simCommand runs a simulator and prints what happened.
func simCommand() command {
	return command{name: "sim", summary: "run a simulator and print its trace", run: runSim}
}

// simOptions are what the command line says.
type simOptions struct {
	scenario, tape    string
	set               []string
	json, list, until bool
	explore           string
	bound             int
}

// settings collects repeated -set flags.
type settings []string

func (s *settings) String() string { return strings.Join(*s, " ") }

func (s *settings) Set(text string) error {
	*s = append(*s, text)
	return nil
}

func runSim(_ context.Context, std stdio, args []string) error {
	o, err := parseSim(std, args)
	if err != nil {
		return err
	}
	if err := o.run(std.out); err != nil {
		fmt.Fprintf(std.err, "web sim: %v\n", err)
		return exitCode(2)
	}
	return nil
}

// parseSim reads the flags; what is wrong with them it has already written.
func parseSim(std stdio, args []string) (*simOptions, error) {
	o := new(simOptions)
	fs := flag.NewFlagSet("web sim", flag.ContinueOnError)
	fs.SetOutput(std.err)
	fs.StringVar(&o.scenario, "scenario", "lease", "which simulator; -list names them")
	fs.Var((*settings)(&o.set), "set", "a parameter, `name=value`; may be repeated")
	fs.StringVar(&o.tape, "tape", "", "the choices, counted from 0, as in 0.2.1")
	fs.BoolVar(&o.until, "ask", false, "stop at the first choice that the tape does not answer")
	fs.BoolVar(&o.json, "json", false, "print JSON")
	fs.BoolVar(&o.list, "list", false, "list the simulators")
	fs.StringVar(&o.explore, "explore", "", "count verdicts: over all `tapes`, or over one or two parameters, as in freeze,lease")
	fs.IntVar(&o.bound, "bound", 100_000, "how many runs -explore tapes makes at most")
	fs.Usage = func() { simUsage(fs) }
	switch err := fs.Parse(args); {
	case err == flag.ErrHelp:
		return nil, err
	case err != nil:
		return nil, exitCode(2)
	case fs.NArg() > 0:
		fmt.Fprintf(std.err, "web sim: unexpected %q; parameters are given as -set name=value\n", fs.Arg(0))
		return nil, exitCode(2)
	}
	return o, nil
}

// simUsage shows the flags, and the parameters of the scenario that was named
// before -help, or of all.
func simUsage(fs *flag.FlagSet) {
	named := ""
	fs.Visit(func(f *flag.Flag) {
		if f.Name == "scenario" {
			named = f.Value.String()
		}
	})
	out := fs.Output()
	fmt.Fprintln(out, "usage: web sim -scenario lease -set freeze=12s -set fencing=off")
	fs.PrintDefaults()
	for _, s := range catalog.All() {
		if named == "" || named == s.Name {
			fmt.Fprintf(out, "\n%s: %s\n", s.Name, s.Summary)
			printParams(out, s)
		}
	}
}

func printParams(out io.Writer, s *sim.Scenario) {
	for i := range s.Params {
		p := &s.Params[i]
		fmt.Fprintf(out, "  %-10s %s (%s)\n             %s\n", p.Name, p.Label, rangeText(p), p.Help)
	}
}

// rangeText says which values a parameter takes.
func rangeText(p *sim.Param) string {
	low, high, _ := p.Bounds()
	if p.Type == sim.Bool || p.Type == sim.Option {
		var names []string
		for v := low; v <= high; v++ {
			names = append(names, p.Text(v))
		}
		return fmt.Sprintf("%s; default %s", strings.Join(names, " or "), p.Text(p.Default))
	}
	return fmt.Sprintf("%s to %s in steps of %s; default %s", p.Text(low), p.Text(high), p.Text(max(p.Step, 1)), p.Text(p.Default))
}

func (o *simOptions) run(out io.Writer) error {
	if o.list {
		for _, s := range catalog.All() {
			fmt.Fprintf(out, "%-12s %s\n", s.Name, s.Summary)
		}
		return nil
	}
	s, err := catalog.Find(o.scenario)
	if err != nil {
		return err
	}
	v, err := o.values(s)
	if err != nil {
		return err
	}
	tape, err := sim.ParseTape(o.tape)
	if err != nil {
		return err
	}
	if o.explore != "" {
		return o.exploration(out, s, v, tape)
	}
	return o.print(out, s, v, tape)
}

// values are the scenario's defaults with what -set says.
func (o *simOptions) values(s *sim.Scenario) (sim.Values, error) {
	v := s.Params.Defaults()
	for _, set := range o.set {
		name, text, ok := strings.Cut(set, "=")
		if !ok {
			return v, fmt.Errorf("-set %q: want name=value", set)
		}
		var err error
		if v, err = v.Set(strings.TrimSpace(name), text); err != nil {
			return v, err
		}
	}
	return v, nil
}

func (o *simOptions) print(out io.Writer, s *sim.Scenario, v sim.Values, tape []int) error {
	run := s.Run
	if o.until {
		run = s.RunUntilAsked
	}
	r := run(v, tape)
	if o.json {
		return writeIndented(out, &r)
	}
	_, err := io.WriteString(out, typed(r.Text()))
	return err
}

// typed is text whose spaces are those of a keyboard, so that it can be searched.
func typed(text string) string { return strings.ReplaceAll(text, sim.NoBreak, " ") }

func writeIndented(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func (o *simOptions) exploration(out io.Writer, s *sim.Scenario, v sim.Values, tape []int) error {
	if o.explore == "tapes" {
		e := s.Explore(v, o.bound)
		if o.json {
			return writeIndented(out, e)
		}
		_, err := io.WriteString(out, typed(e.Text()))
		return err
	}
	x, y, _ := strings.Cut(o.explore, ",")
	g, err := s.Grid(v, tape, x, y)
	if err != nil {
		return err
	}
	if o.json {
		return writeIndented(out, g)
	}
	_, err = io.WriteString(out, typed(g.Text()))
	return err
}
