package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"fencepost/store"
)

const (
	sessionColumns = `s.id, s.token_hash, s.person_id, s.created_ms, s.seen_ms, s.factor_ms, s.user_agent, s.address`

	addSession = `INSERT INTO sessions (id, token_hash, person_id, created_ms, seen_ms, factor_ms, user_agent, address)
		SELECT $1, $2, id, $3, $4, $5, $6, $7 FROM persons WHERE id = $8 AND suspended_ms = 0 AND deleted_ms = 0`

	aroundColumns = `(SELECT COUNT(*) FROM members m WHERE m.person_id = p.id AND m.state <> 'removed') AS cohorts,
		EXISTS (SELECT 1 FROM members m WHERE m.person_id = p.id AND m.state = 'active' AND m.role <> 'student') AS teaches,
		(SELECT COUNT(*) FROM desk d ` + unseenReviews + ` AND d.owner_id = p.learner_id) AS news`

	// What the token and the conditions say already is not read: this statement is
	// part of every request, and each column costs. Those that are worked out
	// have a name, since a driver takes their SQL for one, at its length.
	sessionByToken = `SELECT s.id, s.created_ms, s.seen_ms, s.factor_ms,
			p.id, COALESCE(p.learner_id, '') AS learner, p.email, p.name, p.role, p.password_hash, p.created_ms, ` + aroundColumns + `
		FROM sessions s JOIN persons p ON p.id = s.person_id
		WHERE s.token_hash = $1 AND p.suspended_ms = 0 AND p.deleted_ms = 0`

	touchSession = `UPDATE sessions SET seen_ms = $1 WHERE token_hash = $2`

	rotateSession = `UPDATE sessions SET token_hash = $1, seen_ms = $2,
			factor_ms = CASE WHEN $3 = 0 THEN factor_ms ELSE $3 END
		WHERE token_hash = $4`

	sessionsOfPerson = `SELECT ` + sessionColumns + ` FROM sessions s WHERE s.person_id = $1 ORDER BY s.created_ms DESC, s.id DESC`

	revokeSession = `DELETE FROM sessions WHERE id = $1 AND person_id = $2`

	purgeSessions = `DELETE FROM sessions WHERE id IN (
		SELECT id FROM sessions WHERE created_ms < $1 OR seen_ms < $2 LIMIT $3)`
)

// AddSession implements store.Sessions. A suspended person is not found.
func (s *Store) AddSession(ctx context.Context, n store.Session) (err error) {
	defer wrap(&err, "add session of %s", n.PersonID)
	if err := checkIDs(n.ID, n.PersonID); err != nil {
		return err
	}
	if err := checkText(n.UserAgent, n.Address); err != nil {
		return err
	}
	if len(n.TokenHash) == 0 {
		return fmt.Errorf("%w: the token's hash is missing", store.ErrInvalid)
	}
	return s.write(within(ctx, n.PersonID), func(ctx context.Context, tx Tx) error {
		return change(ctx, tx, addSession, n.ID, n.TokenHash, n.CreatedMS, n.SeenMS, n.FactorMS, n.UserAgent, n.Address, n.PersonID)
	})
}

// SessionByToken implements store.Sessions.
func (s *Store) SessionByToken(ctx context.Context, hash []byte) (n store.Session, p store.Person, a store.Around, err error) {
	defer wrap(&err, "session by token")
	err = s.read.QueryRowContext(ctx, sessionByToken, orEmpty(hash)).Scan(
		&n.ID, &n.CreatedMS, &n.SeenMS, &n.FactorMS,
		&p.ID, &p.LearnerID, &p.Email, &p.Name, (*string)(&p.Role), &p.PasswordHash, &p.CreatedMS,
		&a.Cohorts, &a.Teaches, &a.News)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNotFound
	}
	n.TokenHash, n.PersonID = hash, p.ID
	return n, p, a, err
}

// TouchSession implements store.Sessions.
func (s *Store) TouchSession(ctx context.Context, hash []byte, atMS int64) (err error) {
	defer wrap(&err, "touch session")
	return s.write(within(ctx, "session "+string(hash)), func(ctx context.Context, tx Tx) error {
		_, err := tx.ExecContext(ctx, touchSession, atMS, orEmpty(hash))
		return err
	})
}

// RotateSession implements store.Sessions.
func (s *Store) RotateSession(ctx context.Context, oldHash, newHash []byte, factorMS, atMS int64) (err error) {
	defer wrap(&err, "rotate session")
	if len(newHash) == 0 {
		return fmt.Errorf("%w: the token's hash is missing", store.ErrInvalid)
	}
	return s.write(within(ctx, "session "+string(oldHash)), func(ctx context.Context, tx Tx) error {
		return change(ctx, tx, rotateSession, newHash, atMS, factorMS, orEmpty(oldHash))
	})
}

// Sessions implements store.Sessions.
func (s *Store) Sessions(ctx context.Context, person string) (list []store.Session, err error) {
	defer wrap(&err, "sessions of %q", person)
	return all(ctx, s.read, scanSession, sessionsOfPerson, person)
}

// RevokeSession implements store.Sessions.
func (s *Store) RevokeSession(ctx context.Context, person, id string) (err error) {
	defer wrap(&err, "revoke session %s", id)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		return change(ctx, tx, revokeSession, id, person)
	})
}

// RevokeSessions implements store.Sessions.
func (s *Store) RevokeSessions(ctx context.Context, person string, keep []byte) (err error) {
	defer wrap(&err, "revoke sessions of %s", person)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		_, err := tx.ExecContext(ctx, revokeSessions, person, orEmpty(keep))
		return err
	})
}

// PurgeSessions implements store.Sessions.
func (s *Store) PurgeSessions(ctx context.Context, madeBeforeMS, seenBeforeMS int64, n int) (purged int, err error) {
	defer wrap(&err, "purge sessions")
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		gone, err := tx.ExecContext(ctx, purgeSessions, madeBeforeMS, seenBeforeMS, n)
		purged = int(gone)
		return err
	})
	return purged, err
}

func scanSession(r Row) (n store.Session, err error) {
	err = r.Scan(sessionFields(&n)...)
	return n, err
}

// sessionFields are where sessionColumns go.
func sessionFields(n *store.Session) []any {
	return []any{&n.ID, &n.TokenHash, &n.PersonID, &n.CreatedMS, &n.SeenMS, &n.FactorMS, &n.UserAgent, &n.Address}
}
