package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Size is how large the database is on the disk, in bytes.
type Size struct {
	File int64
	Log  int64 // what was committed and is not yet folded into the file (WAL)
}

// Size looks at the files. A database in memory has none.
func (db *DB) Size() (s Size, err error) {
	if db.path == "" {
		return s, nil
	}
	for name, to := range map[string]*int64{db.path: &s.File, db.path + "-wal": &s.Log} {
		switch info, err := os.Stat(name); {
		case err == nil:
			*to = info.Size()
		case !errors.Is(err, fs.ErrNotExist):
			return s, fmt.Errorf("size of the database: %w", err)
		}
	}
	return s, nil
}
