package sqlstore

import (
	"context"
	"fmt"

	"fencepost/store"
	"fencepost/store/byname"
)

const (
	personColumns = `p.id, COALESCE(p.learner_id, ''), p.email, p.name, p.role, p.password_hash, p.suspended_ms, p.created_ms`

	addPerson = `INSERT INTO persons (id, learner_id, email, email_folded, name, name_folded, role, password_hash, suspended_ms, created_ms)
		VALUES ($1, $2, $3, NULLIF($4, ''), $5, $6, $7, $8, $9, $10) ON CONFLICT (email_folded) DO NOTHING`

	personByID = `SELECT ` + personColumns + ` FROM persons p WHERE p.id = $1 AND p.deleted_ms = 0`

	personByEmail = `SELECT ` + personColumns + ` FROM persons p WHERE p.email_folded = $1`

	// The second test of each prefix ends the range of the index.
	peopleByPrefix = `SELECT ` + personColumns + ` FROM persons p
		WHERE (` + inNameOrder + `) > ($1, $2, $3) AND p.deleted_ms = 0
		  AND (p.name_folded >= $4 AND p.name_folded < $5 OR p.email_folded >= $6 AND p.email_folded < $7)
		  AND EXISTS (SELECT 1 FROM admins WHERE person_id = $8)
		ORDER BY ` + inNameOrder + ` LIMIT $9`

	countPeople = `SELECT COUNT(*) FROM persons WHERE role = $1 AND suspended_ms = 0 AND deleted_ms = 0`

	setPassword = `UPDATE persons SET password_hash = $1 WHERE id = $2 AND deleted_ms = 0`

	setProfile = `UPDATE persons SET name = $1, name_folded = $2, email = $3, email_folded = NULLIF($4, '')
		WHERE id = $5 AND deleted_ms = 0
		  AND NOT EXISTS (SELECT 1 FROM persons o WHERE o.email_folded = $4 AND o.id <> $5)`

	setRole = `UPDATE persons SET role = $1 WHERE id = $2 AND deleted_ms = 0`

	suspend = `UPDATE persons SET suspended_ms = $1 WHERE id = $2 AND deleted_ms = 0`

	revokeSessions = `DELETE FROM sessions WHERE person_id = $1 AND token_hash <> $2`
)

// AddPerson implements store.People.
func (s *Store) AddPerson(ctx context.Context, p store.Person) (err error) {
	defer wrap(&err, "add person %s", p.ID)
	if err := checkPerson(p); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		return putPerson(ctx, tx, p)
	})
}

func checkPerson(p store.Person) error {
	if err := checkIDs(p.ID, p.LearnerID); err != nil {
		return err
	}
	if err := checkText(p.Email, p.Name, p.PasswordHash); err != nil {
		return err
	}
	return checkRole(p.Role)
}

func checkRole(r store.Role) error {
	switch r {
	case store.RoleStudent, store.RoleInstructor, store.RoleAdmin:
		return nil
	}
	return fmt.Errorf("%w: role %q", store.ErrInvalid, r)
}

// putPerson stores the learner and the person. The learner has no cookie: what
// stands for the hash of its token is no hash of anything.
func putPerson(ctx context.Context, tx Tx, p store.Person) error {
	if _, err := tx.ExecContext(ctx, addLearner, p.LearnerID, []byte("person "+p.ID), p.CreatedMS); err != nil {
		return err
	}
	added, err := insert(ctx, tx, addPerson, p.ID, p.LearnerID, p.Email, store.FoldEmail(p.Email),
		p.Name, byname.Key(p.Name), string(p.Role), p.PasswordHash, p.SuspendedMS, p.CreatedMS)
	if err == nil && !added {
		err = fmt.Errorf("%w: the address", store.ErrConflict)
	}
	return err
}

// Person implements store.People.
func (s *Store) Person(ctx context.Context, id string) (p store.Person, err error) {
	defer wrap(&err, "person %q", id)
	return one(s.read.QueryRowContext(ctx, personByID, id), scanPerson)
}

