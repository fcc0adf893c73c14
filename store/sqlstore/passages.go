package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"fencepost/store"
)

// versionsKept is how many versions of the content stay indexed: the one of each
// release that may still be served, and of an author's last edits.
const versionsKept = 4

const (
	newestVersion = `SELECT version FROM passages_versions ORDER BY no DESC LIMIT 1`

	forgetVersion = `DELETE FROM passages_versions WHERE version = $1`

	addVersion = `INSERT INTO passages_versions (version) VALUES ($1)`

	keptVersions = `(SELECT version FROM passages_versions ORDER BY no DESC LIMIT $1)`

	dropPassages = `DELETE FROM passages WHERE version NOT IN ` + keptVersions

	dropVersions = `DELETE FROM passages_versions WHERE version NOT IN ` + keptVersions
)

// IndexContent implements store.Content.
func (s *Store) IndexContent(ctx context.Context, version string, passages []store.Passage) (err error) {
	defer wrap(&err, "index content %s", version)
	if err := checkIDs(version); err != nil {
		return err
	}
	newest, err := one(s.read.QueryRowContext(ctx, newestVersion), scanString)
	if err != nil && !errors.Is(err, store.ErrNotFound) || newest == version {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		indexed, err := insert(ctx, tx, forgetVersion, version)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, addVersion, version); err != nil {
			return err
		}
		if !indexed {
			if err := s.addPassages(ctx, tx, version, passages); err != nil {
				return err
			}
		}
		return runAll(ctx, tx, []string{dropPassages, dropVersions}, versionsKept)
	})
}

func (s *Store) addPassages(ctx context.Context, tx Tx, version string, passages []store.Passage) error {
	for _, p := range passages {
		if err := s.dialect.AddPassage(ctx, tx, version, p); err != nil {
			return fmt.Errorf("%s#%s: %w", p.Lesson, p.Anchor, err)
		}
	}
	return nil
}

// SearchContent implements store.Content.
func (s *Store) SearchContent(ctx context.Context, version, query string, n int) (hits []store.Hit, err error) {
	defer wrap(&err, "search content")
	match := s.dialect.Match(query)
	if match == "" {
		return nil, nil
	}
	return s.dialect.Passages(ctx, s.read, version, match, n)
}
