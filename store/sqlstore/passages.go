package sqlstore

import (
	"context"
	"fmt"
	"strings"

	"fencepost/store"
)

// How a query brackets what it found. The control characters cannot be in a
// lesson's words.
const (
	foundFrom = "\x02"
	foundTo   = "\x03"
)

const (
	passagesVersion = `SELECT version FROM passages_version WHERE only = 1`

	setPassagesVersion = `UPDATE passages_version SET version = $1 WHERE only = 1`

	removePassages = `DELETE FROM passages`

	addPassage = `INSERT INTO passages (lesson, anchor, title, head, text) VALUES ($1, $2, $3, $4, $5)`

	// A word in the lesson's title counts for six, in the part's for four of
	// one in the text (BM25 by column, https://sqlite.org/fts5.html). This is
	// the one query on content that another engine spells otherwise.
	findPassages = `SELECT lesson, anchor, title, highlight(passages, 3, char(2), char(3)),
			snippet(passages, 4, char(2), char(3), '…', 28)
		FROM passages WHERE passages MATCH $1 ORDER BY bm25(passages, 0, 0, 6, 4, 1), rowid LIMIT $2`
)

// IndexContent implements store.Content.
func (s *Store) IndexContent(ctx context.Context, version string, passages []store.Passage) (err error) {
	defer wrap(&err, "index content %s", version)
	if err := checkIDs(version); err != nil {
		return err
	}
	var was string
	if err := s.read.QueryRowContext(ctx, passagesVersion).Scan(&was); err != nil || was == version {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := tx.ExecContext(ctx, removePassages); err != nil {
			return err
		}
		for _, p := range passages {
			if _, err := tx.ExecContext(ctx, addPassage, p.Lesson, p.Anchor, p.Title, p.Head, p.Text); err != nil {
				return fmt.Errorf("%s#%s: %w", p.Lesson, p.Anchor, err)
			}
		}
		_, err := tx.ExecContext(ctx, setPassagesVersion, version)
		return err
	})
}

// SearchContent implements store.Content.
func (s *Store) SearchContent(ctx context.Context, query string, n int) (hits []store.Hit, err error) {
	defer wrap(&err, "search content")
	match := prefixes(query)
	if match == "" {
		return nil, nil
	}
	return all(ctx, s.read, scanHit, findPassages, match, n)
}

func scanHit(r row) (h store.Hit, err error) {
	var head, excerpt string
	err = r.Scan(&h.Lesson, &h.Anchor, &h.Title, &head, &excerpt)
	h.Head, h.Excerpt = bracketed(head), bracketed(excerpt)
	return h, err
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