// PersonByEmail implements store.People.
func (s *Store) PersonByEmail(ctx context.Context, email string) (p store.Person, err error) {
	defer wrap(&err, "person by address")
	return one(s.read.QueryRowContext(ctx, personByEmail, store.FoldEmail(email)), scanPerson)
}

// People implements store.People.
func (s *Store) People(ctx context.Context, sc store.Scope, prefix string, p store.Page) (l store.Listing[store.Person], err error) {
	defer wrap(&err, "people")
	key, name, id, err := afterName(p)
	if err != nil {
		return l, err
	}
	begins, address, n := byname.Key(prefix), store.FoldEmail(prefix), rows(p)
	list, err := all(ctx, s.read, scanPerson, peopleByPrefix, key, name, id,
		begins, prefixEnd(begins), address, prefixEnd(address), sc.PersonID(), n+1)
	return cut(list, n, func(p store.Person) string { return placeByName(p.ID, p.Name) }), err
}

// CountPeople implements store.People.
func (s *Store) CountPeople(ctx context.Context, role store.Role) (n int, err error) {
	defer wrap(&err, "count %ss", role)
	err = s.read.QueryRowContext(ctx, countPeople, string(role)).Scan(&n)
	return n, err
}

// SetPassword implements store.People.
func (s *Store) SetPassword(ctx context.Context, person, phc string, keep []byte) (err error) {
	defer wrap(&err, "set password of %s", person)
	if err := checkText(phc); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		return changePerson(ctx, tx, person, keep, setPassword, phc, person)
	})
}

// SetRole implements store.People.
func (s *Store) SetRole(ctx context.Context, person string, role store.Role) (err error) {
	defer wrap(&err, "set role of %s", person)
	if err := checkRole(role); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if role != store.RoleAdmin {
			if err := keepAdmin(ctx, tx, person); err != nil {
				return err
			}
		}
		return changePerson(ctx, tx, person, nil, setRole, string(role), person)
	})
}

// Suspend implements store.People.
func (s *Store) Suspend(ctx context.Context, person string, atMS int64) (err error) {
	defer wrap(&err, "suspend %s", person)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if atMS != 0 {
			if err := keepAdmin(ctx, tx, person); err != nil {
				return err
			}
		}
		return changePerson(ctx, tx, person, nil, suspend, atMS, person)
	})
}

// keepAdmin refuses what would take the site's last admin from it. It reads in
// the transaction that writes, so that two who demote each other at once do not
// both succeed.
func keepAdmin(ctx context.Context, tx Tx, person string) error {
	p, err := one(tx.QueryRowContext(ctx, personByID, person), scanPerson)
	if err != nil || p.SuspendedMS != 0 {
		return err
	}
	return otherAdmin(ctx, tx, p)
}

// changePerson updates a person's row and revokes all of their sessions but one.
func changePerson(ctx context.Context, tx Tx, person string, keep []byte, query string, args ...any) error {
	if err := change(ctx, tx, query, args...); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, revokeSessions, person, orEmpty(keep))
	return err
}

// SetProfile implements store.People.
func (s *Store) SetProfile(ctx context.Context, person, name, email string) (err error) {
	defer wrap(&err, "set profile of %s", person)
	if err := checkText(name, email); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := one(tx.QueryRowContext(ctx, personByID, person), scanPerson); err != nil {
			return err
		}
		set, err := insert(ctx, tx, setProfile, name, byname.Key(name), email, store.FoldEmail(email), person)
		if err == nil && !set {
			err = fmt.Errorf("%w: the address", store.ErrConflict)
		}
		return err
	})
}

func scanPerson(r Row) (p store.Person, err error) {
	err = r.Scan(personFields(&p)...)
	return p, err
}

// personFields are where personColumns go.
func personFields(p *store.Person) []any {
	return []any{&p.ID, &p.LearnerID, &p.Email, &p.Name, &p.Role, &p.PasswordHash, &p.SuspendedMS, &p.CreatedMS}
}
