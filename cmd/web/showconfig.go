package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/caarlos0/env/v11"
)

func configCommand() command {
	return command{"config", "print every setting with where it comes from, secrets hidden, and names that look misspelt", showConfig}
}

// showConfig prints the settings that web serve would run with, given the same
// environment and flags, and ends with exit code 1 where it would refuse them.
func showConfig(_ context.Context, io stdio, args []string) error {
	environ := env.ToMap(os.Environ())
	c, err := readConfig("config", io.err, environ, args)
	if err != nil {
		return err
	}
	if err := writeSources(io.out, &c, environ, args); err != nil {
		return err
	}
	for _, s := range strays(environ) {
		fmt.Fprintln(io.err, "warning: "+s.String())
	}
	return c.check()
}

// writeSources writes a line a setting: name, value, source.
func writeSources(w io.Writer, c *config, environ map[string]string, args []string) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	flags := flagsIn(args)
	for _, s := range c.settings() {
		source := "default"
		switch {
		case slices.Contains(flags, s.flag):
			source = "flag -" + s.flag
		case environ[s.env] != "":
			source = "environment"
		}
		value := shown(s.env, *s.value)
		if value == "" {
			value = "(empty)"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", s.env, value, source)
	}
	return table.Flush()
}

// flagsIn are the names of the flags in args, which were parsed already.
func flagsIn(args []string) (names []string) {
	var c config
	set := flag.NewFlagSet("", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, s := range c.settings() {
		set.StringVar(s.value, s.flag, "", "")
	}
	_ = set.Parse(args)
	set.Visit(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

const hidden = "(hidden)"

// shown is a value without what nobody but the program should read: whatever
// a setting holds that is a secret by its name, and the password in an address.
func shown(name, value string) string {
	if value == "" {
		return ""
	}
	for _, word := range []string{"PASSWORD", "SECRET", "TOKEN", "KEY"} {
		if strings.HasSuffix(name, word) {
			return hidden
		}
	}
	if !strings.Contains(value, "://") {
		if strings.Contains(strings.ToLower(value), "password=") {
			return hidden
		}
		return value
	}
	u, err := url.Parse(value)
	if err != nil {
		return hidden // whatever in it is the password
	}
	if u.Query().Has("password") {
		return hidden
	}
	return u.Redacted()
}

// check reads every setting as serve would and answers the first complaint.
// What a setting names (a folder, a file, a server) is not looked for.
func (c *config) check() error {
	for _, read := range []func() error{
		func() error { _, err := c.base(); return err },
		func() error { _, err := c.proxies(); return err },
		func() error { _, err := c.logger(io.Discard); return err },
		func() error { _, err := c.limits(); return err },
		func() error { _, err := c.postgresOptions(); return err },
		func() error { _, err := c.minFreeDisk(); return err },
		func() error { _, err := c.reviewLease(); return err },
		func() error { _, err := c.adminsPublish(); return err },
		func() error { _, err := c.retention(); return err },
		func() error { _, err := c.oidcRoles(); return err },
		func() error { _, err := yes("REQUIRE_SECOND_FACTOR", c.RequireSecondFactor); return err },
		func() error { _, err := yes("XAPI_ANSWERS", c.XAPIAnswers); return err },
		func() error { _, err := c.xapiClient(); return err },
		func() error { _, err := yes("OIDC_TRUST_FACTOR", c.OIDCTrustFactor); return err },
	} {
		if err := read(); err != nil {
			return err
		}
	}
	return nil
}
