package sqlstore

import (
	"context"
	"fmt"

	"fencepost/store"
)

const (
	addFactor = `INSERT INTO factors (id, person_id, kind, name, secret, created_ms, used_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`

	factorsOfPerson = `SELECT id, person_id, kind, name, secret, created_ms, used_ms
		FROM factors WHERE person_id = $1 ORDER BY seq`

	useFactor = `UPDATE factors SET secret = $1, used_ms = $2 WHERE id = $3 AND person_id = $4`

	useStep = `UPDATE factors SET last_step = $1, used_ms = $2
		WHERE id = $3 AND person_id = $4 AND kind = 'totp' AND last_step < $1`

	isTOTP = `SELECT 1 FROM factors WHERE id = $1 AND person_id = $2 AND kind = 'totp'`

	removeFactor = `DELETE FROM factors WHERE id = $1 AND person_id = $2`

	removeLooseCodes = `DELETE FROM recovery_codes WHERE person_id = $1
		AND NOT EXISTS (SELECT 1 FROM factors WHERE person_id = $1)`

	removeCodes = `DELETE FROM recovery_codes WHERE person_id = $1`

	addCode = `INSERT INTO recovery_codes (person_id, hash) VALUES ($1, $2)`

	useCode = `UPDATE recovery_codes SET used_ms = $1 WHERE person_id = $2 AND hash = $3 AND used_ms = 0`

	knownCode = `SELECT 1 FROM recovery_codes WHERE person_id = $1 AND hash = $2`

	codesLeft = `SELECT COUNT(*) FROM recovery_codes WHERE person_id = $1 AND used_ms = 0`
)

// AddFactor implements store.Factors.
func (s *Store) AddFactor(ctx context.Context, f store.Factor) (err error) {
	defer wrap(&err, "add factor %s", f.ID)
	if err := checkIDs(f.ID, f.PersonID, string(f.Kind)); err != nil {
		return err
	}
	if err := checkText(f.Name); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		_, err := tx.ExecContext(ctx, addFactor, f.ID, f.PersonID, string(f.Kind), f.Name, orEmpty(f.Secret), f.CreatedMS, f.UsedMS)
		return err
	})
}

// Factors implements store.Factors.
func (s *Store) Factors(ctx context.Context, person string) (list []store.Factor, err error) {
	defer wrap(&err, "factors of %q", person)
	return all(ctx, s.read, scanFactor, factorsOfPerson, person)
}

// UseFactor implements store.Factors.
func (s *Store) UseFactor(ctx context.Context, person, id string, secret []byte, atMS int64) (err error) {
	defer wrap(&err, "use factor %s", id)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		return change(ctx, tx, useFactor, orEmpty(secret), atMS, id, person)
	})
}

// UseStep implements store.Factors.
func (s *Store) UseStep(ctx context.Context, person, id string, step, atMS int64) (err error) {
	defer wrap(&err, "use a step of factor %s", id)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		used, err := tx.ExecContext(ctx, useStep, step, atMS, id, person)
		if err != nil || used == 1 {
			return err
		}
		return usedOrUnknown(tx.QueryRowContext(ctx, isTOTP, id, person))
	})
}

// usedOrUnknown is ErrUsed where there is a row, else ErrNotFound.
func usedOrUnknown(r Row) error {
	if _, err := one(r, scanInt); err != nil {
		return err
	}
	return store.ErrUsed
}

// RemoveFactor implements store.Factors.
func (s *Store) RemoveFactor(ctx context.Context, person, id string) (err error) {
	defer wrap(&err, "remove factor %s", id)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if err := change(ctx, tx, removeFactor, id, person); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, removeLooseCodes, person)
		return err
	})
}

// SetRecoveryCodes implements store.Factors.
func (s *Store) SetRecoveryCodes(ctx context.Context, person string, hashes [][]byte) (err error) {
	defer wrap(&err, "set recovery codes of %s", person)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := tx.ExecContext(ctx, removeCodes, person); err != nil {
			return err
		}
		for i, h := range hashes {
			if _, err := tx.ExecContext(ctx, addCode, person, orEmpty(h)); err != nil {
				return fmt.Errorf("code %d: %w", i+1, err)
			}
		}
		return nil
	})
}

// UseRecoveryCode implements store.Factors.
func (s *Store) UseRecoveryCode(ctx context.Context, person string, hash []byte, atMS int64) (err error) {
	defer wrap(&err, "use a recovery code of %s", person)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		used, err := tx.ExecContext(ctx, useCode, max(atMS, 1), person, orEmpty(hash))
		if err != nil || used == 1 {
			return err
		}
		return usedOrUnknown(tx.QueryRowContext(ctx, knownCode, person, orEmpty(hash)))
	})
}

// RecoveryCodesLeft implements store.Factors.
func (s *Store) RecoveryCodesLeft(ctx context.Context, person string) (n int, err error) {
	defer wrap(&err, "recovery codes left of %q", person)
	err = s.read.QueryRowContext(ctx, codesLeft, person).Scan(&n)
	return n, err
}

func scanFactor(r Row) (f store.Factor, err error) {
	err = r.Scan(&f.ID, &f.PersonID, &f.Kind, &f.Name, &f.Secret, &f.CreatedMS, &f.UsedMS)
	return f, err
}

func scanInt(r Row) (n int64, err error) {
	err = r.Scan(&n)
	return n, err
}
