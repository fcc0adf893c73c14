package postgres

import (
	"database/sql"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/store/sqlite"
)

// apart are the lines of a schema that only one engine has, and why.
var apart = regexp.MustCompile(`^(` + strings.Join([]string{
	`table (words|passages)( |\.)`,        // found by FTS5 there and by tsvector here
	`(index|reference) (words|passages) `, //
	`trigger explanations_(no_)?words `,   //
	`trigger audit_remains `,              // here one trigger keeps from changing and from cutting
	`index comments unique \(lesson, `,    // here by a hash of the text: an index holds little of a row
}, "|") + `)`)

// TestBothEnginesHaveTheSameSchema compares what the migrations made: tables,
// columns with kind and nullability, keys, references, indexes with their
// conditions, views and triggers.
func TestBothEnginesHaveTheSameSchema(t *testing.T) {
	here := hereIs(t)
	there := thereIs(t)
	if len(here) < 300 {
		t.Fatalf("only %d lines:\n%s", len(here), strings.Join(here, "\n"))
	}
	if d := cmp.Diff(there, here); d != "" {
		t.Errorf("- SQLite, + PostgreSQL:\n%s", d)
	}
}

const hereSQL = `
SELECT 'table ' || c.table_name || '.' || c.column_name || ' ' || CASE c.data_type WHEN 'bigint' THEN 'int' WHEN 'double precision' THEN 'real'
	WHEN 'bytea' THEN 'blob' ELSE c.data_type END || CASE c.is_nullable WHEN 'YES' THEN ' null' ELSE '' END
FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
UNION ALL SELECT 'view ' || table_name FROM information_schema.views WHERE table_schema = 'public'
UNION ALL SELECT DISTINCT 'trigger ' || trigger_name || ' on ' || event_object_table FROM information_schema.triggers WHERE trigger_schema = 'public'
UNION ALL SELECT 'reference ' || conrelid::regclass || ' (' || cols(conrelid, conkey) || ') ' || confrelid::regclass || ' (' || cols(confrelid, confkey) || ')'
FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace
UNION ALL SELECT 'index ' || i.indrelid::regclass || CASE WHEN i.indisunique THEN ' unique' ELSE '' END || ' (' || COALESCE(cols(i.indrelid, string_to_array(i.indkey::text, ' ')::smallint[]), '') || ')'
	|| CASE WHEN i.indpred IS NULL THEN '' ELSE ' where ' || pg_get_expr(i.indpred, i.indrelid) END
FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r'`

// hereIs lists PostgreSQL's schema.
func hereIs(t *testing.T) []string {
	url := fresh(t)
	db, err := unbounded(url, false)
	check(t, err)
	defer db.Close()
	_, err = db.ExecContext(t.Context(), `CREATE FUNCTION pg_temp.cols(oid, smallint[]) RETURNS text LANGUAGE sql AS
		$$ SELECT string_agg(attname, ', ' ORDER BY k.n) FROM unnest($2) WITH ORDINALITY k (att, n) JOIN pg_attribute a ON a.attrelid = $1 AND a.attnum = k.att $$`)
	check(t, err)
	lines, err := list(t.Context(), db, func(r *sql.Rows) (s string, err error) {
		err = r.Scan(&s)
		return s, err
	}, strings.ReplaceAll(hereSQL, "cols(", "pg_temp.cols("))
	check(t, err)
	return normal(lines)
}

const thereSQL = `
WITH tables AS (SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND sql NOT LIKE 'CREATE VIRTUAL%'
	AND name NOT LIKE 'words%' AND name NOT LIKE 'passages\_%' ESCAPE '\' OR name = 'passages_versions')
SELECT 'table ' || t.name || '.' || c.name || ' ' || CASE c.type WHEN 'INTEGER' THEN 'int' ELSE LOWER(c.type) END || CASE WHEN c."notnull" OR c.pk > 0 THEN '' ELSE ' null' END
FROM tables t, pragma_table_info(t.name) c
UNION ALL SELECT 'view ' || name FROM sqlite_schema WHERE type = 'view'
UNION ALL SELECT 'trigger ' || name || ' on ' || tbl_name FROM sqlite_schema WHERE type = 'trigger'
UNION ALL SELECT 'reference ' || t.name || ' (' || GROUP_CONCAT(f."from", ', ' ORDER BY f.seq) || ') ' || f."table" || ' (' || GROUP_CONCAT(f."to", ', ' ORDER BY f.seq) || ')'
FROM tables t, pragma_foreign_key_list(t.name) f GROUP BY t.name, f.id
UNION ALL SELECT 'index ' || t.name || CASE WHEN l."unique" THEN ' unique' ELSE '' END || ' (' || (SELECT GROUP_CONCAT(i.name, ', ' ORDER BY i.seqno) FROM pragma_index_info(l.name) i) || ')'
	|| COALESCE((SELECT SUBSTR(sql, INSTR(sql, ' WHERE ')) FROM sqlite_schema x WHERE x.name = l.name AND l.partial), '')
FROM tables t, pragma_index_list(t.name) l
UNION ALL SELECT 'index ' || t.name || ' unique (' || c.name || ')' FROM tables t, pragma_table_info(t.name) c
WHERE c.pk = 1 AND (SELECT COUNT(*) FROM pragma_table_info(t.name) o WHERE o.pk > 0) = 1`

// thereIs lists SQLite's schema.
func thereIs(t *testing.T) []string {
	path := filepath.Join(t.TempDir(), "fencepost.db")
	file, err := sqlite.Open(t.Context(), path)
	check(t, err)
	check(t, file.Close())
	db, err := sql.Open("sqlite", "file:"+path)
	check(t, err)
	defer db.Close()
	lines, err := list(t.Context(), db, func(r *sql.Rows) (s string, err error) {
		err = r.Scan(&s)
		return s, err
	}, thereSQL)
	check(t, err)
	return normal(lines)
}

var casts = regexp.MustCompile(`::\w+|[()']`)

// normal drops what only one engine can have and how each writes conditions.
func normal(lines []string) (out []string) {
	for _, l := range lines {
		if strings.Contains(l, "goose_db_version") || apart.MatchString(l) {
			continue
		}
		l = strings.Replace(l, " WHERE ", " where ", 1)
		if before, condition, ok := strings.Cut(l, " where "); ok {
			l = before + " where " + strings.TrimSpace(casts.ReplaceAllString(condition, ""))
		}
		out = append(out, l)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
