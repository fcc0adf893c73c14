package sqlstore

import (
	"context"
	"fmt"

	"fencepost/store"
)

const (
	passagesVersion = `SELECT version FROM passages_version WHERE "only" = 1`

	setPassagesVersion = `UPDATE passages_version SET version = $1 WHERE "only" = 1`

	removePassages = `DELETE FROM passages`
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
			if err := s.dialect.AddPassage(ctx, tx, p); err != nil {
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
	match := s.dialect.Match(query)
	if match == "" {
		return nil, nil
	}
	return s.dialect.Passages(ctx, s.read, match, n)
}
