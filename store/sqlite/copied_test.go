package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fencepost/store"
)

// tampering makes connections that do something to each copy as soon as SQLite
// has made it: what a disk that lies, or another program, might.
type tampering struct {
	of  driver.Driver
	dsn string
	do  func(path string)
}

func (t tampering) Driver() driver.Driver { return t.of }

func (t tampering) Connect(context.Context) (driver.Conn, error) {
	c, err := t.of.Open(t.dsn)
	return tampered{c, t.do}, err
}

type tampered struct {
	driver.Conn
	do func(path string)
}

func (c tampered) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

func (c tampered) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	done, err := c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args)
	if err == nil && strings.HasPrefix(query, "VACUUM INTO") {
		c.do(args[0].Value.(string))
	}
	return done, err
}

// wrongs are what may be wrong with a copy, by what finds it out: the check of
// its pages, that of its references, and the comparison of its counts.
func wrongs(t *testing.T) map[string]func(path string) {
	return map[string]func(string){
		"a page is lost":        func(path string) { spoil(t, path) },
		"an answer is nobody's": func(path string) { change(t, path, "UPDATE learners SET id = 'eve'") },
		"an answer is missing":  func(path string) { change(t, path, "DELETE FROM attempts WHERE seq = 7") },
		"one answer too many": func(path string) {
			change(t, path, `INSERT INTO attempts (id, learner_id, form_key, lesson, item, answer, is_right, content, at_ms)
				VALUES ('x', 'ann', 'x', 'l', 'i', '1', 0, '', 1)`)
		},
	}
}

func TestACopyThatIsNotTheDatabaseIsNoBackup(t *testing.T) {
	path := grown(t)
	plain, err := connect(fileDSN(path, defaults), 1)
	check(t, err)
	defer plain.Close()
	for what, wrong := range wrongs(t) {
		copied := filepath.Join(t.TempDir(), "copy.db")
		check(t, os.WriteFile(copied, nil, 0o600))
		source := sql.OpenDB(tampering{plain.Driver(), fileDSN(path, defaults), wrong})
		if _, err := copyVerified(t.Context(), source, copied); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v, want store.ErrDamaged", what, err)
		}
		check(t, source.Close())
	}
}

// What is wrong with a restored copy is found out before it takes the place of
// what was there.
func TestARestoredCopyThatIsDamagedTakesNobodysPlace(t *testing.T) {
	from := grown(t)
	for _, what := range []string{"a page is lost", "an answer is nobody's"} {
		here := madeOnce(t)
		_, err := install(t.Context(), here, true, func(unfinished string) error {
			whole, err := os.ReadFile(from)
			if err = errors.Join(err, os.WriteFile(unfinished, whole, 0o600)); err == nil {
				wrongs(t)[what](unfinished)
			}
			return err
		})
		if !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v, want store.ErrDamaged", what, err)
		}
		if n := facts(t, here).Rows["attempts"]; n != 1 {
			t.Errorf("%s: %d answers, want the one of before", what, n)
		}
		wantOnly(t, here)
	}
}

// A copy of a large database that a kill broke off is as large, and would stay.
func TestWhatAKilledCopyLeftIsSwept(t *testing.T) {
	path := madeOnce(t)
	backup := filepath.Join(filepath.Dir(path), "copy.db")
	old := time.Now().Add(-2 * abandoned)
	stray := map[string]bool{ // whether it goes
		path + ".schema-3.20260101T000000.000Z.unfinished-1": true,
		backup + ".unfinished-2":                             true,
		backup + ".unfinished-2-journal":                     true,
		backup + ".unfinished-3":                             false, // somebody is at it
		backup + ".kept":                                     false,
		filepath.Dir(path) + "/other.db.unfinished-4":        false, // nothing of ours
	}
	for name := range stray {
		check(t, os.WriteFile(name, []byte("half"), 0o600))
		if !strings.HasSuffix(name, "-3") {
			check(t, os.Chtimes(name, old, old))
		}
	}
	_, err := BackupOf(t.Context(), path, backup)
	check(t, err)
	db, err := connect(fileToolDSN(path), 1)
	check(t, err)
	check(t, errors.Join(copyBefore(t.Context(), db, path, 3, time.Now()), db.Close()))
	for name, goes := range stray {
		if _, err := os.Stat(name); (err != nil) != goes {
			t.Errorf("%s is gone: %v, want %v", filepath.Base(name), err != nil, goes)
		}
	}
}
