package sqlstore

import (
	"context"
	"errors"

	"fencepost/store"
)

const (
	addJoinCode = `INSERT INTO codes (code, cohort_no, approval, made_by, created_ms, expires_ms, revoked_ms)
		VALUES ($1, $2, $3, $4, $5, $6, 0)`

	codesOfCohort = `SELECT code, approval, made_by, created_ms, expires_ms, revoked_ms
		FROM codes WHERE cohort_no = $1 ORDER BY created_ms DESC, code`

	cohortByCode = `SELECT ` + cohortColumns + `, c.no, k.approval FROM codes k JOIN cohorts c ON c.no = k.cohort_no
		WHERE k.code = $1 AND k.revoked_ms = 0 AND (k.expires_ms = 0 OR k.expires_ms > $2) AND c.archived_ms = 0`

	assign = `INSERT INTO assignments (cohort_no, lesson, due_ms, at_ms) VALUES ($1, $2, $3, $4)
		ON CONFLICT (cohort_no, lesson) DO UPDATE SET due_ms = $3, at_ms = $4`

	unassign = `DELETE FROM assignments WHERE cohort_no = $1 AND lesson = $2`

	// Members see what their cohort is to do; so do admins.
	assignmentsOf = `SELECT a.lesson, a.due_ms, a.at_ms FROM cohorts c JOIN assignments a ON a.cohort_no = c.no
		WHERE c.id = $1 ORDER BY a.due_ms = 0, a.due_ms, a.lesson`

	belongs = `SELECT c.no FROM cohorts c WHERE c.id = $1 AND (
		EXISTS (SELECT 1 FROM members m JOIN persons p ON p.id = m.person_id
			WHERE m.cohort_no = c.no AND m.person_id = $2 AND m.state = 'active' AND p.suspended_ms = 0)
		OR EXISTS (SELECT 1 FROM admins WHERE person_id = $2))`
)

var revokeCode = `UPDATE codes SET revoked_ms = $1 WHERE code = $2 AND revoked_ms = 0 AND ` + sees("$3", "codes.cohort_no", leads)

// AddCode implements store.Cohorts.
func (s *Store) AddCode(ctx context.Context, sc store.Scope, c store.Code) (err error) {
	defer wrap(&err, "add a code of cohort %q", c.CohortID)
	if err := checkIDs(c.Code, c.CohortID); err != nil {
		return err
	}
	return s.lead(ctx, sc, c.CohortID, func(ctx context.Context, tx Tx, no int64) error {
		_, err := tx.ExecContext(ctx, addJoinCode, c.Code, no, bit(c.Approval), sc.PersonID(), c.CreatedMS, c.ExpiresMS)
		return err
	})
}

// Codes implements store.Cohorts.
func (s *Store) Codes(ctx context.Context, sc store.Scope, cohort string) (list []store.Code, err error) {
	defer wrap(&err, "codes of cohort %q", cohort)
	no, err := inSight(ctx, s.read, sc, cohort, leads)
	if err != nil {
		return nil, err
	}
	return all(ctx, s.read, func(r Row) (c store.Code, err error) {
		c.CohortID = cohort
		err = r.Scan(&c.Code, &c.Approval, &c.MadeBy, &c.CreatedMS, &c.ExpiresMS, &c.RevokedMS)
		return c, err
	}, codesOfCohort, no)
}

// RevokeCode implements store.Cohorts.
func (s *Store) RevokeCode(ctx context.Context, sc store.Scope, code string, atMS int64) (err error) {
	defer wrap(&err, "revoke a code")
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		return change(ctx, tx, revokeCode, max(atMS, 1), code, sc.PersonID())
	})
}

// opened is the cohort that a code opens.
type opened struct {
	store.Cohort
	no       int64
	approval bool
}

func openBy(ctx context.Context, r Reader, code string, atMS int64) (opened, error) {
	o, err := one(r.QueryRowContext(ctx, cohortByCode, code, atMS), func(r Row) (o opened, err error) {
		err = r.Scan(&o.ID, &o.Name, &o.Term, &o.Zone, &o.ArchivedMS, &o.CreatedMS, &o.no, &o.approval)
		return o, err
	})
	if errors.Is(err, store.ErrNotFound) {
		err = store.ErrUsed
	}
	return o, err
}

// CohortByCode implements store.Cohorts.
func (s *Store) CohortByCode(ctx context.Context, code string, atMS int64) (c store.Cohort, err error) {
	defer wrap(&err, "cohort by code")
	o, err := openBy(ctx, s.read, code, atMS)
	return o.Cohort, err
}

// Join implements store.Cohorts.
func (s *Store) Join(ctx context.Context, code, person string, atMS int64) (m store.Member, err error) {
	defer wrap(&err, "join by code")
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		o, err := openBy(ctx, tx, code, atMS)
		if err != nil {
			return err
		}
		m, err = readMember(ctx, tx, o.no, person)
		m.CohortID = o.ID
		if err == nil && m.State != store.MemberRemoved {
			return nil
		}
		wasRemoved := err == nil
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		m = store.Member{CohortID: o.ID, PersonID: person, Role: store.MemberStudent, State: store.MemberActive, SinceMS: atMS}
		if o.approval || wasRemoved {
			m.State = store.MemberPending
		}
		return putMember(ctx, tx, o.no, m)
	})
	return m, err
}

// Assign implements store.Cohorts.
func (s *Store) Assign(ctx context.Context, sc store.Scope, a store.Assignment) (err error) {
	defer wrap(&err, "assign %s to cohort %q", a.Lesson, a.CohortID)
	if err := checkIDs(a.CohortID, a.Lesson); err != nil {
		return err
	}
	return s.lead(ctx, sc, a.CohortID, func(ctx context.Context, tx Tx, no int64) error {
		_, err := tx.ExecContext(ctx, assign, no, a.Lesson, a.DueMS, a.AtMS)
		return err
	})
}

// Unassign implements store.Cohorts.
func (s *Store) Unassign(ctx context.Context, sc store.Scope, cohort, lesson string) (err error) {
	defer wrap(&err, "unassign %s from cohort %q", lesson, cohort)
	return s.lead(ctx, sc, cohort, func(ctx context.Context, tx Tx, no int64) error {
		return change(ctx, tx, unassign, no, lesson)
	})
}

// Assignments implements store.Cohorts.
func (s *Store) Assignments(ctx context.Context, sc store.Scope, cohort string) (list []store.Assignment, err error) {
	defer wrap(&err, "assignments of cohort %q", cohort)
	if _, err := one(s.read.QueryRowContext(ctx, belongs, cohort, sc.PersonID()), scanInt); err != nil {
		return nil, err
	}
	return all(ctx, s.read, func(r Row) (a store.Assignment, err error) {
		a.CohortID = cohort
		err = r.Scan(&a.Lesson, &a.DueMS, &a.AtMS)
		return a, err
	}, assignmentsOf, cohort)
}
