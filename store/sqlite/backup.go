package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes a copy of the database, as it is at this moment, to the file
// at path while writes go on. The file appears there whole and synced, or not
// at all; one that is there already is replaced.
func (db *DB) Backup(ctx context.Context, path string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("back up to %s: %w", path, translate(err))
		}
	}()
	// The readers' connections refuse VACUUM INTO as they refuse any write.
	source, err := connect(db.dsn, 1)
	if err != nil {
		return err
	}
	return errors.Join(copyTo(ctx, source, path), source.Close())
}

// copyBefore keeps the database as it was at a schema version, beside itself:
// fencepost.db.schema-3 for fencepost.db.
func copyBefore(ctx context.Context, db *sql.DB, path string, version int64) error {
	return copyTo(ctx, db, fmt.Sprintf("%s.schema-%d", path, version))
}

// copyTo writes the copy under another name, syncs it and moves it into place.
func copyTo(ctx context.Context, db *sql.DB, path string) error {
	unfinished := path + ".unfinished"
	if err := removeIfThere(unfinished); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, `VACUUM INTO $1`, unfinished); err != nil {
		return errors.Join(err, removeIfThere(unfinished))
	}
	if err := syncPath(unfinished); err != nil {
		return err
	}
	if err := os.Rename(unfinished, path); err != nil {
		return err
	}
	return syncPath(filepath.Dir(path))
}

func removeIfThere(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
