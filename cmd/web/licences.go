package main

import (
	"context"
	"flag"
	"io"

	"fencepost/cmd/web/internal/licences"
)

func licencesCommand() command {
	return command{"licences", "the licences of everything that is built in", printLicences}
}

// printLicences writes the list and the texts.
func printLicences(_ context.Context, std stdio, args []string) error {
	flags := flag.NewFlagSet("web licences", flag.ContinueOnError)
	flags.SetOutput(std.err)
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	_, err := io.WriteString(std.out, licences.Text)
	return err
}
