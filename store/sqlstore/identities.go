package sqlstore

import (
	"context"
	"fmt"

	"fencepost/store"
)

const (
	addIdentity = `INSERT INTO identities (issuer, subject, person_id, at_ms)
		VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`

	personByIdentity = `SELECT ` + personColumns + ` FROM identities i JOIN persons p ON p.id = i.person_id
		WHERE i.issuer = $1 AND i.subject = $2`

	identitiesOfPerson = `SELECT issuer, subject, person_id, at_ms FROM identities WHERE person_id = $1 ORDER BY at_ms`

	removeIdentity = `DELETE FROM identities WHERE issuer = $1 AND subject = $2 AND person_id = $3`
)

// AddIdentity implements store.Identities.
func (s *Store) AddIdentity(ctx context.Context, i store.Identity) (err error) {
	defer wrap(&err, "add identity of %s", i.PersonID)
	if err := checkIDs(i.Issuer, i.Subject, i.PersonID); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		added, err := insert(ctx, tx, addIdentity, i.Issuer, i.Subject, i.PersonID, i.AtMS)
		if err != nil || added {
			return err
		}
		p, err := one(tx.QueryRowContext(ctx, personByIdentity, i.Issuer, i.Subject), scanPerson)
		if err == nil && p.ID != i.PersonID {
			err = fmt.Errorf("%w: the identity", store.ErrConflict)
		}
		return err
	})
}

// PersonByIdentity implements store.Identities.
func (s *Store) PersonByIdentity(ctx context.Context, issuer, subject string) (p store.Person, err error) {
	defer wrap(&err, "person by identity")
	return one(s.read.QueryRowContext(ctx, personByIdentity, issuer, subject), scanPerson)
}

// Identities implements store.Identities.
func (s *Store) Identities(ctx context.Context, person string) (list []store.Identity, err error) {
	defer wrap(&err, "identities of %q", person)
	return all(ctx, s.read, scanIdentity, identitiesOfPerson, person)
}

// RemoveIdentity implements store.Identities.
func (s *Store) RemoveIdentity(ctx context.Context, person, issuer, subject string) (err error) {
	defer wrap(&err, "remove identity of %s", person)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		return change(ctx, tx, removeIdentity, issuer, subject, person)
	})
}

func scanIdentity(r Row) (i store.Identity, err error) {
	err = r.Scan(&i.Issuer, &i.Subject, &i.PersonID, &i.AtMS)
	return i, err
}
