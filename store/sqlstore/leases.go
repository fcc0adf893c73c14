package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"fencepost/store"
)

const (
	leaseOf = `SELECT e.id, COALESCE(l.person_id, ''), COALESCE(p.name, ''), COALESCE(l.token, 0), COALESCE(l.until_ms, 0)
		FROM explanations e LEFT JOIN leases l ON l.explanation_seq = e.seq LEFT JOIN persons p ON p.id = l.person_id
		WHERE e.seq = $1`

	grantFirst = `INSERT INTO leases (explanation_seq, person_id, token, until_ms) VALUES ($1, $2, 1, $3)
		ON CONFLICT DO NOTHING`

	// The token read is named again, so that of two who read the same one only
	// the first is granted the next.
	grantNext = `UPDATE leases SET person_id = $1, token = token + 1, until_ms = $2
		WHERE explanation_seq = $3 AND token = $4`

	putOffLease = `UPDATE leases SET until_ms = $1 WHERE explanation_seq = $2 AND person_id = $3 AND token = $4`
)

func readLease(ctx context.Context, r Reader, seq int64) (store.Lease, error) {
	return one(r.QueryRowContext(ctx, leaseOf, seq), scanLease)
}

func scanLease(r Row) (l store.Lease, err error) {
	err = r.Scan(&l.ExplanationID, &l.PersonID, &l.Name, &l.Token, &l.UntilMS)
	return l, err
}

// Acquire implements store.Leases.
func (s *Store) Acquire(ctx context.Context, sc store.Scope, explanation string, atMS, ttlMS int64) (l store.Lease, err error) {
	defer wrap(&err, "acquire %q", explanation)
	err = s.write(within(ctx, "lease "+explanation), func(ctx context.Context, tx Tx) error {
		seq, err := position(ctx, tx, sc, explanation)
		if err != nil {
			return err
		}
		if l, err = readLease(ctx, tx, seq); err != nil {
			return err
		}
		if l.Token > 0 && l.PersonID != sc.PersonID() && running(l, atMS, ttlMS) {
			return store.ErrHeld
		}
		l, err = grant(ctx, tx, seq, l, sc.PersonID(), atMS+ttlMS)
		return err
	})
	return l, err
}

// running says whether a lease has not run out. One that would last longer
// than a fresh one was granted by a clock that has jumped back since; it counts
// as run out, which is safe because the token is what protects.
func running(l store.Lease, atMS, ttlMS int64) bool {
	return l.UntilMS > atMS && l.UntilMS <= atMS+ttlMS
}

func grant(ctx context.Context, tx Tx, seq int64, old store.Lease, person string, untilMS int64) (store.Lease, error) {
	granted, err := false, error(nil)
	if old.Token == 0 {
		granted, err = insert(ctx, tx, grantFirst, seq, person, untilMS)
	} else {
		granted, err = insert(ctx, tx, grantNext, person, untilMS, seq, old.Token)
	}
	if err != nil {
		return old, err
	}
	l, err := readLease(ctx, tx, seq)
	if err == nil && !granted {
		err = store.ErrHeld
	}
	return l, err
}

// Renew implements store.Leases.
func (s *Store) Renew(ctx context.Context, sc store.Scope, explanation string, token, atMS, ttlMS int64) (l store.Lease, err error) {
	defer wrap(&err, "renew %q", explanation)
	err = s.write(within(ctx, "lease "+explanation), func(ctx context.Context, tx Tx) error {
		seq, err := position(ctx, tx, sc, explanation)
		if err != nil {
			return err
		}
		renewed, err := insert(ctx, tx, putOffLease, atMS+ttlMS, seq, sc.PersonID(), token)
		if err != nil {
			return err
		}
		l, err = readLease(ctx, tx, seq)
		if err == nil && !renewed {
			err = store.ErrStale
		}
		return err
	})
	return l, err
}

// Release implements store.Leases.
func (s *Store) Release(ctx context.Context, sc store.Scope, explanation string, token, atMS int64) (err error) {
	defer wrap(&err, "release %q", explanation)
	return s.write(within(ctx, "lease "+explanation), func(ctx context.Context, tx Tx) error {
		seq, err := one(tx.QueryRowContext(ctx, seqOfExplanation, explanation), scanInt)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, putOffLease, atMS, seq, sc.PersonID(), token)
		return err
	})
}

// fence is nil where the scope's person has the newest token of the
// explanation, and ErrStale else.
func fence(l store.Lease, sc store.Scope, token int64) error {
	if l.Token == 0 || l.Token != token || l.PersonID != sc.PersonID() {
		return fmt.Errorf("%w: token %d, the newest is %d", store.ErrStale, token, l.Token)
	}
	return nil
}
