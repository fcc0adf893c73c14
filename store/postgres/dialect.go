package postgres

import (
	"context"
	"strings"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// dialect is a sqlstore.Dialect: what PostgreSQL spells otherwise than SQLite.
// Words are searched in tsvectors, which are made here and not by the server: its
// parser takes numbers, addresses and compounds apart otherwise, and its folding
// depends on the locale.
type dialect struct{}

// Number implements sqlstore.Dialect.
func (dialect) Number(arg string) string { return `CAST(` + arg + ` AS BIGINT)` }

// Firsts implements sqlstore.Dialect.
func (dialect) Firsts(table, where, order, limit string) string {
	return `CROSS JOIN LATERAL (SELECT q.cohort_no, q.rank, q.at_ms, q.seq FROM ` + table + ` q WHERE ` + where + `
				ORDER BY ` + order + ` LIMIT ` + limit + `) x`
}

// Says implements sqlstore.Dialect.
func (dialect) Says(arg string) string {
	return `q.seq IN (SELECT seq FROM words WHERE found @@ CAST(CAST(` + arg + ` AS TEXT) AS TSQUERY))`
}

// Match implements sqlstore.Dialect. Words are quoted and hold letters and
// numbers only, so that nothing typed is an operator.
func (dialect) Match(typed string) string {
	words := sqlstore.Words(typed)
	for i, w := range words {
		words[i] = `'` + folded(w) + `':*`
	}
	return strings.Join(words, " & ")
}

const keepWords = `INSERT INTO words (seq, found)
	SELECT seq, CAST(CAST($1 AS TEXT) AS TSVECTOR) FROM explanations WHERE id = $2 ON CONFLICT DO NOTHING`

// KeepWords implements sqlstore.Dialect.
func (dialect) KeepWords(explanation, text string) []sqlstore.Step {
	var v vector
	v.add(text, "")
	return []sqlstore.Step{{Query: keepWords, Args: []any{v.String(), explanation}}}
}

const (
	addPassage = `INSERT INTO passages (lesson, anchor, title, head, text, version, found)
		VALUES ($1, $2, $3, $4, $5, $6, CAST(CAST($7 AS TEXT) AS TSVECTOR))`

	// A word in the lesson's title counts for six, in the part's for four of one
	// in the text, as with the other engine; the weights stand in the order D, C,
	// B, A and are at most 1.
	findPassages = `SELECT lesson, anchor, title, head, text FROM passages
		WHERE found @@ CAST(CAST($1 AS TEXT) AS TSQUERY) AND version = $3
		ORDER BY ts_rank('{0.1666667, 0.1666667, 0.6666667, 1}', found, CAST(CAST($1 AS TEXT) AS TSQUERY), 1) DESC, no LIMIT $2`
)

// AddPassage implements sqlstore.Dialect.
func (dialect) AddPassage(ctx context.Context, tx sqlstore.Tx, version string, p store.Passage) error {
	var v vector
	v.add(p.Title, "A")
	v.add(p.Head, "B")
	v.add(p.Text, "D")
	_, err := tx.ExecContext(ctx, addPassage, p.Lesson, p.Anchor, p.Title, p.Head, p.Text, version, v.String())
	return err
}

// Passages implements sqlstore.Dialect.
func (dialect) Passages(ctx context.Context, r sqlstore.Reader, version, match string, n int) (hits []store.Hit, err error) {
	rows, err := r.QueryContext(ctx, findPassages, match, n, version)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	begins := beginnings(match)
	for rows.Next() {
		var h store.Hit
		var head, text string
		if err := rows.Scan(&h.Lesson, &h.Anchor, &h.Title, &head, &text); err != nil {
			return nil, err
		}
		h.Head, h.Excerpt = marked(head, begins), excerpt(text, begins)
		hits = append(hits, h)
	}
	return hits, rows.Err()
}
