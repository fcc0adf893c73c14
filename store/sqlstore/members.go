package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"fencepost/store"
)

const (
	setMember = `INSERT INTO members (cohort_no, person_id, role, state, since_ms) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (cohort_no, person_id) DO UPDATE SET role = $3, state = $4, since_ms = $5`

	memberOf = `SELECT person_id, role, state, since_ms FROM members WHERE cohort_no = $1 AND person_id = $2`

	otherInstructors = `SELECT COUNT(*) FROM members WHERE cohort_no = $1 AND person_id <> $2
		AND role = 'instructor' AND state = 'active'`

	removeOwnersItemPlaces = `DELETE FROM item_places WHERE (cohort_no, item_no, verdict, rank, at_ms, seq) IN (
		SELECT p.cohort_no, v.item_no, v.verdict, p.rank, p.at_ms, p.seq
		FROM places p JOIN verdicts v ON v.seq = p.seq
		WHERE p.cohort_no = $1 AND p.owner_id = (SELECT learner_id FROM persons WHERE id = $2))`
	// The rows are picked by the index of owners, which a DELETE alone passes by.
	removeOwnersPlaces = `DELETE FROM places WHERE (cohort_no, seq) IN (
		SELECT cohort_no, seq FROM places
		WHERE cohort_no = $1 AND owner_id = (SELECT learner_id FROM persons WHERE id = $2))`
	addOwnersPlaces = `INSERT INTO places (cohort_no, seq, rank, at_ms, lesson, owner_id, group_key, reviewer_id)
		SELECT k.cohort_no, d.seq, d.rank, d.at_ms, d.lesson, d.owner_id, d.group_key, d.reviewer_id
		FROM classes k JOIN desk d ON d.owner_id = k.owner_id
		WHERE k.cohort_no = $1 AND k.owner_id = (SELECT learner_id FROM persons WHERE id = $2)`
	addOwnersItemPlaces = `INSERT INTO item_places (cohort_no, item_no, verdict, rank, at_ms, seq)
		SELECT p.cohort_no, v.item_no, v.verdict, p.rank, p.at_ms, p.seq
		FROM places p JOIN verdicts v ON v.seq = p.seq
		WHERE p.cohort_no = $1 AND p.owner_id = (SELECT learner_id FROM persons WHERE id = $2)`
)

// putMember stores a membership and gives the person's work its places on the
// desk of that cohort, or takes them away.
func putMember(ctx context.Context, tx Tx, no int64, m store.Member) error {
	if _, err := tx.ExecContext(ctx, setMember, no, m.PersonID, string(m.Role), string(m.State), m.SinceMS); err != nil {
		return err
	}
	for _, q := range []string{removeOwnersItemPlaces, removeOwnersPlaces, addOwnersPlaces, addOwnersItemPlaces} {
		if _, err := tx.ExecContext(ctx, q, no, m.PersonID); err != nil {
			return err
		}
	}
	return nil
}

func checkMember(m store.Member) error {
	if err := checkIDs(m.CohortID, m.PersonID); err != nil {
		return err
	}
	switch m.State {
	case store.MemberPending, store.MemberActive, store.MemberRemoved:
		return checkMemberRole(m.Role)
	}
	return fmt.Errorf("%w: state %q", store.ErrInvalid, m.State)
}

func checkMemberRole(r store.MemberRole) error {
	if weight(r) == 0 {
		return fmt.Errorf("%w: role %q in a cohort", store.ErrInvalid, r)
	}
	return nil
}

// weight orders the roles in a cohort; 0 is none of them.
func weight(r store.MemberRole) int {
	switch r {
	case store.MemberStudent:
		return 1
	case store.MemberAssistant:
		return 2
	case store.MemberInstructor:
		return 3
	}
	return 0
}

// SetMember implements store.Cohorts.
func (s *Store) SetMember(ctx context.Context, sc store.Scope, m store.Member) (err error) {
	defer wrap(&err, "set member %s of cohort %s", m.PersonID, m.CohortID)
	if err := checkMember(m); err != nil {
		return err
	}
	return s.lead(ctx, sc, m.CohortID, func(ctx context.Context, tx Tx, no int64) error {
		old, err := readMember(ctx, tx, no, m.PersonID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if isLeader(old) && !isLeader(m) {
			if err := another(ctx, tx, no, m.PersonID); err != nil {
				return err
			}
		}
		return putMember(ctx, tx, no, m)
	})
}

func isLeader(m store.Member) bool {
	return m.Role == store.MemberInstructor && m.State == store.MemberActive
}

// another is nil where somebody else leads the cohort too.
func another(ctx context.Context, tx Tx, no int64, person string) error {
	n, err := one(tx.QueryRowContext(ctx, otherInstructors, no, person), scanInt)
	if err == nil && n == 0 {
		err = fmt.Errorf("%w: a cohort keeps an instructor", store.ErrConflict)
	}
	return err
}

func readMember(ctx context.Context, r Reader, no int64, person string) (store.Member, error) {
	return one(r.QueryRowContext(ctx, memberOf, no, person), func(r Row) (m store.Member, err error) {
		err = r.Scan(&m.PersonID, &m.Role, &m.State, &m.SinceMS)
		return m, err
	})
}

// errDry takes back a dry run.
var errDry = errors.New("dry run")

// Enrol implements store.Cohorts.
func (s *Store) Enrol(ctx context.Context, sc store.Scope, cohort string, list []store.Enrolment, atMS int64, dry bool) (done []store.Enrolled, err error) {
	defer wrap(&err, "enrol into cohort %q", cohort)
	err = s.lead(ctx, sc, cohort, func(ctx context.Context, tx Tx, no int64) error {
		done = nil
		for i, e := range list {
			d, err := enrol(ctx, tx, no, e, atMS)
			if err != nil {
				return fmt.Errorf("line %d: %w", i+1, err)
			}
			done = append(done, d)
		}
		if dry {
			return errDry
		}
		return nil
	})
	if dry && errors.Is(err, errDry) {
		err = nil
	}
	if err != nil {
		done = nil
	}
	return done, err
}

// enrol finds or stores the person of one line and makes them a member.
func enrol(ctx context.Context, tx Tx, no int64, e store.Enrolment, atMS int64) (d store.Enrolled, err error) {
	if err := errors.Join(checkPerson(e.Person), checkMemberRole(e.Role)); err != nil {
		return d, err
	}
	folded := store.FoldEmail(e.Person.Email)
	if folded == "" {
		return d, fmt.Errorf("%w: no address", store.ErrInvalid)
	}
	p, err := one(tx.QueryRowContext(ctx, personByEmail, folded), scanPerson)
	if errors.Is(err, store.ErrNotFound) {
		p, d.Added = e.Person, true
		err = putPerson(ctx, tx, p)
	}
	if err != nil {
		return d, err
	}
	d.PersonID = p.ID
	old, err := readMember(ctx, tx, no, p.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return d, err
	}
	if old.State == store.MemberActive && weight(old.Role) >= weight(e.Role) {
		return d, nil
	}
	d.Joined = true
	return d, putMember(ctx, tx, no, store.Member{PersonID: p.ID, Role: e.Role, State: store.MemberActive, SinceMS: atMS})
}
