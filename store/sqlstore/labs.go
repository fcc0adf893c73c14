package sqlstore

import (
	"context"
	"errors"

	"fencepost/store"
)

const (
	labTryColumns = `id, learner_id, form_key, lesson, lab, answer, passed, revealed, schedule, broke, said, content, at_ms`

	addLabTry = `INSERT INTO lab_tries (` + labTryColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`

	labTryByKey = `SELECT ` + labTryColumns + ` FROM lab_tries WHERE learner_id = $1 AND form_key = $2`

	addLabAid = `INSERT INTO lab_aids (learner_id, lesson, lab, aid, at_ms) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`

	labAidColumns = `learner_id, lesson, lab, aid, at_ms`

	// A try that passed before the solution was shown outweighs those after.
	labCounts = `COUNT(*), MAX(passed), MIN(CASE WHEN passed = 1 THEN revealed ELSE 2 END),
		COALESCE(MIN(CASE WHEN passed = 1 THEN at_ms END), 0), MAX(at_ms)`

	labStandingsOf = who + ` SELECT who.owner_id, t.lesson, t.lab, ` + labCounts + `
		FROM who CROSS JOIN lab_tries t WHERE t.learner_id = who.learner_id
		GROUP BY who.owner_id, t.lesson, t.lab ORDER BY 1, 2, 3`
)

var (
	labTriesOfLab = `SELECT ` + labTryColumns + ` FROM lab_tries
		WHERE learner_id` + ownedBy(1) + ` AND lesson = $2 AND lab = $3 ORDER BY seq`

	labTriesOfOwner = `SELECT ` + labTryColumns + ` FROM lab_tries WHERE learner_id` + ownedBy(1) + ` ORDER BY seq`

	labAidsOfLab = `SELECT ` + labAidColumns + ` FROM lab_aids
		WHERE learner_id` + ownedBy(1) + ` AND lesson = $2 AND lab = $3 ORDER BY aid`

	labAidsOfOwner = `SELECT ` + labAidColumns + ` FROM lab_aids WHERE learner_id` + ownedBy(1) + ` ORDER BY lesson, lab, aid`

	labStandings = `SELECT '', lesson, lab, ` + labCounts + ` FROM lab_tries
		WHERE learner_id` + ownedBy(1) + ` GROUP BY lesson, lab ORDER BY lesson, lab`

	solutionShown = `SELECT COUNT(*) FROM lab_aids WHERE learner_id` + ownedBy(1) + ` AND lesson = $2 AND lab = $3 AND aid = '` + store.AidSolution + `'`
)

// AddLabTry implements store.Labs.
func (s *Store) AddLabTry(ctx context.Context, t store.LabTry) (kept store.LabTry, err error) {
	defer wrap(&err, "add lab try %s", t.ID)
	if err := errors.Join(checkIDs(t.ID, t.LearnerID, t.Key, t.Lesson, t.Lab), checkText(t.Schedule, t.Broke, t.Said, t.Content), checkJSON(t.Answer)); err != nil {
		return kept, err
	}
	err = s.write(within(ctx, t.LearnerID), func(ctx context.Context, tx Tx) error {
		kept, err = putLabTry(ctx, tx, t)
		return err
	})
	return kept, err
}

// putLabTry stores t, or finds the one that came first with its key.
func putLabTry(ctx context.Context, tx Tx, t store.LabTry) (store.LabTry, error) {
	shown, err := one(tx.QueryRowContext(ctx, solutionShown, t.LearnerID, t.Lesson, t.Lab), scanInt)
	if err != nil {
		return t, err
	}
	t.Revealed = shown > 0
	added, err := insert(ctx, tx, addLabTry, t.ID, t.LearnerID, t.Key, t.Lesson, t.Lab, string(t.Answer), bit(t.Passed), bit(t.Revealed),
		t.Schedule, t.Broke, t.Said, t.Content, t.AtMS)
	switch {
	case err != nil:
		return t, err
	case added:
		return t, tell(ctx, tx, t.ID)
	}
	return earlier(tx.QueryRowContext(ctx, labTryByKey, t.LearnerID, t.Key), scanLabTry)
}

// LabTries implements store.Labs.
func (s *Store) LabTries(ctx context.Context, learner, lesson, lab string) (list []store.LabTry, err error) {
	defer wrap(&err, "lab tries of %s/%s", lesson, lab)
	return all(ctx, s.read, scanLabTry, labTriesOfLab, learner, lesson, lab)
}

func scanLabTry(r Row) (t store.LabTry, err error) {
	err = r.Scan(&t.ID, &t.LearnerID, &t.Key, &t.Lesson, &t.Lab, (*[]byte)(&t.Answer), &t.Passed, &t.Revealed,
		&t.Schedule, &t.Broke, &t.Said, &t.Content, &t.AtMS)
	return t, err
}

// AddLabAid implements store.Labs.
func (s *Store) AddLabAid(ctx context.Context, a store.LabAid) (err error) {
	defer wrap(&err, "add lab aid %s/%s", a.Lesson, a.Lab)
	if err := checkIDs(a.LearnerID, a.Lesson, a.Lab, a.Aid); err != nil {
		return err
	}
	return s.write(within(ctx, a.LearnerID), func(ctx context.Context, tx Tx) error {
		_, err := tx.ExecContext(ctx, addLabAid, a.LearnerID, a.Lesson, a.Lab, a.Aid, a.AtMS)
		return err
	})
}

// LabAids implements store.Labs.
func (s *Store) LabAids(ctx context.Context, learner, lesson, lab string) (list []store.LabAid, err error) {
	defer wrap(&err, "lab aids of %s/%s", lesson, lab)
	return all(ctx, s.read, scanLabAid, labAidsOfLab, learner, lesson, lab)
}

func scanLabAid(r Row) (a store.LabAid, err error) {
	err = r.Scan(&a.LearnerID, &a.Lesson, &a.Lab, &a.Aid, &a.AtMS)
	return a, err
}

// LabStandings implements store.Labs.
func (s *Store) LabStandings(ctx context.Context, learner string) (list []store.LabStanding, err error) {
	defer wrap(&err, "lab standings")
	owned, err := all(ctx, s.read, scanLabStanding, labStandings, learner)
	for _, o := range owned {
		list = append(list, o.LabStanding)
	}
	return list, err
}

// LabStandingsOf implements store.Labs.
func (s *Store) LabStandingsOf(ctx context.Context, sc store.Scope, cohort string) (m map[string][]store.LabStanding, err error) {
	defer wrap(&err, "lab standings of cohort %q", cohort)
	no, err := inSight(ctx, s.read, sc, cohort, assists)
	if err != nil {
		return nil, err
	}
	owned, err := all(ctx, s.read, scanLabStanding, labStandingsOf, no)
	m = map[string][]store.LabStanding{}
	for _, o := range owned {
		m[o.owner] = append(m[o.owner], o.LabStanding)
	}
	return m, err
}

// ownedStanding is a standing with whose it is.
type ownedStanding struct {
	store.LabStanding
	owner string
}

func scanLabStanding(r Row) (o ownedStanding, err error) {
	var revealed int
	err = r.Scan(&o.owner, &o.Lesson, &o.Lab, &o.Tries, &o.Passed, &revealed, &o.PassedMS, &o.LastMS)
	o.Revealed = revealed == 1
	return o, err
}
