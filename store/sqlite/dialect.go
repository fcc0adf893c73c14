package sqlite

import (
	"context"
	"strings"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// dialect is a sqlstore.Dialect: what SQLite spells otherwise than PostgreSQL.
// Words are searched by FTS5 (https://sqlite.org/fts5.html).
type dialect struct{}

// Number implements sqlstore.Dialect. A cast would keep SQLite from seeking by
// more than one column.
func (dialect) Number(arg string) string { return arg }

// Firsts implements sqlstore.Dialect. SQLite has no LATERAL: the rows are picked
// by an inner query and read by the key of places.
func (dialect) Firsts(table, where, order, limit string) string {
	return `CROSS JOIN places x
			WHERE x.cohort_no = k.cohort_no AND x.seq IN (
				SELECT q.seq FROM ` + table + ` q WHERE ` + where + `
				ORDER BY ` + order + ` LIMIT ` + limit + `)`
}

// Says implements sqlstore.Dialect. The plus keeps the planner from walking the
// matches instead of the desk, which it would have to sort.
func (dialect) Says(arg string) string {
	return `+q.seq IN (SELECT rowid FROM words WHERE words MATCH ` + arg + `)`
}

// Match implements sqlstore.Dialect. Words are quoted, so that nothing typed is
// an operator.
func (dialect) Match(typed string) string {
	words := sqlstore.Words(typed)
	for i, w := range words {
		words[i] = `"` + w + `"*`
	}
	return strings.Join(words, " ")
}

// KeepWords implements sqlstore.Dialect: a trigger does it.
func (dialect) KeepWords(string, string) []sqlstore.Step { return nil }

// How a query brackets what it found. The control characters cannot be in a
// lesson's words.
const (
	foundFrom = "\x02"
	foundTo   = "\x03"
)

const (
	addPassage = `INSERT INTO passages (lesson, anchor, title, head, text, version) VALUES ($1, $2, $3, $4, $5, $6)`

	// A word in the lesson's title counts for six, in the part's for four of
	// one in the text (BM25 by column).
	findPassages = `SELECT lesson, anchor, title, highlight(passages, 3, char(2), char(3)),
			snippet(passages, 4, char(2), char(3), '…', 28)
		FROM passages WHERE passages MATCH $1 AND version = $3 ORDER BY bm25(passages, 0, 0, 6, 4, 1), rowid LIMIT $2`
)

// AddPassage implements sqlstore.Dialect.
func (dialect) AddPassage(ctx context.Context, tx sqlstore.Tx, version string, p store.Passage) error {
	_, err := tx.ExecContext(ctx, addPassage, p.Lesson, p.Anchor, p.Title, p.Head, p.Text, version)
	return err
}

// Passages implements sqlstore.Dialect.
func (dialect) Passages(ctx context.Context, r sqlstore.Reader, version, match string, n int) (hits []store.Hit, err error) {
	rows, err := r.QueryContext(ctx, findPassages, match, n, version)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var h store.Hit
		var head, excerpt string
		if err := rows.Scan(&h.Lesson, &h.Anchor, &h.Title, &head, &excerpt); err != nil {
			return nil, err
		}
		h.Head, h.Excerpt = bracketed(head), bracketed(excerpt)
		hits = append(hits, h)
	}
	return hits, rows.Err()
}

// bracketed cuts a text at the brackets around what was found.
func bracketed(s string) []store.Run {
	var out []store.Run
	add := func(text string, found bool) {
		if text != "" {
			out = append(out, store.Run{Text: text, Found: found})
		}
	}
	for s != "" {
		before, rest, _ := strings.Cut(s, foundFrom)
		found, after, _ := strings.Cut(rest, foundTo)
		add(before, false)
		add(found, true)
		s = after
	}
	return out
}
