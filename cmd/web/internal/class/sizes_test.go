//go:build linux

package class

import (
	"strconv"
	"time"
)

// costs says what processor time a request took, at the highest load that was
// held.
func (r *report) costs(parts []part, s stair) {
	if s.outcome.Tally == nil {
		return
	}
	r.addf("\nProcessor time of a request, on average over all kinds at that height:")
	for i, p := range parts {
		each := s.used[i] / time.Duration(max(1, s.outcome.Requests()))
		r.addf(" %s %s;", p.name, Millis(each))
	}
	r.addf("\n")
}

// logged is how many bytes the database has written to its log.
func (s *school) logged() int64 {
	s.t.Helper()
	rows, err := s.pg.Rows(s.t.Context(), s.url, `SELECT CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS BIGINT)`)
	check(s.t, err)
	n, err := strconv.ParseInt(rows[0][0], 10, 64)
	check(s.t, err)
	return n
}

// sizesOfTables are those that learners' work fills: rows, and bytes a row of the
// table with what is stored beside it, and of its indexes.
const sizesOfTables = `SELECT c.relname, c.reltuples::BIGINT, (pg_table_size(c.oid) / c.reltuples)::BIGINT, (pg_indexes_size(c.oid) / c.reltuples)::BIGINT
	FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.reltuples >= 200 ORDER BY c.reltuples DESC`

// sizes measures what a row takes in a database that a class has filled. It is
// packed anew before, for a class updates its drafts in minutes instead of weeks.
func (r *report) sizes(s *school, logged int64, writes int) {
	r.t.Helper()
	check(r.t, s.pg.Exec(r.t.Context(), "VACUUM FULL ANALYZE"))
	rows, err := s.pg.Rows(r.t.Context(), s.url, sizesOfTables)
	check(r.t, err)
	r.addf("\n## What a row takes on PostgreSQL\n\nOf the database that the classes above filled, after VACUUM FULL. A write put %d bytes into the database’s log on average, crashes included.\n\n"+
		"| table | rows | bytes a row | of its indexes |\n|---|--:|--:|--:|\n", logged/int64(max(1, writes)))
	for _, row := range rows {
		r.addf("| %s | %s | %s | %s |\n", row[0], row[1], row[2], row[3])
	}
}
