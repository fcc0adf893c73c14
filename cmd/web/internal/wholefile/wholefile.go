// Package wholefile writes files that are there whole or not at all.
package wholefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Write puts what fill writes into the file name, in the place of what was there
// before. Only the owner may read it. The file is on the disk before it gets its
// name; where that fails, fill's own error included, nothing has changed and the
// unfinished file is gone.
func Write(name string, fill func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".unfinished-*")
	if err != nil {
		return err
	}
	err = fill(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
