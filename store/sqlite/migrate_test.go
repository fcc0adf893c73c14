package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"fencepost/store"
	"fencepost/store/archive"
	"fencepost/store/sqlstore"
)

// madeOnce makes a database file with one answer of ann's in it.
func madeOnce(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "fencepost.db")
	db := openFile(t, path)
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
	check(t, answer(t.Context(), db, "k"))
	check(t, db.Close())
	return path
}

// change runs statements on a file behind the store's back.
func change(t *testing.T, path string, queries ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	check(t, err)
	for _, q := range queries {
		_, err := db.ExecContext(t.Context(), q)
		check(t, err)
	}
	check(t, db.Close())
}

func TestANewerDatabaseIsRefusedWithAdvice(t *testing.T) {
	path := madeOnce(t)
	change(t, path, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)")
	_, err := Open(t.Context(), path)
	if !errors.Is(err, store.ErrNewerSchema) || !strings.Contains(err.Error(), "its schema is 999") ||
		!strings.Contains(err.Error(), "run the program that made it") {
		t.Fatalf("got %v", err)
	}
}

func TestAnotherProgramsDatabaseIsRefusedUntouched(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.db")
	change(t, path, "CREATE TABLE songs (title TEXT)")
	if _, err := Open(t.Context(), path); !errors.Is(err, errForeign) {
		t.Fatalf("got %v", err)
	}
	change(t, path, "INSERT INTO songs VALUES ('still there')")
}

func TestAFileThatIsNoDatabaseIsRefusedUntouched(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.txt")
	const words = "These are notes, and they are longer than the header that SQLite looks for in a file: one hundred bytes."
	check(t, os.WriteFile(path, []byte(words), 0o600))
	if _, err := Open(t.Context(), path); !errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrUnwritable) {
		t.Fatal("opened a text file")
	}
	got, err := os.ReadFile(path)
	check(t, err)
	if string(got) != words {
		t.Fatal("the file was changed")
	}
}

func TestOpeningAgainKeepsEverythingAndCopiesNothing(t *testing.T) {
	path := madeOnce(t)
	db := openFile(t, path)
	if n := kept(t, db); n != 1 {
		t.Errorf("%d answers, want 1", n)
	}
	check(t, db.Close())
	if names, _ := filepath.Glob(path + ".schema-*"); len(names) > 0 {
		t.Errorf("copied without need: %v", names)
	}
}

func TestSeveralProcessesMayMakeTheDatabaseAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fencepost.db")
	dbs, errs := make([]*DB, 4), make([]error, 4)
	var end sync.WaitGroup
	for i := range dbs {
		end.Go(func() { dbs[i], errs[i] = Open(t.Context(), path) })
	}
	end.Wait()
	for i, db := range dbs {
		check(t, errs[i])
		check(t, db.Ready(t.Context()))
		check(t, db.Close())
	}
}

// next is a release with one migration more.
func next(t *testing.T, db *sql.DB, migration string) (*goose.Provider, int64) {
	t.Helper()
	dir := fstest.MapFS{"90000_next.sql": {Data: []byte("-- +goose Up\n" + migration)}}
	check(t, fs.WalkDir(migrations, "migrations", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := migrations.ReadFile(name)
		maps.Copy(dir, fstest.MapFS{filepath.Base(name): {Data: data}})
		return err
	}))
	p, err := goose.NewProvider(goose.DialectSQLite3, db, dir)
	check(t, err)
	return p, 90000
}

// upgrade opens path as that next release would.
func upgrade(t *testing.T, path, migration string) error {
	t.Helper()
	pool, err := connect(fileDSN(path, defaults), 1)
	check(t, err)
	defer pool.Close()
	p, newest := next(t, pool, migration)
	return migrateTo(t.Context(), pool, p, path, newest)
}

func TestAnUpgradeCopiesTheFileFirst(t *testing.T) {
	path := madeOnce(t)
	check(t, upgrade(t, path, "DELETE FROM attempts;"))
	copies, err := filepath.Glob(path + ".*")
	check(t, err)
	if len(copies) != 1 {
		t.Fatalf("files beside the database: %v", copies)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, store.ErrNewerSchema) {
		t.Fatalf("the program of before opened the upgraded file: %v", err)
	}
	db := openFile(t, copies[0])
	defer db.Close()
	if n := kept(t, db); n != 1 {
		t.Errorf("%d answers in the copy, want 1", n)
	}
}

func TestAFailingUpgradeLeavesTheDatabaseAsItWas(t *testing.T) {
	path := madeOnce(t)
	if err := upgrade(t, path, "DELETE FROM attempts; INSERT INTO nowhere VALUES (1);"); err == nil {
		t.Fatal("upgraded by a wrong migration")
	}
	db := openFile(t, path)
	defer db.Close()
	if n := kept(t, db); n != 1 {
		t.Errorf("%d answers, want 1", n)
	}
}

