package sqlstore

import (
	"context"
	"fmt"

	"fencepost/store"
)

const (
	addSiteKey = `INSERT INTO site_keys (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`

	siteKey = `SELECT value FROM site_keys WHERE name = $1`
)

// SiteKey implements store.Replicas.
func (s *Store) SiteKey(ctx context.Context, name string, fresh []byte) (key []byte, err error) {
	defer wrap(&err, "site key %q", name)
	if err := checkIDs(name); err != nil {
		return nil, err
	}
	if len(fresh) == 0 {
		return nil, fmt.Errorf("%w: an empty key", store.ErrInvalid)
	}
	scan := func(r Row) (b []byte, err error) {
		err = r.Scan(&b)
		return b, err
	}
	known, err := all(ctx, s.read, scan, siteKey, name)
	if err != nil || len(known) == 1 {
		return append(known, nil)[0], err
	}
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := tx.ExecContext(ctx, addSiteKey, name, fresh); err != nil {
			return err
		}
		key, err = one(tx.QueryRowContext(ctx, siteKey, name), scan)
		return err
	})
	return key, err
}
