package sqlstore

import (
	"context"

	"fencepost/store"
)

const (
	studentsOfCohort = `SELECT p.id, p.learner_id, p.name FROM members m JOIN persons p ON p.id = m.person_id
		WHERE m.cohort_no = $1 AND m.role = 'student' AND m.state = 'active' ORDER BY ` + inNameOrder

	// who are the learners of a cohort, each beside the owner of its work.
	who = `WITH who AS (
		SELECT owner_id, owner_id AS learner_id FROM classes WHERE cohort_no = $1
		UNION ALL SELECT k.owner_id, c.learner_id FROM classes k JOIN claims c ON c.owner_id = k.owner_id WHERE k.cohort_no = $1)`

	// A row is one check that somebody tried, or what else they did in a lesson:
	// each part fills its own columns and leaves the rest zero.
	cellsOfCohort = who + ` SELECT who.owner_id, a.lesson, a.item, MAX(a.is_right), 0 AS n, '' AS newest, 0 AS covered, 0 AS points,
			0 AS by_person, 0 AS waiting, MAX(a.at_ms) AS at_ms
		FROM who CROSS JOIN attempts a WHERE a.learner_id = who.learner_id GROUP BY who.owner_id, a.lesson, a.item
		UNION ALL SELECT who.owner_id, r.lesson, '', 0, 0, '', 0, 0, 0, 0, MAX(r.at_ms)
		FROM who CROSS JOIN steps_read r WHERE r.learner_id = who.learner_id GROUP BY who.owner_id, r.lesson
		UNION ALL SELECT d.owner_id, d.lesson, '', 0, t.n, e.id, d.covered, d.points,
			CASE WHEN d.review_seq IS NULL THEN 0 ELSE 1 END, CASE WHEN d.rank < 8 THEN 1 ELSE 0 END, t.at_ms
		FROM (SELECT MAX(seq) AS seq, COUNT(*) AS n, MAX(at_ms) AS at_ms FROM places WHERE cohort_no = $1 GROUP BY owner_id, lesson) t
		JOIN desk d ON d.seq = t.seq JOIN explanations e ON e.seq = t.seq
		ORDER BY 1, 2, 3`
)

// Matrix implements store.Insight, in three statements.
func (s *Store) Matrix(ctx context.Context, sc store.Scope, cohort string) (m store.Matrix, err error) {
	defer wrap(&err, "matrix of cohort %q", cohort)
	no, err := inSight(ctx, s.read, sc, cohort, assists)
	if err != nil {
		return m, err
	}
	if m.Students, err = all(ctx, s.read, scanStudent, studentsOfCohort, no); err != nil {
		return m, err
	}
	parts, err := all(ctx, s.read, scanPart, cellsOfCohort, no)
	m.Cells = make(map[string]map[string]store.Cell)
	for _, st := range m.Students {
		m.Cells[st.LearnerID] = make(map[string]store.Cell)
	}
	for _, p := range parts {
		if lessons, ok := m.Cells[p.owner]; ok { // not who joined between two statements
			lessons[p.lesson] = p.onto(lessons[p.lesson])
		}
	}
	return m, err
}

// part is a row of cellsOfCohort.
type part struct {
	store.Cell
	owner, lesson string
	item          string // of a check; "" where the row is of something else
	right         bool
}

// onto adds the part to what is known of its cell.
func (p part) onto(c store.Cell) store.Cell {
	if p.item != "" {
		c.Tried = append(c.Tried, p.item)
	}
	if p.right {
		c.Right = append(c.Right, p.item)
	}
	if p.Explanations > 0 {
		p.Cell.Tried, p.Cell.Right, p.Cell.LastMS = c.Tried, c.Right, max(c.LastMS, p.LastMS)
		return p.Cell
	}
	c.LastMS = max(c.LastMS, p.LastMS)
	return c
}

func scanPart(r Row) (p part, err error) {
	err = r.Scan(&p.owner, &p.lesson, &p.item, &p.right, &p.Explanations, &p.ExplanationID, &p.Covered, &p.Points,
		&p.ByPerson, &p.Waiting, &p.LastMS)
	return p, err
}

func scanStudent(r Row) (st store.Student, err error) {
	err = r.Scan(&st.PersonID, &st.LearnerID, &st.Name)
	return st, err
}
