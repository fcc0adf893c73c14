package sqlstore

import (
	"context"
	"fmt"
	"strconv"

	"fencepost/store"
)

const (
	cohortColumns = `c.id, c.name, c.term, c.zone, c.archived_ms, c.created_ms`

	addCohort = `INSERT INTO cohorts (id, name, term, zone, archived_ms, created_ms) VALUES ($1, $2, $3, $4, $5, $6)`

	mayMakeCohorts = `SELECT 1 FROM persons WHERE id = $1 AND role IN ('instructor', 'admin')
		AND suspended_ms = 0 AND deleted_ms = 0`

	noOfCohort = `SELECT no FROM cohorts WHERE id = $1`

	setCohort = `UPDATE cohorts SET name = $1, term = $2, zone = $3, archived_ms = $4 WHERE no = $5`

	membershipsOf = `SELECT ` + cohortColumns + `, m.role, m.state FROM members m JOIN cohorts c ON c.no = m.cohort_no
		WHERE m.person_id = $1 AND m.state <> 'removed' ORDER BY m.cohort_no DESC`
)

// sees is the condition that a person teaches the cohort of a column, with the
// right to lead it where that is asked for, or is an admin.
func sees(person, cohort string, right int) string {
	return `(EXISTS (SELECT 1 FROM admins WHERE person_id = ` + person + `)
		OR EXISTS (SELECT 1 FROM teaches WHERE person_id = ` + person + ` AND cohort_no = ` + cohort + ` AND leads >= ` + strconv.Itoa(right) + `))`
}

// roleThere is the role in the cohort c of a person who sees it; an admin has the
// instructor's.
var roleThere = `CASE WHEN ` + sees("$1", "c.no", leads) + ` THEN 'instructor' ELSE 'assistant' END`

var (
	cohortAssisted = `SELECT c.no FROM cohorts c WHERE c.id = $2 AND ` + sees("$1", "c.no", assists)
	cohortLed      = `SELECT c.no FROM cohorts c WHERE c.id = $2 AND ` + sees("$1", "c.no", leads)

	taughtCohort = `SELECT ` + cohortColumns + `, ` + roleThere + `, 'active'
		FROM cohorts c WHERE c.id = $2 AND ` + sees("$1", "c.no", assists)

	taughtCohorts = `SELECT ` + cohortColumns + `, ` + roleThere + `, 'active', c.no
		FROM cohorts c WHERE c.no < $2 AND ` + sees("$1", "c.no", assists) + ` ORDER BY c.no DESC LIMIT $3`
)

// Whether a scope must lead a cohort for what it asks, or may assist.
const (
	assists = 0
	leads   = 1
)

// inSight is the number of a cohort that the scope teaches (or leads), or
// ErrNotFound.
func inSight(ctx context.Context, r Reader, sc store.Scope, cohort string, right int) (int64, error) {
	query := cohortAssisted
	if right == leads {
		query = cohortLed
	}
	return one(r.QueryRowContext(ctx, query, sc.PersonID(), cohort), scanInt)
}

func cohortNo(ctx context.Context, r Reader, id string) (int64, error) {
	return one(r.QueryRowContext(ctx, noOfCohort, id), scanInt)
}

// lead runs do in a transaction in which the scope leads the cohort.
func (s *Store) lead(ctx context.Context, sc store.Scope, cohort string, do func(ctx context.Context, tx Tx, no int64) error) error {
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		no, err := inSight(ctx, tx, sc, cohort, leads)
		if err != nil {
			return err
		}
		return do(ctx, tx, no)
	})
}

// AddCohort implements store.Cohorts.
func (s *Store) AddCohort(ctx context.Context, sc store.Scope, c store.Cohort) (err error) {
	defer wrap(&err, "add cohort %s", c.ID)
	if err := checkCohort(c); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := one(tx.QueryRowContext(ctx, mayMakeCohorts, sc.PersonID()), scanInt); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, addCohort, c.ID, c.Name, c.Term, c.Zone, c.ArchivedMS, c.CreatedMS); err != nil {
			return err
		}
		no, err := cohortNo(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		return putMember(ctx, tx, no, store.Member{
			PersonID: sc.PersonID(), Role: store.MemberInstructor, State: store.MemberActive, SinceMS: c.CreatedMS,
		})
	})
}

func checkCohort(c store.Cohort) error {
	if err := checkIDs(c.ID); err != nil {
		return err
	}
	if c.Name == "" {
		return fmt.Errorf("%w: a cohort without a name", store.ErrInvalid)
	}
	return checkText(c.Name, c.Term, c.Zone)
}

// SetCohort implements store.Cohorts.
func (s *Store) SetCohort(ctx context.Context, sc store.Scope, c store.Cohort) (err error) {
	defer wrap(&err, "set cohort %s", c.ID)
	if err := checkCohort(c); err != nil {
		return err
	}
	return s.lead(ctx, sc, c.ID, func(ctx context.Context, tx Tx, no int64) error {
		return change(ctx, tx, setCohort, c.Name, c.Term, c.Zone, c.ArchivedMS, no)
	})
}

// Cohort implements store.Cohorts.
func (s *Store) Cohort(ctx context.Context, sc store.Scope, id string) (m store.Membership, err error) {
	defer wrap(&err, "cohort %q", id)
	return one(s.read.QueryRowContext(ctx, taughtCohort, sc.PersonID(), id), scanMembership)
}

// Cohorts implements store.Cohorts.
func (s *Store) Cohorts(ctx context.Context, sc store.Scope, p store.Page) (l store.Listing[store.Membership], err error) {
	defer wrap(&err, "cohorts")
	before, n := int64(1<<62), rows(p)
	if p.After != "" {
		place, err := numbers(p.After, 1)
		if err != nil {
			return l, err
		}
		before = place[0]
	}
	type numbered struct {
		store.Membership
		no int64
	}
	list, err := all(ctx, s.read, func(r Row) (m numbered, err error) {
		err = r.Scan(append(membershipFields(&m.Membership), &m.no)...)
		return m, err
	}, taughtCohorts, sc.PersonID(), before, n+1)
	return only(cut(list, n, func(m numbered) string { return join(m.no) }), func(m numbered) store.Membership { return m.Membership }), err
}

// only keeps a part of each row of a listing.
func only[T, U any](l store.Listing[T], part func(T) U) store.Listing[U] {
	kept := store.Listing[U]{Next: l.Next}
	for _, r := range l.Rows {
		kept.Rows = append(kept.Rows, part(r))
	}
	return kept
}

// Memberships implements store.Cohorts.
func (s *Store) Memberships(ctx context.Context, person string) (list []store.Membership, err error) {
	defer wrap(&err, "memberships of %q", person)
	return all(ctx, s.read, scanMembership, membershipsOf, person)
}

func scanMembership(r Row) (m store.Membership, err error) {
	err = r.Scan(membershipFields(&m)...)
	return m, err
}

// membershipFields are where cohortColumns, role and state go.
func membershipFields(m *store.Membership) []any {
	return []any{&m.ID, &m.Name, &m.Term, &m.Zone, &m.ArchivedMS, &m.CreatedMS, &m.Role, &m.State}
}
