// Package wholefile writes files that are there whole or not at all.
package wholefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// unfinished is how the name of a file begins that has not got its own yet.
const unfinished = ".unfinished-"

// Write puts what fill writes into the file name, in the place of what was there
// before. Only the owner may read it. The file is on the disk before it gets its
// name; where that fails, fill's own error included, nothing has changed and the
// unfinished file is gone.
func Write(name string, fill func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), unfinished+"*")
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

// Sweep removes from a folder what writes left that were killed: unfinished files
// that nobody has written to since before. Files of writes that go on at this
// moment, in other processes too, are younger.
func Sweep(dir string, before time.Time) error {
	list, err := os.ReadDir(dir)
	errs := []error{err}
	for _, f := range list {
		if !strings.HasPrefix(f.Name(), unfinished) {
			continue
		}
		if info, err := f.Info(); err != nil || !info.ModTime().Before(before) {
			continue // gone by now, or not a killed one's
		}
		if err := os.Remove(filepath.Join(dir, f.Name())); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
