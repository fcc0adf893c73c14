package sqlite

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestIndexAndVacuum builds an index over more rows than SQLite sorts in its
// cache, and vacuums. The container's test runs it where no temporary file can
// be made, once as every connection is set and once with temporary files.
func TestIndexAndVacuum(t *testing.T) {
	dir := os.Getenv("SQLITE_TEST_DIR")
	if dir == "" {
		dir = t.TempDir()
	}
	dsn := fileDSN(filepath.Join(dir, "index.db"), defaults)
	dsn = strings.Replace(dsn, "temp_store%28MEMORY%29", "temp_store%28"+cmp.Or(os.Getenv("SQLITE_TEST_TEMP_STORE"), "MEMORY")+"%29", 1)
	db, err := connect(dsn, 1)
	check(t, err)
	defer db.Close()
	for _, q := range []string{
		`DROP TABLE IF EXISTS many`,
		`PRAGMA cache_size = 100`,
		`CREATE TABLE many (id INTEGER PRIMARY KEY, text TEXT NOT NULL)`,
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
			INSERT INTO many SELECT i, hex(randomblob(50)) FROM n`,
		`CREATE INDEX many_by_text ON many (text)`,
		`DELETE FROM many WHERE id % 3 = 0`,
		`VACUUM`,
	} {
		if _, err := db.ExecContext(t.Context(), q); err != nil {
			t.Fatalf("%.40s: %v", q, err)
		}
	}
	var n int
	check(t, db.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM (SELECT DISTINCT text FROM many ORDER BY text)`).Scan(&n))
	if n != 33334 {
		t.Errorf("%d rows remain, want 33,334", n)
	}
}
