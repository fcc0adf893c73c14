package sqlite

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/store/sqlstore"
)

// released are the files that earlier programs left; see testdata/released/README.md.
func released(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("testdata/released/schema-*.db.gz")
	check(t, err)
	if len(names) < 5 {
		t.Fatalf("of schemas 1 to 5 there are %v", names)
	}
	return names
}

// unpack puts one of them where a start finds it.
func unpack(t *testing.T, name string) (path string) {
	t.Helper()
	packed, err := os.ReadFile(name)
	check(t, err)
	z, err := gzip.NewReader(bytes.NewReader(packed))
	check(t, err)
	data, err := io.ReadAll(z)
	check(t, err)
	path = filepath.Join(t.TempDir(), "fencepost.db")
	check(t, os.WriteFile(path, data, 0o600))
	return path
}

// sums are the count and the checksum of each table's rows, over the columns
// given or, where nil, over all but where names stand in lists, which each release
// works out by itself. Tables that SQLite keeps for an index of words are not read.
func sums(t *testing.T, path string, columns map[string][]string) (map[string]string, map[string][]string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	check(t, err)
	defer db.Close()
	if columns == nil {
		columns = make(map[string][]string)
		tables, err := words(t.Context(), sqlstore.Over(db), `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
		check(t, err)
		for _, table := range tables {
			columns[table], err = words(t.Context(), sqlstore.Over(db), `SELECT name FROM pragma_table_info('`+table+`') WHERE name <> 'name_folded' ORDER BY cid`)
			check(t, err)
		}
	}
	out := make(map[string]string)
	for table, names := range columns {
		quoted := make([]string, len(names))
		for i, name := range names {
			quoted[i] = "quote(" + name + ")"
		}
		rows, err := words(t.Context(), sqlstore.Over(db), "SELECT "+strings.Join(quoted, "||','||")+" AS row FROM "+table+" ORDER BY row")
		check(t, err)
		out[table] = fmt.Sprintf("%d rows, %x", len(rows), sha256.Sum256([]byte(strings.Join(rows, "\n"))))
	}
	return out, columns
}

// mayChange are tables that a start writes to by itself, and what is derived.
var mayChange = map[string]string{
	"goose_db_version": "says which migrations were applied",
	"desk_due":         "is worked off at a start",
	"passages_version": "said what the index over the lessons holds, and went with it",
}

func TestFilesOfEachReleasedSchemaKeepTheirRows(t *testing.T) {
	for _, name := range released(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			path := unpack(t, name)
			was := facts(t, path)
			var want int64
			_, err := fmt.Sscanf(filepath.Base(name), "schema-%d.db.gz", &want)
			check(t, err)
			if was.Schema != want || was.Total() < 40 {
				t.Fatalf("the file has schema %d and %d rows; want %d and some", was.Schema, was.Total(), want)
			}
			before, columns := sums(t, path, nil)
			for table := range mayChange {
				delete(before, table)
				delete(columns, table)
			}
			check(t, openFile(t, path).Close())
			after, _ := sums(t, path, columns)
			if d := cmp.Diff(before, after); d != "" {
				t.Errorf("- before, + after:\n%s", d)
			}
			check(t, sound(t, path))
			wantCopy(t, path, was, columns)
		})
	}
}

// facts is what Verify finds.
func facts(t *testing.T, path string) Facts {
	t.Helper()
	f, err := Verify(t.Context(), path)
	check(t, err)
	return f
}

// wantCopy fails the test unless the file as it was lies beside the one that was
// migrated, or nothing does where there was nothing to migrate.
func wantCopy(t *testing.T, path string, was Facts, columns map[string][]string) {
	t.Helper()
	copies := copiesOf(path)
	if now := facts(t, path); now.Schema == was.Schema {
		if len(copies) > 0 {
			t.Errorf("copied without need: %v", copies)
		}
		return
	}
	if len(copies) != 1 || schemaInName(copies[0]) != was.Schema {
		t.Fatalf("copies: %v, want one of schema %d", copies, was.Schema)
	}
	if d := cmp.Diff(was.Rows, facts(t, copies[0]).Rows); d != "" {
		t.Errorf("in the copy: - want, + got:\n%s", d)
	}
}

func TestFilesOfEachReleasedSchemaGetTheSchemaOfANewFile(t *testing.T) {
	fresh := filepath.Join(t.TempDir(), "new.db")
	check(t, openFile(t, fresh).Close())
	want := schemaOf(t, fresh)
	for _, name := range released(t) {
		path := unpack(t, name)
		check(t, openFile(t, path).Close())
		if d := cmp.Diff(want, schemaOf(t, path)); d != "" {
			t.Errorf("%s: - new, + migrated:\n%s", name, d)
		}
	}
}

// What was migrated can be archived, and the archive makes it again.
func TestFilesOfEachReleasedSchemaMoveByArchive(t *testing.T) {
	for _, name := range released(t) {
		path := unpack(t, name)
		check(t, openFile(t, path).Close())
		packed := exported(t, path)
		moved := filepath.Join(t.TempDir(), "fencepost.db")
		_, _, err := Import(t.Context(), bytes.NewReader(packed), moved, false)
		check(t, err)
		if !bytes.Equal(exported(t, moved), packed) {
			t.Errorf("%s: another archive after the move", name)
		}
	}
}

func TestAFileOfAnEarlierSchemaIsExportedOnlyOnceItIsMigrated(t *testing.T) {
	path := unpack(t, released(t)[0])
	if _, err := ExportOf(t.Context(), path, "", io.Discard); err == nil || !strings.Contains(err.Error(), "by a start of the site") {
		t.Fatalf("got %v", err)
	}
	if got := facts(t, path).Schema; got != 1 {
		t.Errorf("an export migrated the file to schema %d", got)
	}
}
