package sqlstore

import (
	"context"
	"fmt"

	"fencepost/store"
)

// What is counted before an explanation goes, and what goes, in the order that
// references ask for. The argument is its position.
var eraseExplanation = []string{
	`INSERT INTO tallies (lesson, kind, item, value, n) SELECT lesson, 'explanation', '', '', 1 FROM explanations WHERE seq = $1
		ON CONFLICT (lesson, kind, item, value) DO UPDATE SET n = tallies.n + 1`,
	`INSERT INTO tallies (lesson, kind, item, value, n)
		SELECT i.lesson, 'verdict', i.item, CASE v.verdict WHEN 1 THEN 'covered' WHEN 2 THEN 'unsure' WHEN 3 THEN 'missing'
			WHEN 4 THEN 'contradicted' ELSE 'present' END, 1
		FROM verdicts v JOIN items i ON i.no = v.item_no WHERE v.seq = $1
		ON CONFLICT (lesson, kind, item, value) DO UPDATE SET n = tallies.n + 1`,
	removeItemPlaces,
	removeVerdicts,
	removePlaces,
	`DELETE FROM desk WHERE seq = $1`,
	`DELETE FROM desk_due WHERE explanation_seq = $1`,
	`DELETE FROM moves WHERE explanation_seq = $1`,
	`DELETE FROM chosen_scores WHERE explanation_seq = $1`,
	`DELETE FROM wanted WHERE explanation_seq = $1`,
	`DELETE FROM leases WHERE explanation_seq = $1`,
	`DELETE FROM sights WHERE review_seq IN (SELECT seq FROM reviews WHERE explanation_seq = $1)`,
	`DELETE FROM replies WHERE review_seq IN (SELECT seq FROM reviews WHERE explanation_seq = $1)`,
	`DELETE FROM withdrawals WHERE review_seq IN (SELECT seq FROM reviews WHERE explanation_seq = $1)`,
	`DELETE FROM review_items WHERE review_seq IN (SELECT seq FROM reviews WHERE explanation_seq = $1)`,
	`DELETE FROM reviews WHERE explanation_seq = $1`,
	`DELETE FROM disputes WHERE explanation_id = (SELECT id FROM explanations WHERE seq = $1)`,
	`DELETE FROM scores WHERE explanation_id = (SELECT id FROM explanations WHERE seq = $1)`,
	`DELETE FROM unscored WHERE explanation_seq = $1`,
	`DELETE FROM xapi_outbox WHERE explanation <> '' AND explanation = (SELECT id FROM explanations WHERE seq = $1)`,
	`DELETE FROM explanations WHERE seq = $1`,
}

// What is counted and goes with a learner and those claimed for it.
var eraseLearner = []string{
	`INSERT INTO tallies (lesson, kind, item, value, n)
		SELECT lesson, 'check', item, CASE is_right WHEN 1 THEN 'right' ELSE 'wrong' END, COUNT(*)
		FROM attempts WHERE learner_id` + ownedBy(1) + ` GROUP BY lesson, item, is_right
		ON CONFLICT (lesson, kind, item, value) DO UPDATE SET n = tallies.n + excluded.n`,
	`DELETE FROM attempts WHERE learner_id` + ownedBy(1),
	`DELETE FROM recall_cards WHERE learner_id` + ownedBy(1),
	`DELETE FROM recall_events WHERE learner_id` + ownedBy(1),
	`DELETE FROM recall_settings WHERE learner_id` + ownedBy(1),
	`DELETE FROM recall_reminders WHERE learner_id` + ownedBy(1),
	`DELETE FROM lab_tries WHERE learner_id` + ownedBy(1),
	`DELETE FROM lab_aids WHERE learner_id` + ownedBy(1),
	`DELETE FROM lab_drafts WHERE learner_id` + ownedBy(1),
	`DELETE FROM drafts WHERE learner_id` + ownedBy(1),
	`DELETE FROM xapi_outbox WHERE learner_id` + ownedBy(1),
	`DELETE FROM xapi_lanes WHERE learner_id` + ownedBy(1),
	`DELETE FROM steps_read WHERE learner_id` + ownedBy(1),
	`DELETE FROM reveals WHERE learner_id` + ownedBy(1),
}

// What goes with an account. The argument is the person's id.
var eraseAccount = []string{
	`DELETE FROM identities WHERE person_id = $1`,
	`DELETE FROM factors WHERE person_id = $1`,
	removeCodes,
	`DELETE FROM sessions WHERE person_id = $1`,
	`DELETE FROM members WHERE person_id = $1`,
	`DELETE FROM links WHERE person_id = $1 OR made_by = $1`,
}