// A lower number that comes with a later release is applied all the same.
func TestAMigrationThatWasLeftOutIsMadeUpFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fencepost.db")
	all, err := fs.ReadDir(migrations, "migrations")
	check(t, err)
	without := fstest.MapFS{}
	for _, f := range slices.Delete(all, len(all)-2, len(all)-1) {
		data, err := migrations.ReadFile("migrations/" + f.Name())
		check(t, err)
		without[f.Name()] = &fstest.MapFile{Data: data}
	}
	db, err := connect(fileDSN(path, defaults), 1)
	check(t, err)
	p, err := goose.NewProvider(goose.DialectSQLite3, db, without)
	check(t, err)
	_, err = p.Up(t.Context())
	check(t, errors.Join(err, db.Close()))
	check(t, openFile(t, path).Close())
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	check(t, openFile(t, fresh).Close())
	if d := cmp.Diff(schemaOf(t, fresh), schemaOf(t, path)); d != "" {
		t.Errorf("- new, + made up for:\n%s", d)
	}
}

func TestABackupUnderLoadHoldsWhatWasAcknowledgedBefore(t *testing.T) {
	db := openWith(t, defaults)
	for i := range 200 {
		check(t, answer(t.Context(), db, fmt.Sprint("before ", i)))
	}
	ctx, end := context.WithCancel(t.Context())
	done := make(chan int)
	go func() {
		n := 0
		for ctx.Err() == nil && answer(t.Context(), db, fmt.Sprint("beside ", n)) == nil {
			n++
		}
		done <- n
	}()
	path := filepath.Join(t.TempDir(), "copy.db")
	for range 2 { // the second takes the first one's place
		_, err := db.Backup(t.Context(), path)
		check(t, err)
	}
	end()
	beside := <-done
	backup := openFile(t, path)
	defer backup.Close()
	if n := kept(t, backup); n < 200 || n > 200+beside {
		t.Errorf("%d answers in the copy; 200 were there before and %d came beside", n, beside)
	}
	check(t, sound(t, path))
}

// sound is SQLite's own check of a file.
func sound(t *testing.T, path string) error {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	check(t, err)
	defer db.Close()
	var verdict, orphan string
	check(t, db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict))
	if verdict != "ok" {
		return errors.New(verdict)
	}
	err = db.QueryRowContext(t.Context(), "SELECT \"table\" FROM pragma_foreign_key_check").Scan(&orphan)
	if !errors.Is(err, sql.ErrNoRows) {
		return errors.Join(errors.New("a row refers to nothing in "+orphan), err)
	}
	return nil
}

// misfiled is a file as the release before left it, which filed Ágnes behind Zoe.
func misfiled(t *testing.T) (path string) {
	path = madeOnce(t)
	db := openFile(t, path)
	for id, name := range map[string]string{"ada": "Zoe", "eve": "Ágnes"} {
		check(t, db.AddPerson(t.Context(), store.Person{ID: id, LearnerID: "of " + id, Email: id, Name: name, Role: store.RoleAdmin}))
	}
	check(t, db.Close())
	change(t, path, "UPDATE persons SET name_folded = 'ágnes' WHERE id = 'eve'", "DELETE FROM goose_db_version WHERE version_id = 13")
	return path
}

// wantFiled fails the test unless Ágnes stands before Zoe.
func wantFiled(t *testing.T, path string) {
	t.Helper()
	db := openFile(t, path)
	defer db.Close()
	l, err := db.People(t.Context(), store.ScopeOf(store.Person{ID: "ada"}), "", store.Page{})
	check(t, err)
	if len(l.Rows) != 2 || l.Rows[0].ID != "eve" {
		t.Errorf("listed as %+v, want Ágnes before Zoe", l.Rows)
	}
}

func TestNamesOfTheReleaseBeforeAreFiledAnew(t *testing.T) {
	wantFiled(t, misfiled(t))
}

func TestNamesOfAnArchiveOfTheReleaseBeforeAreFiledAnew(t *testing.T) {
	old, err := connect(fileToolDSN(misfiled(t)), 1)
	check(t, err)
	defer old.Close()
	s, err := archiveSchema(t.Context(), old)
	check(t, err)
	var packed bytes.Buffer
	_, err = archive.Write(t.Context(), &packed, sqlstore.Over(old), s, "")
	check(t, err)
	path := filepath.Join(t.TempDir(), "fencepost.db")
	_, _, err = Import(t.Context(), &packed, path, false)
	check(t, err)
	wantFiled(t, path)
}
