// Command web serves Fencepost and holds the tools that go with it: one file
// a subcommand. Without a subcommand it serves.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// stdio is where a subcommand reads and writes, so that tests can run it.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// command is one subcommand of web.
type command struct {
	name, summary string
	run           func(ctx context.Context, std stdio, args []string) error
}

// commands lists the subcommands in the order that -help shows them.
func commands() []command {
	return []command{
		serveCommand(),
		userCommand(),
		xapiCommand(),
		demoCommand(),
		backupCommand(),
		restoreCommand(),
		checkCommand(),
		exportCommand(),
		importCommand(),
		healthcheckCommand(),
		configCommand(),
		versionCommand(),
		newCommand(),
		lintCommand(),
		fitCommand(),
		simCommand(),
		gradeCommand(),
		licencesCommand(),
	}
}

// exitCode is an error that ends the process with a code and without a word
// of its own: what was wrong is already written.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, stdio{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]))
}

// run picks the subcommand and turns its error into an exit code.
func run(ctx context.Context, std stdio, args []string) int {
	cmd, rest := pick(args)
	err := cmd.run(ctx, std, rest)
	var code exitCode
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintf(std.err, "web: %s\n", oneLine(err))
	return 1
}

// oneLine is an error's text as a line of a log: drivers break theirs.
func oneLine(err error) string {
	var parts []string
	for part := range strings.Lines(err.Error()) {
		if part = strings.TrimSpace(part); part != "" && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.ReplaceAll(strings.Join(parts, "; "), ":; ", ": ")
}

// pick finds the subcommand that args name; serve where they name none.
func pick(args []string) (command, []string) {
	all := commands()
	if len(args) == 1 && (args[0] == "-help" || args[0] == "--help" || args[0] == "-h" || args[0] == "help") {
		return command{run: help}, nil
	}
	if len(args) > 0 && len(args[0]) > 0 && args[0][0] != '-' {
		for _, c := range all {
			if c.name == args[0] {
				return c, args[1:]
			}
		}
		return command{run: unknown(args[0])}, nil
	}
	return all[0], args
}

// help lists the subcommands and every setting of serve.
func help(_ context.Context, std stdio, _ []string) error {
	fmt.Fprint(std.out, "Fencepost: a site on which people learn how distributed systems behave.\n\n"+
		"usage: web [subcommand] [flags]\n\n")
	list(std.out)
	fmt.Fprint(std.out, "\nweb SUBCOMMAND -help tells more.\n\n")
	new(config).writeSettings(std.out)
	return nil
}

// list writes what subcommands there are.
func list(w io.Writer) {
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-12s %s\n", c.name, c.summary)
	}
}

// unknown says that there is no such subcommand and which there are.
func unknown(name string) func(context.Context, stdio, []string) error {
	return func(_ context.Context, std stdio, _ []string) error {
		fmt.Fprintf(std.err, "web: no subcommand %q; there are:\n", name)
		list(std.err)
		return exitCode(2)
	}
}
