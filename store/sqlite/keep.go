package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// How many copies from before migrations stay: of the newest schemas, and of
// each. A start that fails again and again may not push out the copy of the
// schema that the release before can still open.
const (
	schemasKept = 3
	copiesKept  = 2
)

// timeInName is how a copy's name tells its time, which is UTC. It sorts.
const timeInName = "20060102T150405.000Z"

// copyBefore keeps the database as it was at a schema version, beside itself:
// fencepost.db.schema-3.20261130T101500.000Z for fencepost.db. Older copies that
// are no longer needed are removed.
func copyBefore(ctx context.Context, db *sql.DB, path string, version int64, now time.Time) error {
	sweep(filepath.Dir(path), filepath.Base(path)+".schema-", time.Now().Add(-abandoned))
	name := fmt.Sprintf("%s.schema-%d.%s", path, version, now.UTC().Format(timeInName))
	err := place(name, func(unfinished string) error { return vacuumInto(ctx, db, unfinished) })
	if err != nil {
		return err
	}
	for _, old := range surplus(copiesOf(path)) {
		// Another process that starts now may have removed it.
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove an old copy: %w", err)
		}
	}
	return nil
}

// copiesOf are the copies beside the database at path.
func copiesOf(path string) []string {
	names, _ := filepath.Glob(escapeGlob(path) + ".schema-*") // the pattern is well formed
	return slices.DeleteFunc(names, isUnfinished)
}

// escapeGlob takes the meaning from the characters that filepath.Glob knows.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// surplus are the copies that need not stay: all but the newest of the newest
// schemas.
func surplus(copies []string) (old []string) {
	slices.SortFunc(copies, func(a, b string) int {
		return cmp.Or(cmp.Compare(schemaInName(b), schemaInName(a)), strings.Compare(b, a))
	})
	schemas, of, last := 0, 0, int64(-1)
	for _, c := range copies {
		if v := schemaInName(c); v != last {
			schemas, of, last = schemas+1, 0, v
		}
		if of++; schemas > schemasKept || of > copiesKept {
			old = append(old, c)
		}
	}
	return old
}

// schemaInName reads the version out of a copy's name, 0 where there is none.
func schemaInName(name string) int64 {
	_, rest, _ := strings.Cut(filepath.Base(name), ".schema-")
	digits, _, _ := strings.Cut(rest, ".")
	v, _ := strconv.ParseInt(digits, 10, 64)
	return v
}
