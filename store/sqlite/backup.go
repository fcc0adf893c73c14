package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// Backup writes a copy of the database, as it is at this moment, to the file
// at path while writes go on, and verifies it: what is copied is checked first,
// the copy afterwards, and the counts of both are compared. The file appears
// there whole and synced, or not at all; one that is there already is replaced.
// A damaged database is answered with store.ErrDamaged.
func (db *DB) Backup(ctx context.Context, path string) (f Facts, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("back up to %s: %w", path, translate(err))
		}
	}()
	// The readers' connections refuse VACUUM INTO as they refuse any write.
	source, err := connect(db.dsn, 1)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if err := examine(ctx, source, "quick_check(3)"); err != nil {
		return f, err
	}
	err = place(path, func(unfinished string) (failed error) {
		f, failed = copyVerified(ctx, source, unfinished)
		return failed
	})
	return f, err
}

// BackupOf backs up the database file at path, which another process may have
// open, as DB.Backup does. It neither makes nor migrates it.
func BackupOf(ctx context.Context, path, to string) (Facts, error) {
	if _, err := os.Stat(path); err != nil {
		return Facts{}, err
	}
	return (&DB{dsn: fileDSN(path, defaults)}).Backup(ctx, to)
}

// copyVerified copies source to the empty file at path. Rows come and go while
// it does: the count of a table must be one that it had before, after or
// between. Where a table shrank and grew in that moment it may be neither, so it
// is looked at again before anything is said to be wrong.
func copyVerified(ctx context.Context, source *sql.DB, path string) (f Facts, err error) {
	for range 3 {
		before, look := rowCounts(ctx, sqlstore.Over(source))
		if look != nil {
			return f, look
		}
		if err := vacuumInto(ctx, source, path); err != nil {
			return f, err
		}
		after, look := rowCounts(ctx, sqlstore.Over(source))
		if look != nil {
			return f, look
		}
		if f, err = Verify(ctx, path); err != nil {
			return f, err
		}
		if err = between(before, f.Rows, after); err == nil {
			return f, nil
		}
	}
	return f, err
}

func vacuumInto(ctx context.Context, source *sql.DB, path string) error {
	if err := os.Truncate(path, 0); err != nil {
		return err
	}
	_, err := source.ExecContext(ctx, `VACUUM INTO $1`, path)
	return err
}

// between compares the counts of a copy with those of before and after.
func between(before, copied, after map[string]int64) error {
	for table, n := range copied {
		if n < min(before[table], after[table]) || n > max(before[table], after[table]) {
			return fmt.Errorf("%w: the copy has %d rows of %s, the database had %d and has %d",
				store.ErrDamaged, n, table, before[table], after[table])
		}
	}
	if len(copied) != len(after) {
		return fmt.Errorf("%w: the copy has %d tables, the database %d", store.ErrDamaged, len(copied), len(after))
	}
	return nil
}

// unfinished marks files that are not whole yet.
const unfinished = ".unfinished-"

// abandoned is for how long nobody has written to what a program left unfinished
// that was killed, with a wide margin.
const abandoned = time.Hour

// sweep removes what was left unfinished in a folder, of files whose names begin
// so. What cannot be removed stays.
func sweep(dir, begins string, before time.Time) {
	list, _ := os.ReadDir(dir)
	for _, f := range list {
		if !strings.HasPrefix(f.Name(), begins) || !isUnfinished(f.Name()) {
			continue
		}
		if info, err := f.Info(); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}

// place lets fill write an empty file beside path, syncs it and moves it to
// path. Where fill fails nothing is left, and what one left that was killed goes.
func place(path string, fill func(unfinished string) error) (err error) {
	sweep(filepath.Dir(path), filepath.Base(path)+unfinished, time.Now().Add(-abandoned))
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+unfinished+"*")
	if err != nil {
		return err
	}
	name := f.Name()
	defer func() {
		if err != nil {
			err = errors.Join(err, removeAll(name))
		}
	}()
	if err := f.Close(); err != nil {
		return err
	}
	if err := fill(name); err != nil {
		return err
	}
	if err := syncPath(name); err != nil {
		return err
	}
	if err := os.Rename(name, path); err != nil {
		return err
	}
	return syncPath(filepath.Dir(path))
}

// removeAll removes a database's file and what SQLite keeps beside it.
func removeAll(name string) error {
	var errs []error
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(name + suffix); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// isUnfinished says whether a file's name is one that place gave.
func isUnfinished(name string) bool { return strings.Contains(filepath.Base(name), unfinished) }
