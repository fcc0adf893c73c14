package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"fencepost/store"
)

// xapiCommand looks after the outbox where the database is, also while the site
// runs.
func xapiCommand() command {
	return command{"xapi", "what waits for the learning record store; look at, send again or drop what was given up", runXAPI}
}

// xapiOptions are the flags of web xapi.
type xapiOptions struct {
	config
	id string
	n  int
}

// xapiAction is one word after web xapi.
type xapiAction struct {
	name, usage string
	run         func(ctx context.Context, out io.Writer, o xapiOptions, db store.Outbox) error
}

func xapiActions() []xapiAction {
	return []xapiAction{
		{"status", "how many wait, fail, were given up and were sent", xapiStatus},
		{"dead", "[-n 50]: those given up, with why, as JSON", xapiDead},
		{"resend", "[-id ID]: let one, or all that were given up, wait again", xapiResend},
		{"drop", "[-id ID]: delete one, or all that were given up", xapiDrop},
	}
}

func runXAPI(ctx context.Context, std stdio, args []string) error {
	for _, a := range xapiActions() {
		if len(args) == 0 || args[0] != a.name {
			continue
		}
		o, err := parseXAPI(std.err, a, args[1:])
		if err != nil {
			return err
		}
		db, err := o.existingDatabase(ctx)
		if err != nil {
			return err
		}
		return errors.Join(a.run(ctx, std.out, o, db), db.Close())
	}
	fmt.Fprintln(std.err, "usage: web xapi ACTION [flags], on the database in DATA_DIR")
	for _, a := range xapiActions() {
		fmt.Fprintf(std.err, "  %-8s %s\n", a.name, a.usage)
	}
	if len(args) == 1 && strings.TrimLeft(args[0], "-") == "help" {
		return flag.ErrHelp
	}
	return exitCode(2)
}

func parseXAPI(w io.Writer, a xapiAction, args []string) (xapiOptions, error) {
	var o xapiOptions
	flags, err := o.flagsOf(w, "xapi "+a.name)
	if err != nil {
		return o, err
	}
	switch a.name {
	case "dead":
		flags.IntVar(&o.n, "n", 50, "how many at most")
	case "resend", "drop":
		flags.StringVar(&o.id, "id", "", "of one statement; empty: all")
	}
	err = parseFlags(flags, args)
	return o, err
}

func xapiStatus(ctx context.Context, out io.Writer, _ xapiOptions, db store.Outbox) error {
	n, err := db.OutboxCounts(ctx)
	if err != nil {
		return err
	}
	when := func(ms int64) string {
		if ms == 0 {
			return "never"
		}
		return time.UnixMilli(ms).UTC().Format(time.RFC3339)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "waiting\t%d\n", n.Waiting)
	if n.Waiting > 0 {
		fmt.Fprintf(table, "  the oldest since\t%s\n", when(n.OldestMS))
	}
	fmt.Fprintf(table, "  of them failed before\t%d\ngiven up\t%d\nsent\t%d\n  the newest\t%s\n", n.Failing, n.Dead, n.Sent, when(n.SentMS))
	return table.Flush()
}

func xapiDead(ctx context.Context, out io.Writer, o xapiOptions, db store.Outbox) error {
	list, err := db.DeadLetters(ctx, o.n)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(out)
	for _, d := range list {
		err := lines.Encode(struct {
			ID        string          `json:"id"`
			Why       string          `json:"why"`
			Tries     int             `json:"tries"`
			Written   instantMS       `json:"written"`
			GivenUp   instantMS       `json:"given_up"`
			Statement json.RawMessage `json:"statement"`
		}{d.ID, d.Why, d.Tries, instantMS(d.AtMS), instantMS(d.DeadMS), d.Body})
		if err != nil {
			return err
		}
	}
	return nil
}

// instantMS is a time in UTC Unix milliseconds, written as RFC 3339.
type instantMS int64

// MarshalText implements encoding.TextMarshaler.
func (i instantMS) MarshalText() ([]byte, error) {
	return time.UnixMilli(int64(i)).UTC().AppendFormat(nil, time.RFC3339), nil
}

func xapiResend(ctx context.Context, out io.Writer, o xapiOptions, db store.Outbox) error {
	n, err := db.Resend(ctx, o.id, time.Now().UnixMilli())
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d will be sent again\n", n)
	return o.met(n)
}

// met complains of an id that names no statement which was given up.
func (o xapiOptions) met(n int) error {
	if o.id != "" && n == 0 {
		return fmt.Errorf("no statement that was given up has the id %q; web xapi dead lists them", o.id)
	}
	return nil
}

func xapiDrop(ctx context.Context, out io.Writer, o xapiOptions, db store.Outbox) error {
	n, err := db.DropDead(ctx, o.id)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d deleted\n", n)
	return o.met(n)
}
