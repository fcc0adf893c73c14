package sqlstore

import (
	"context"
	"crypto/sha256"
	"strings"
)

const (
	// A count that seems to begin later than now was begun under a clock that
	// has jumped: it begins anew too.
	countTry = `INSERT INTO tries (key_hash, n, begun_ms) VALUES ($1, 1, $2)
		ON CONFLICT (key_hash) DO UPDATE SET
			n = CASE WHEN tries.begun_ms > $2 - $3 AND tries.begun_ms < $2 + $3 THEN tries.n + 1 ELSE 1 END,
			begun_ms = CASE WHEN tries.begun_ms > $2 - $3 AND tries.begun_ms < $2 + $3 THEN tries.begun_ms ELSE $2 END
		RETURNING n`

	forgetTries = `DELETE FROM tries WHERE key_hash = $1`

	purgeTries = `DELETE FROM tries WHERE key_hash IN (SELECT key_hash FROM tries WHERE begun_ms < $1 LIMIT $2)`
)

// CountTry implements store.Tries.
func (s *Store) CountTry(ctx context.Context, atMS, windowMS int64, keys ...string) (counts []int, err error) {
	defer wrap(&err, "count a try")
	err = s.write(within(ctx, "try"+strings.Join(keys, " ")), func(ctx context.Context, tx Tx) error {
		counts = make([]int, len(keys))
		for i, key := range keys {
			if err := tx.QueryRowContext(ctx, countTry, hashed(key), atMS, windowMS).Scan(&counts[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return counts, err
}

// hashed keeps addresses and names out of the table of tries.
func hashed(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}

// ForgetTries implements store.Tries.
func (s *Store) ForgetTries(ctx context.Context, keys ...string) (err error) {
	defer wrap(&err, "forget tries")
	return s.write(within(ctx, "try"+strings.Join(keys, " ")), func(ctx context.Context, tx Tx) error {
		for _, key := range keys {
			if _, err := tx.ExecContext(ctx, forgetTries, hashed(key)); err != nil {
				return err
			}
		}
		return nil
	})
}

// PurgeTries implements store.Tries.
func (s *Store) PurgeTries(ctx context.Context, beforeMS int64, n int) (purged int, err error) {
	defer wrap(&err, "purge tries")
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		gone, err := tx.ExecContext(ctx, purgeTries, beforeMS, n)
		purged = int(gone)
		return err
	})
	return purged, err
}
