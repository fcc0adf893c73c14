package main

import (
	"cmp"
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

	"fencepost/cmd/web/internal/site"
)

func configCommand() command {
	return command{"config", "print every setting with where it comes from, secrets hidden, and names that look misspelt", showConfig}
}

// showConfig prints the settings that web serve would run with, given the same
// environment and flags, and ends with exit code 1 where it would refuse them.
func showConfig(_ context.Context, std stdio, args []string) error {
	environ := env.ToMap(os.Environ())
	c, err := readConfig("config", std.err, environ, args)
	if err != nil {
		return err
	}
	if err := writeSources(std.out, &c, environ, args); err != nil {
		return err
	}
	for _, s := range strays(environ) {
		fmt.Fprintln(std.err, "warning: "+s.String())
	}
	return c.complain(std.err)
}

// complain writes all that serve would refuse, and ends with exit code 1 for it.
func (c *config) complain(w io.Writer) error {
	wrong := c.check()
	for _, err := range wrong {
		fmt.Fprintf(w, "web: %v\n", err)
	}
	if len(wrong) > 0 {
		return exitCode(1)
	}
	return nil
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
		case s.env == "DATABASE_URL" && c.DatabaseURLFile != "":
			source = "file of DATABASE_URL_FILE"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", s.env, cmp.Or(shown(s.env, c.inForce(s)), "(empty)"), source)
	}
	return table.Flush()
}

// inForce is what a setting comes to; "" where it cannot be found out, which
// check complains of.
func (c *config) inForce(s setting) string {
	switch s.env {
	case "BASE_URL":
		return c.address()
	case "DATABASE_URL":
		address, _ := c.databaseURL()
		return cmp.Or(address, *s.value)
	}
	return *s.value
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

// check reads every setting as serve would, with the files that hold secrets, and
// answers what it would refuse. Folders and servers are not looked for.
func (c *config) check() (wrong []error) {
	var parts site.Parts
	for _, read := range []func() error{
		func() error { return socket("LISTEN_ADDR", c.ListenAddr) },
		func() (err error) { parts.Base, err = c.base(); return err },
		func() error { _, err := c.databaseURL(); return err },
		func() error { return folder("CONTENT_DIR", c.ContentDir) },
		func() error { _, err := c.proxies(); return err },
		func() error { _, err := c.logger(io.Discard); return err },
		func() error { _, err := c.limits(); return err },
		func() error { _, err := c.postgresOptions(); return err },
		func() error { _, err := c.minFreeDisk(); return err },
		func() error { _, err := c.reviewLease(); return err },
		func() error { _, err := c.adminsPublish(); return err },
		func() error { _, err := c.retention(); return err },
		func() error { return c.review(&parts) },
		func() error { return c.watchable() },
		func() error { return c.mailable(parts) },
		func() error { return c.provided(parts) },
		func() error { _, err := yes("REQUIRE_SECOND_FACTOR", c.RequireSecondFactor); return err },
		func() error { _, err := yes("XAPI_ANSWERS", c.XAPIAnswers); return err },
		func() error { _, err := c.xapiClient(); return err },
		func() error { _, err := yes("OIDC_TRUST_FACTOR", c.OIDCTrustFactor); return err },
	} {
		if err := read(); err != nil {
			wrong = append(wrong, err)
		}
	}
	return wrong
}

// folder looks at a setting that names a folder which must be there; "" names none.
func folder(name, path string) error {
	if path == "" {
		return nil
	}
	at, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case !at.IsDir():
		return fmt.Errorf("%s: %q is a file; name the folder that it stands in", name, path)
	}
	return nil
}

// watchable looks at METRICS_ADDR.
func (c *config) watchable() error {
	if c.MetricsAddr == "" {
		return nil
	}
	return socket("METRICS_ADDR", c.MetricsAddr)
}

// mailable looks at what letters need. Without a base, which was complained of, there
// is no telling.
func (c *config) mailable(parts site.Parts) error {
	if parts.Base == nil {
		return nil
	}
	_, err := c.outbox(parts)
	return err
}

// provided looks at what a provider needs; OIDC_ROLES also where there is none.
func (c *config) provided(parts site.Parts) error {
	if c.OIDCIssuer == "" || parts.Base == nil {
		_, err := c.oidcRoles()
		return err
	}
	_, err := c.provider(parts)
	return err
}
