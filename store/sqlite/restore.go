package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"fencepost/store"
)

// ErrThere is answered where a database is in the place of one to be restored or
// imported, and nobody said that it may be replaced.
var ErrThere = errors.New("there is a database already")

// Restored says how a restore or an import ended.
type Restored struct {
	Facts
	Kept string // where the database that was there before is now; "" where there was none
}

// Restore puts a verified copy of the database file from in the place path. A
// database that is there already is kept beside it where replace is set, else it
// is answered with ErrThere; one that another process has open is answered with
// store.ErrBusy. At every moment there is one of the two at path.
func Restore(ctx context.Context, from, path string, replace bool) (r Restored, err error) {
	if _, err := Verify(ctx, from); err != nil {
		return r, err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("restore %s: %w", path, translate(err))
		}
	}()
	return install(ctx, path, replace, func(unfinished string) error {
		source, err := connect(fileToolDSN(from), 1)
		if err != nil {
			return err
		}
		return errors.Join(vacuumInto(ctx, source, unfinished), source.Close())
	})
}

// install lets fill write a database, verifies it and puts it at path.
func install(ctx context.Context, path string, replace bool, fill func(unfinished string) error) (r Restored, err error) {
	if err := prepare(path); err != nil {
		return r, err
	}
	there, err := exists(path)
	if err != nil {
		return r, err
	}
	if there && !replace {
		return r, fmt.Errorf("%w at %s", ErrThere, path)
	}
	err = place(path, func(unfinished string) error {
		if err := fill(unfinished); err != nil {
			return err
		}
		if r.Facts, err = Verify(ctx, unfinished); err != nil || !there {
			return err
		}
		if err := syncPath(unfinished); err != nil {
			return err
		}
		r.Kept, err = setAside(ctx, path, time.Now())
		return err
	})
	return r, err
}

// setAside keeps the database at path under another name as well. Its log is
// folded in and gone, so that it cannot be taken for that of the next one.
func setAside(ctx context.Context, path string, now time.Time) (kept string, err error) {
	kept = path + ".replaced." + now.UTC().Format(timeInName)
	if err := foldLog(ctx, path); err != nil {
		if !isDamage(err) {
			return "", err
		}
		for _, suffix := range []string{"-wal", "-shm"} {
			if err := os.Rename(path+suffix, kept+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return "", err
			}
		}
	}
	if err := linkOrCopy(path, kept); err != nil {
		return "", err
	}
	return kept, syncPath(filepath.Dir(path))
}

// foldLog writes the log back into the file and removes it, which SQLite does
// only where nobody else has the database open.
func foldLog(ctx context.Context, path string) error {
	db, err := connect(fileToolDSN(path), 1)
	if err != nil {
		return err
	}
	var mode string
	err = db.QueryRowContext(ctx, `PRAGMA journal_mode = DELETE`).Scan(&mode)
	if errors.Is(translate(err), store.ErrBusy) || err == nil && mode != "delete" {
		err = fmt.Errorf("%w: a server or another tool has it open; stop that first", store.ErrBusy)
	}
	return errors.Join(err, db.Close())
}

// linkOrCopy gives the file a second name, or copies it where the file system
// knows no such thing.
func linkOrCopy(from, to string) (err error) {
	if err := os.Link(from, to); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// exists says whether a file that is not empty is at path.
func exists(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() > 0, err
}
