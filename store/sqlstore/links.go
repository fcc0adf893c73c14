package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"fencepost/store"
)

const (
	linkColumns = `l.hash, l.purpose, COALESCE(l.person_id, ''), COALESCE(c.id, ''), COALESCE(l.made_by, ''), l.created_ms, l.expires_ms, l.used_ms`

	addLink = `INSERT INTO links (hash, purpose, person_id, cohort_no, made_by, created_ms, expires_ms, used_ms)
		VALUES ($1, $2, NULLIF($3, ''), (SELECT no FROM cohorts WHERE id = $4), NULLIF($5, ''), $6, $7, 0)`

	// The newest link of a purpose for a person is the one that works. Of those
	// that make accounts only the first instructor's is one of a kind.
	supersedeLinks = `UPDATE links SET used_ms = $1 WHERE used_ms = 0 AND purpose = $2
		AND (person_id = $3 OR person_id IS NULL AND $3 = '' AND $2 = 'first-instructor')`

	linkByHash = `SELECT ` + linkColumns + ` FROM links l LEFT JOIN cohorts c ON c.no = l.cohort_no
		WHERE l.hash = $1 AND l.purpose = $2 AND l.used_ms = 0 AND l.expires_ms > $3`

	useLink = `UPDATE links SET used_ms = $1 WHERE hash = $2 AND used_ms = 0`
)

// AddLink implements store.Links.
func (s *Store) AddLink(ctx context.Context, l store.Link) (err error) {
	defer wrap(&err, "add a link to %s", l.Purpose)
	if err := checkIDs(string(l.Purpose)); err != nil {
		return err
	}
	if len(l.Hash) == 0 {
		return fmt.Errorf("%w: the link's hash is missing", store.ErrInvalid)
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if err := mayInvite(ctx, tx, l); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, supersedeLinks, max(l.CreatedMS, 1), string(l.Purpose), l.PersonID); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, addLink, l.Hash, string(l.Purpose), l.PersonID, l.CohortID, l.MadeBy, l.CreatedMS, l.ExpiresMS)
		return err
	})
}

// mayInvite is nil where whoever made the link may let people into its cohort.
func mayInvite(ctx context.Context, tx Tx, l store.Link) (err error) {
	switch {
	case l.CohortID == "":
	case l.MadeBy == "":
		_, err = cohortNo(ctx, tx, l.CohortID)
	default:
		_, err = inSight(ctx, tx, store.ScopeOf(store.Person{ID: l.MadeBy}), l.CohortID, leads)
	}
	return err
}

// Link implements store.Links.
func (s *Store) Link(ctx context.Context, hash []byte, purpose store.Purpose, atMS int64) (l store.Link, err error) {
	defer wrap(&err, "link to %s", purpose)
	return readLink(ctx, s.read, hash, purpose, atMS)
}

// readLink finds a link that works, or ErrUsed.
func readLink(ctx context.Context, r Reader, hash []byte, purpose store.Purpose, atMS int64) (store.Link, error) {
	l, err := one(r.QueryRowContext(ctx, linkByHash, orEmpty(hash), string(purpose), atMS), scanLink)
	if errors.Is(err, store.ErrNotFound) {
		err = store.ErrUsed
	}
	return l, err
}

// spendLink uses a link that works.
func spendLink(ctx context.Context, tx Tx, hash []byte, purpose store.Purpose, atMS int64) (store.Link, error) {
	l, err := readLink(ctx, tx, hash, purpose, atMS)
	if err != nil {
		return l, err
	}
	l.UsedMS = max(atMS, 1)
	spent, err := tx.ExecContext(ctx, useLink, l.UsedMS, hash)
	if err == nil && spent == 0 {
		err = store.ErrUsed
	}
	return l, err
}

// JoinByLink implements store.Links.
func (s *Store) JoinByLink(ctx context.Context, hash []byte, purpose store.Purpose, p store.Person, atMS int64) (l store.Link, err error) {
	defer wrap(&err, "join by link")
	if err := checkPerson(p); err != nil {
		return l, err
	}
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		l, err = spendLink(ctx, tx, hash, purpose, atMS)
		if err != nil {
			return err
		}
		if l.PersonID != "" {
			return fmt.Errorf("%w: the link is for an account that is there", store.ErrInvalid)
		}
		if err := putPerson(ctx, tx, p); err != nil || l.CohortID == "" {
			return err
		}
		no, err := cohortNo(ctx, tx, l.CohortID)
		if err != nil {
			return err
		}
		return putMember(ctx, tx, no, store.Member{PersonID: p.ID, Role: store.MemberStudent, State: store.MemberActive, SinceMS: atMS})
	})
	return l, err
}

// ResetByLink implements store.Links.
func (s *Store) ResetByLink(ctx context.Context, hash []byte, purpose store.Purpose, phc string, atMS int64) (p store.Person, err error) {
	defer wrap(&err, "reset by link")
	if err := checkIDs(phc); err != nil {
		return p, err
	}
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		l, err := spendLink(ctx, tx, hash, purpose, atMS)
		if err != nil {
			return err
		}
		if err := change(ctx, tx, setPassword, phc, l.PersonID); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, revokeSessions, l.PersonID, []byte{}); err != nil {
			return err
		}
		p, err = one(tx.QueryRowContext(ctx, personByID, l.PersonID), scanPerson)
		return err
	})
	return p, err
}

func scanLink(r Row) (l store.Link, err error) {
	err = r.Scan(&l.Hash, &l.Purpose, &l.PersonID, &l.CohortID, &l.MadeBy, &l.CreatedMS, &l.ExpiresMS, &l.UsedMS)
	return l, err
}
