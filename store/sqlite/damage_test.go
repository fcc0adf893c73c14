package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fencepost/store"
)

// grown is a closed database of some hundred pages.
func grown(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "fencepost.db")
	db := openFile(t, path)
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
	share(3000, 32, func(i int) { check(t, answer(t.Context(), db, fmt.Sprint(i))) })
	check(t, db.Close())
	return path
}

// spoil overwrites the page at which the index of attempts' ids begins, so that
// reading a lesson's attempts still works.
func spoil(t *testing.T, path string) {
	t.Helper()
	db := openFile(t, path)
	var page, size int64
	check(t, db.readers.QueryRowContext(t.Context(), "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_attempts_1'").Scan(&page))
	check(t, db.readers.QueryRowContext(t.Context(), "PRAGMA page_size").Scan(&size))
	check(t, db.Close())
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	check(t, err)
	_, err = f.WriteAt(bytes.Repeat([]byte{0xa5}, int(size)), (page-1)*size)
	check(t, errors.Join(err, f.Close()))
}

func TestADamagedDatabaseIsReadAndExportedAndNotWritten(t *testing.T) {
	path := grown(t)
	whole := exported(t, path)
	spoil(t, path)
	db := openFile(t, path)
	defer db.Close()
	if err := db.Damage(); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "page") {
		t.Errorf("damage: %v; want the page named", err)
	}
	for what, err := range map[string]error{"write": answer(t.Context(), db, "late"), "ready": db.Ready(t.Context())} {
		if !errors.Is(err, store.ErrDamaged) || !errors.Is(err, store.ErrUnwritable) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if n := kept(t, db); n != 3000 {
		t.Errorf("%d answers read, want 3000", n)
	}
	if !bytes.Equal(exported(t, path), whole) {
		t.Error("the archive of the damaged file is another")
	}
	backup := filepath.Join(t.TempDir(), "copy.db")
	if _, err := db.Backup(t.Context(), backup); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("backed up a damaged database: %v", err)
	}
	if _, err := os.Stat(backup); err == nil {
		t.Error("a copy of the damaged database took the backup's place")
	}
}

func TestADamagedDatabaseIsReplacedByItsBackup(t *testing.T) {
	path := grown(t)
	backup := filepath.Join(t.TempDir(), "copy.db")
	_, err := BackupOf(t.Context(), path, backup)
	check(t, err)
	spoil(t, path)
	if _, err := Verify(t.Context(), path); !errors.Is(err, store.ErrDamaged) {
		t.Fatalf("verified a damaged file: %v", err)
	}
	done, err := Restore(t.Context(), backup, path, true)
	check(t, err)
	if _, err := Verify(t.Context(), done.Kept); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("the damaged file is kept as %q: %v", done.Kept, err)
	}
	db := openFile(t, path)
	defer db.Close()
	check(t, errors.Join(db.Damage(), answer(t.Context(), db, "after"), db.Ready(t.Context())))
	if n := kept(t, db); n != 3001 {
		t.Errorf("%d answers, want 3001", n)
	}
}

// A file whose first page is gone is no database any more, and its log is nobody's.
func TestAFileThatIsBeyondReadingIsReplacedToo(t *testing.T) {
	path := grown(t)
	backup := filepath.Join(t.TempDir(), "copy.db")
	_, err := BackupOf(t.Context(), path, backup)
	check(t, err)
	check(t, os.WriteFile(path, bytes.Repeat([]byte("lost"), 1024), 0o600))
	check(t, os.WriteFile(path+"-wal", []byte("what was not folded in"), 0o600))
	if _, err := Open(t.Context(), path); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("opened: %v", err)
	}
	done, err := Restore(t.Context(), backup, path, true)
	check(t, err)
	if n := facts(t, path).Rows["attempts"]; n != 3000 {
		t.Errorf("%d answers, want 3000", n)
	}
	wantOnly(t, path, done.Kept, done.Kept+"-wal")
}

func TestWhatIsDamagedOrNewerIsNotRestored(t *testing.T) {
	here, damaged, newer := madeOnce(t), grown(t), madeOnce(t)
	spoil(t, damaged)
	change(t, newer, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)")
	for from, want := range map[string]error{
		damaged: store.ErrDamaged, newer: store.ErrNewerSchema, filepath.Join(t.TempDir(), "none.db"): os.ErrNotExist,
	} {
		if _, err := Restore(t.Context(), from, here, true); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	if n := facts(t, here).Rows["attempts"]; n != 1 {
		t.Errorf("%d answers, want the one of before", n)
	}
	wantOnly(t, here)
}

// A file too large for the time of a start is taken for sound until a backup
// looks at all of it.
func TestACheckThatRunsOutOfTimeIsNoDamage(t *testing.T) {
	path := grown(t)
	spoil(t, path)
	db, err := connect(fileToolDSN(path), 1)
	check(t, err)
	defer db.Close()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := lookOver(over, db); err != nil {
		t.Errorf("without time: %v", err)
	}
	if err := lookOver(t.Context(), db); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("with time: %v", err)
	}
}

// Failed starts may not push out the copy that the release before needs.
func TestOldCopiesGoAndTheNewestOfEachSchemaStay(t *testing.T) {
	path := madeOnce(t)
	db, err := connect(fileToolDSN(path), 1)
	check(t, err)
	defer db.Close()
	at := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	for i, schema := range []int64{1, 2, 9, 9, 10, 10, 10, 10, 10} {
		check(t, copyBefore(t.Context(), db, path, schema, at.Add(time.Duration(i)*time.Minute)))
	}
	var got []string
	for _, c := range copiesOf(path) {
		got = append(got, strings.TrimPrefix(c, path+"."))
	}
	want := "schema-10.20261130T100700.000Z schema-10.20261130T100800.000Z schema-2.20261130T100100.000Z " +
		"schema-9.20261130T100200.000Z schema-9.20261130T100300.000Z"
	if strings.Join(got, " ") != want {
		t.Errorf("kept %v, want %s", got, want)
	}
	if n := facts(t, copiesOf(path)[0]).Rows["attempts"]; n != 1 {
		t.Errorf("%d answers in a copy, want 1", n)
	}
}
