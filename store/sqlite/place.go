package sqlite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fencepost/store"
)

// prepare makes the directory of path and sees to it that both can be written,
// so that a volume owned by another user is told of here, with the mend, and
// not by the first write.
func prepare(path string) error {
	dir := filepath.Dir(path)
	if err := makeDir(dir); err != nil {
		return unwritable(dir, err)
	}
	probe, err := os.CreateTemp(dir, ".fencepost-probe-*")
	if err != nil {
		return unwritable(dir, err)
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return unwritable(dir, err)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if err := openForWriting(name); err != nil {
			return unwritable(name, err)
		}
	}
	return nil
}

// makeDir makes dir and the directories above it, and syncs the entry of each
// new one: a database that survives a loss of power must still be found.
func makeDir(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	parent := filepath.Dir(dir)
	if err := makeDir(parent); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o750); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncPath(parent)
}

// makeFile makes an empty database file that its owner alone can read, whatever
// the umask: there are password hashes in it. SQLite gives the files beside it
// the same rights.
func makeFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), syncPath(filepath.Dir(path)))
}

// magic begins every SQLite file (https://sqlite.org/fileformat2.html#the_database_header).
const magic = "SQLite format 3\x00"

// ours answers store.ErrDamaged where the file holds something that does not begin as
// a database does. An empty one is a database to be.
func ours(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, len(magic))
	n, err := io.ReadFull(f, head)
	if n == 0 || string(head) == magic {
		return nil
	}
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return fmt.Errorf("%w: the file is not a database, or its first page is gone", store.ErrDamaged)
}

// openForWriting fails where name is there and cannot be written.
func openForWriting(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// unwritable explains err to whoever runs the server.
func unwritable(name string, err error) error {
	if !errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w: %w", store.ErrUnwritable, err)
	}
	uid, gid := os.Getuid(), os.Getgid()
	return fmt.Errorf("%w: %w; this program runs as user %d: give it the files with\n\n    chown -R %d:%d %s",
		store.ErrUnwritable, err, uid, uid, gid, absDir(name))
}

// absDir is the directory to hand over: name itself or the one that holds it.
func absDir(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	for {
		if info, err := os.Stat(name); err == nil && info.IsDir() || name == filepath.Dir(name) {
			return name
		}
		name = filepath.Dir(name)
	}
}

// syncPath makes a file, or the entries of a directory, durable.
func syncPath(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
