package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"fencepost/store"
)

func TestMissingDirectoriesAreMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "site one", "fencepost.db")
	db := openFile(t, path)
	check(t, db.Ready(t.Context()))
	check(t, db.Close())
	info, err := os.Stat(path)
	check(t, err)
	if info.Size() == 0 {
		t.Error("the file is empty after Close")
	}
	names, err := os.ReadDir(filepath.Dir(path))
	check(t, err)
	if len(names) != 1 {
		t.Errorf("left behind beside the database: %v", names)
	}
}

func TestAnyFileNameOpensThatFile(t *testing.T) {
	for _, name := range []string{"a?b=c&_query_only=1.db", "a#b.db", "100%.db", "%41.db", "naïve.db", "a b.db", "a:b.db"} {
		path := filepath.Join(t.TempDir(), name)
		db := openFile(t, path)
		check(t, db.Ready(t.Context()))
		check(t, db.Close())
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestADirectoryThatIsAFileIsToldOf(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	check(t, os.WriteFile(file, nil, 0o600))
	_, err := Open(t.Context(), filepath.Join(file, "fencepost.db"))
	if !errors.Is(err, store.ErrUnwritable) || !errors.Is(err, syscall.ENOTDIR) {
		t.Fatalf("got %v", err)
	}
}

// asNobody does f with the rights on files of a user who owns nothing, as in a
// container whose volume belongs to root. Where the tests run as another user
// than root already, there is nothing to give up.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if os.Getuid() == 0 {
		check(t, syscall.Setfsuid(65534))
		defer func() { check(t, syscall.Setfsuid(0)) }()
	}
	f()
}

func TestAForeignDirectoryIsToldOfWithTheMend(t *testing.T) {
	for name, path := range map[string]string{
		"the directory cannot be written":  "data/fencepost.db",
		"a directory in it cannot be made": "data/site/fencepost.db",
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			check(t, os.Mkdir(filepath.Join(root, "data"), 0o555))
			openTree(t, root)
			asNobody(t, func() {
				_, err := Open(t.Context(), filepath.Join(root, path))
				wantMend(t, err, filepath.Join(root, "data"))
			})
		})
	}
}

func TestAForeignFileIsToldOfWithTheMend(t *testing.T) {
	path := madeOnce(t)
	check(t, os.Chmod(path, 0o444))
	check(t, os.Chmod(filepath.Dir(path), 0o777))
	openTree(t, filepath.Dir(path))
	asNobody(t, func() {
		_, err := Open(t.Context(), path)
		wantMend(t, err, filepath.Dir(path))
	})
}

// openTree lets everybody walk down to dir.
func openTree(t *testing.T, dir string) {
	t.Helper()
	for ; dir != os.TempDir() && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		check(t, err)
		check(t, os.Chmod(dir, info.Mode().Perm()|0o055))
	}
}

func wantMend(t *testing.T, err error, dir string) {
	t.Helper()
	if !errors.Is(err, store.ErrUnwritable) || !errors.Is(err, os.ErrPermission) {
		t.Fatalf("got %v", err)
	}
	if !strings.Contains(err.Error(), "chown -R ") || !strings.HasSuffix(err.Error(), " "+dir) {
		t.Errorf("the mend is missing from: %v", err)
	}
}

// Password hashes lie in the database: others on the machine must not read it,
// whatever the umask is.
func TestANewDatabaseIsItsOwnersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.db")
	db, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s has mode %o, want 600", filepath.Base(name), mode)
		}
	}
}