const (
	learnersOfOwner = `SELECT learner_id FROM claims WHERE owner_id = $1`

	removeClaims = `DELETE FROM claims WHERE owner_id = $1`

	removeLearner = `DELETE FROM learners WHERE id = $1`

	bareID = `UPDATE persons SET learner_id = NULL, email = '', email_folded = NULL, name = '', name_folded = '',
		role = 'student', password_hash = '', deleted_ms = $1 WHERE id = $2`

	mayErase = `SELECT 1 WHERE EXISTS (SELECT 1 FROM admins WHERE person_id = $1)
		OR $1 = $2 AND EXISTS (SELECT 1 FROM persons WHERE id = $1 AND suspended_ms = 0 AND deleted_ms = 0)`

	otherAdmins = `SELECT COUNT(*) FROM admins WHERE person_id <> $1`

	isBound = `SELECT (SELECT COUNT(*) FROM claims WHERE learner_id = $1) + (SELECT COUNT(*) FROM persons WHERE learner_id = $1)`

	seqsBefore = `SELECT seq FROM explanations WHERE at_ms < $1 ORDER BY at_ms LIMIT $2`
)

var seqsOfOwner = `SELECT seq FROM explanations WHERE learner_id` + ownedBy(1)

// runAll runs statements that share one argument.
func runAll(ctx context.Context, tx Tx, queries []string, arg any) error {
	steps := make([]Step, len(queries))
	for i, q := range queries {
		steps[i] = Step{q, []any{arg}}
	}
	_, err := together(ctx, tx, steps...)
	return err
}

// eraseAll erases explanations and says how many.
func eraseAll(ctx context.Context, tx Tx, query string, args ...any) (int, error) {
	seqs, err := all(ctx, tx, scanInt, query, args...)
	if err != nil {
		return 0, err
	}
	for _, seq := range seqs {
		if err := runAll(ctx, tx, eraseExplanation, seq); err != nil {
			return 0, err
		}
	}
	return len(seqs), nil
}

// eraseWork erases all of a learner's and of those claimed for it.
func eraseWork(ctx context.Context, tx Tx, learner string) error {
	if _, err := eraseAll(ctx, tx, seqsOfOwner, learner); err != nil {
		return err
	}
	return runAll(ctx, tx, eraseLearner, learner)
}

// DeletePerson implements store.Rights.
func (s *Store) DeletePerson(ctx context.Context, sc store.Scope, person string, atMS int64) (err error) {
	defer wrap(&err, "delete person %s", person)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := one(tx.QueryRowContext(ctx, mayErase, sc.PersonID(), person), scanInt); err != nil {
			return err
		}
		p, err := one(tx.QueryRowContext(ctx, personByID, person), scanPerson)
		if err != nil {
			return err
		}
		if err := otherAdmin(ctx, tx, p); err != nil {
			return err
		}
		return erasePerson(ctx, tx, p, max(atMS, 1))
	})
}

// otherAdmin refuses to let the last admin go.
func otherAdmin(ctx context.Context, tx Tx, p store.Person) error {
	if p.Role != store.RoleAdmin {
		return nil
	}
	n, err := one(tx.QueryRowContext(ctx, otherAdmins, p.ID), scanInt)
	if err == nil && n == 0 {
		err = fmt.Errorf("%w: the site keeps an admin", store.ErrConflict)
	}
	return err
}

func erasePerson(ctx context.Context, tx Tx, p store.Person, atMS int64) error {
	if err := eraseWork(ctx, tx, p.LearnerID); err != nil {
		return err
	}
	claimed, err := all(ctx, tx, scanString, learnersOfOwner, p.LearnerID)
	if err != nil {
		return err
	}
	if err := runAll(ctx, tx, eraseAccount, p.ID); err != nil {
		return err
	}
	if err := change(ctx, tx, bareID, atMS, p.ID); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, removeClaims, p.LearnerID); err != nil {
		return err
	}
	for _, l := range append(claimed, p.LearnerID) {
		if err := change(ctx, tx, removeLearner, l); err != nil {
			return err
		}
	}
	return nil
}

// DeleteLearner implements store.Rights.
func (s *Store) DeleteLearner(ctx context.Context, learner string) (err error) {
	defer wrap(&err, "delete learner %q", learner)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		bound, err := one(tx.QueryRowContext(ctx, isBound, learner), scanInt)
		if err != nil {
			return err
		}
		if bound > 0 {
			return store.ErrClaimed
		}
		if err := eraseWork(ctx, tx, learner); err != nil {
			return err
		}
		return change(ctx, tx, removeLearner, learner)
	})
}

// DeleteBefore implements store.Rights.
func (s *Store) DeleteBefore(ctx context.Context, beforeMS int64, n int) (deleted int, err error) {
	defer wrap(&err, "delete explanations past their time")
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		deleted, err = eraseAll(ctx, tx, seqsBefore, beforeMS, n)
		return err
	})
	return deleted, err
}
