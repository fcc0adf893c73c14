package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"fencepost/cmd/web/internal/wholefile"
	"fencepost/store/archive"
	"fencepost/store/postgres"
	"fencepost/store/sqlite"
)

// exportCommand writes everything into one file of text.
func exportCommand() command {
	return command{"export", "write everything into one archive of text, password hashes too, while the site runs", runExport}
}

func runExport(ctx context.Context, std stdio, args []string) error {
	o, err := parseData(std.err, "export", args, func(f *flag.FlagSet, o *dataOptions) {
		f.StringVar(&o.to, "to", "", "file to write; - is standard output")
		f.StringVar(&o.BaseURL, "base-url", o.BaseURL, "address of the site, which the archive names")
	})
	if err != nil {
		return err
	}
	base, err := o.base()
	if err != nil {
		return err
	}
	if o.to == "-" {
		_, err := o.export(ctx, base.String(), std.out)
		return err
	}
	var h archive.Header
	err = wholefile.Write(o.to, func(w io.Writer) error {
		h, err = o.export(ctx, base.String(), w)
		return err
	})
	if err == nil {
		fmt.Fprintf(std.out, "%s holds %d rows of %s. It holds hashes of passwords, addresses and answers: keep it as you keep the database.\n",
			o.to, h.Total(), o.place())
	}
	return err
}

// export writes the archive of whichever database the settings name.
func (o *dataOptions) export(ctx context.Context, site string, w io.Writer) (archive.Header, error) {
	url, err := o.databaseURL()
	if err != nil {
		return archive.Header{}, err
	}
	if url == "" {
		return sqlite.ExportOf(ctx, o.database(), site, w)
	}
	return postgres.Export(ctx, url, site, w)
}

// importCommand makes a database out of an archive.
func importCommand() command {
	return command{"import", "make the database out of an archive; stop the site first", runImport}
}

func runImport(ctx context.Context, std stdio, args []string) error {
	o, err := parseData(std.err, "import", args, func(f *flag.FlagSet, o *dataOptions) {
		f.StringVar(&o.from, "from", "", "file that web export wrote; - is standard input")
		o.replaceFlag(f)
	})
	if err != nil {
		return err
	}
	in := io.NopCloser(std.in)
	if o.from != "-" {
		if in, err = os.Open(o.from); err != nil {
			return err
		}
	}
	h, err := o.takeIn(ctx, std, in)
	if err = errors.Join(err, in.Close()); err != nil {
		return dataMend(err)
	}
	fmt.Fprintf(std.out, "it came from %s\n", h.Site)
	return nil
}

// takeIn makes whichever database the settings name out of an archive.
func (o *dataOptions) takeIn(ctx context.Context, std stdio, in io.Reader) (h archive.Header, err error) {
	url, err := o.databaseURL()
	switch {
	case err != nil:
		return h, err
	case url == "":
		h, done, err := sqlite.Import(ctx, in, o.database(), o.replace)
		if err == nil {
			o.tellRestored(std, o.from, done)
		}
		return h, err
	case o.replace:
		return h, errors.New("-replace is for SQLite: PostgreSQL takes an archive into an empty database alone")
	}
	if h, err = postgres.Import(ctx, in, url); err == nil {
		fmt.Fprintf(std.out, "%s holds the %d rows of %s, read back with its checksum %s\n", o.place(), h.Total(), o.from, h.SHA256)
	}
	return h, err
}
