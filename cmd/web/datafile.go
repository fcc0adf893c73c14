package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"fencepost/store/archive"
	"fencepost/store/sqlite"
)

// dataOptions are the flags of the subcommands that look after the database's
// file.
type dataOptions struct {
	config
	from, to string
	replace  bool
}

// database is the file's path.
func (o *dataOptions) database() string { return filepath.Join(o.DataDir, databaseName) }

// parseData reads the environment and the flags of one subcommand; own adds
// those that it has beside -data-dir.
func parseData(w io.Writer, name string, args []string, own func(*flag.FlagSet, *dataOptions)) (o dataOptions, err error) {
	flags, err := o.flagsOf(w, name)
	if err != nil {
		return o, err
	}
	own(flags, &o)
	if err := parseFlags(flags, args); err != nil {
		return o, err
	}
	for name, value := range map[string]string{"from": o.from, "to": o.to} {
		if flags.Lookup(name) != nil && value == "" {
			fmt.Fprintf(w, "%s: -%s is missing\n", flags.Name(), name)
			return o, exitCode(2)
		}
	}
	return o, nil
}

// wantFile refuses a database that is no file of ours, and names PostgreSQL's own
// program for it.
func (o *dataOptions) wantFile(instead string) error {
	if o.onPostgres() {
		return fmt.Errorf("DATABASE_URL names a PostgreSQL database, for which this is done by %s", instead)
	}
	return nil
}

func (o *dataOptions) replaceFlag(f *flag.FlagSet) {
	f.BoolVar(&o.replace, "replace", false, "put it in the place of the database that is there, which is kept beside it")
}

// dataMend says what to do about a refusal.
func dataMend(err error) error {
	switch {
	case errors.Is(err, sqlite.ErrThere):
		return fmt.Errorf("%w; -replace puts the other in its place and keeps this one beside it", err)
	case errors.Is(err, archive.ErrNotEmpty):
		return fmt.Errorf("%w; choose another DATA_DIR, or another database", err)
	}
	return err
}

// writeFacts says what a verified file holds.
func writeFacts(w io.Writer, f sqlite.Facts) {
	fmt.Fprintf(w, "verified: schema %d, %d bytes, %d rows, of them %d answers and %d explanations\n",
		f.Schema, f.Bytes, f.Total(), f.Rows["attempts"], f.Rows["explanations"])
}
