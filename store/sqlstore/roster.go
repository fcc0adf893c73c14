package sqlstore

import (
	"context"

	"fencepost/store"
	"fencepost/store/byname"
)

const (
	rosterRows = `SELECT m.person_id, m.role, m.state, m.since_ms, p.name, p.email, COALESCE(p.learner_id, ''), p.suspended_ms
		FROM members m JOIN persons p ON p.id = m.person_id
		WHERE m.cohort_no = $1 `

	rosterOf = rosterRows + `AND m.person_id > $2
		  AND (m.state = $3 OR $3 = '' AND m.state <> 'removed')
		ORDER BY m.person_id LIMIT $4`

	onRoster = rosterRows + `AND m.person_id = $2`

	studentsOfByName = `SELECT p.id, p.learner_id, p.name FROM members m JOIN persons p ON p.id = m.person_id
		WHERE m.cohort_no = $6 AND m.role = 'student' AND m.state = 'active'
		  AND p.name_folded >= $1 AND p.name_folded < $2 AND (` + inNameOrder + `) > ($3, $4, $5)
		ORDER BY ` + inNameOrder + ` LIMIT $7`
)

// studentsByName are those of every cohort in sight.
var studentsByName = `SELECT p.id, p.learner_id, p.name FROM persons p
	WHERE p.name_folded >= $1 AND p.name_folded < $2 AND (` + inNameOrder + `) > ($3, $4, $5)
	  AND EXISTS (SELECT 1 FROM members m WHERE m.person_id = p.id AND m.role = 'student' AND m.state = 'active'
		AND ` + sees("$6", "m.cohort_no", assists) + `)
	ORDER BY ` + inNameOrder + ` LIMIT $7`

// Roster implements store.Cohorts.
func (s *Store) Roster(ctx context.Context, sc store.Scope, cohort string, state store.MemberState, p store.Page) (l store.Listing[store.RosterRow], err error) {
	defer wrap(&err, "roster of cohort %q", cohort)
	no, err := inSight(ctx, s.read, sc, cohort, leads)
	if err != nil {
		return l, err
	}
	n := rows(p)
	list, err := all(ctx, s.read, scanMemberOf(cohort), rosterOf, no, p.After, string(state), n+1)
	return cut(list, n, func(m store.RosterRow) string { return m.PersonID }), err
}

// OnRoster implements store.Cohorts.
func (s *Store) OnRoster(ctx context.Context, sc store.Scope, cohort, person string) (m store.RosterRow, err error) {
	defer wrap(&err, "person %q on the roster of cohort %q", person, cohort)
	no, err := inSight(ctx, s.read, sc, cohort, leads)
	if err != nil {
		return m, err
	}
	return one(s.read.QueryRowContext(ctx, onRoster, no, person), scanMemberOf(cohort))
}

func scanMemberOf(cohort string) func(Row) (store.RosterRow, error) {
	return func(r Row) (m store.RosterRow, err error) {
		m.CohortID = cohort
		err = r.Scan(&m.PersonID, &m.Role, &m.State, &m.SinceMS, &m.Name, &m.Email, &m.LearnerID, &m.SuspendedMS)
		return m, err
	}
}

// Students implements store.Cohorts.
func (s *Store) Students(ctx context.Context, sc store.Scope, cohort, prefix string, p store.Page) (l store.Listing[store.Student], err error) {
	defer wrap(&err, "students of cohort %q", cohort)
	query, whose := studentsByName, any(sc.PersonID())
	if cohort != "" {
		no, err := inSight(ctx, s.read, sc, cohort, assists)
		if err != nil {
			return l, err
		}
		query, whose = studentsOfByName, no
	}
	key, name, id, err := afterName(p)
	if err != nil {
		return l, err
	}
	begins, n := byname.Key(prefix), rows(p)
	list, err := all(ctx, s.read, scanStudent, query, begins, prefixEnd(begins), key, name, id, whose, n+1)
	return cut(list, n, func(st store.Student) string { return placeByName(st.PersonID, st.Name) }), err
}
