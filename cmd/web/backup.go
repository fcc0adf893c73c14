package main

import (
	"context"
	"flag"
	"fmt"

	"fencepost/store/sqlite"
)

// backupCommand copies the database while the site runs.
func backupCommand() command {
	return command{"backup", "copy the database while the site runs, and verify the copy", runBackup}
}

func runBackup(ctx context.Context, std stdio, args []string) error {
	o, err := parseData(std.err, "backup", args, func(f *flag.FlagSet, o *dataOptions) {
		f.StringVar(&o.to, "to", "", "file to write; one that is there is replaced once the new one is verified")
	})
	if err != nil {
		return err
	}
	if err := o.wantFile("pg_dump"); err != nil {
		return err
	}
	facts, err := sqlite.BackupOf(ctx, o.database(), o.to)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s is a copy of %s\n", o.to, o.database())
	writeFacts(std.out, facts)
	return nil
}

// checkCommand reads the whole database file.
func checkCommand() command {
	return command{"check", "read the whole database, or a copy, and say whether it is sound; exit 0 or 1", runCheck}
}

func runCheck(ctx context.Context, std stdio, args []string) error {
	file := ""
	o, err := parseData(std.err, "check", args, func(f *flag.FlagSet, _ *dataOptions) {
		f.StringVar(&file, "file", "", "file to check; empty: the database in DATA_DIR")
	})
	if err != nil {
		return err
	}
	if file == "" {
		if err := o.wantFile("pg_amcheck"); err != nil {
			return err
		}
		file = o.database()
	}
	facts, err := sqlite.Verify(ctx, file)
	if err == nil {
		writeFacts(std.out, facts)
	}
	return err
}

// restoreCommand puts a copy in the database's place.
func restoreCommand() command {
	return command{"restore", "put a copy in the place of the database; stop the site first", runRestore}
}

func runRestore(ctx context.Context, std stdio, args []string) error {
	o, err := parseData(std.err, "restore", args, func(f *flag.FlagSet, o *dataOptions) {
		f.StringVar(&o.from, "from", "", "file that web backup wrote, or a copy from before an upgrade")
		o.replaceFlag(f)
	})
	if err != nil {
		return err
	}
	if err := o.wantFile("pg_restore"); err != nil {
		return err
	}
	done, err := sqlite.Restore(ctx, o.from, o.database(), o.replace)
	if err != nil {
		return dataMend(err)
	}
	o.tellRestored(std, o.from, done)
	return nil
}

// tellRestored says what stands where now.
func (o *dataOptions) tellRestored(std stdio, from string, done sqlite.Restored) {
	fmt.Fprintf(std.out, "%s holds what is in %s\n", o.database(), from)
	writeFacts(std.out, done.Facts)
	if done.Kept != "" {
		fmt.Fprintf(std.out, "what was there before is %s\n", done.Kept)
	}
}
