package sqlstore

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"fencepost/store"
)

// ownedBy follows the name of a learner's column: it is the learner named by
// argument n, or one that was claimed for it. All reads of a learner's own work
// go by it.
func ownedBy(n int) string {
	return strings.ReplaceAll(` IN (SELECT $n UNION ALL SELECT learner_id FROM claims WHERE owner_id = $n)`,
		"$n", "$"+strconv.Itoa(n))
}

// owned begins a FROM in which the tables that follow are read for each learner
// that ownedBy names, in column owned. Where a table has an index of a whole
// lesson as well, SQLite would otherwise take that for the shorter way and go
// through everybody's work; a CROSS JOIN keeps its order.
func owned(n int) string {
	return strings.ReplaceAll(`(SELECT $n AS owned UNION ALL SELECT learner_id FROM claims WHERE owner_id = $n) own CROSS JOIN `,
		"$n", "$"+strconv.Itoa(n))
}

const (
	addClaim = `INSERT INTO claims (learner_id, owner_id, at_ms)
		SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM persons WHERE learner_id = $1)
		ON CONFLICT DO NOTHING`

	knownLearner = `SELECT 1 FROM learners WHERE id = $1`

	openDrafts = `SELECT learner_id, lesson, text, revision, at_ms, handed_in FROM drafts
		WHERE learner_id = $1 AND handed_in = 0`

	seqsOfLearner = `SELECT seq FROM explanations WHERE learner_id = $1 ORDER BY seq`
)

var workOf = `SELECT
	(SELECT COUNT(*) FROM attempts WHERE learner_id` + ownedBy(1) + `),
	(SELECT COUNT(*) FROM explanations WHERE learner_id` + ownedBy(1) + `),
	(SELECT COUNT(*) FROM drafts WHERE learner_id` + ownedBy(1) + ` AND handed_in = 0),
	(SELECT COUNT(*) FROM steps_read WHERE learner_id` + ownedBy(1) + `),
	(SELECT COUNT(*) FROM lab_tries WHERE learner_id` + ownedBy(1) + `),
	COALESCE((SELECT MAX(at_ms) FROM (
		SELECT MAX(at_ms) AS at_ms FROM attempts WHERE learner_id` + ownedBy(1) + `
		UNION ALL SELECT MAX(at_ms) FROM explanations WHERE learner_id` + ownedBy(1) + `
		UNION ALL SELECT MAX(at_ms) FROM drafts WHERE learner_id` + ownedBy(1) + `
		UNION ALL SELECT MAX(at_ms) FROM lab_tries WHERE learner_id` + ownedBy(1) + `
		UNION ALL SELECT MAX(at_ms) FROM steps_read WHERE learner_id` + ownedBy(1) + `) last), 0)`

// Work implements store.Claims.
func (s *Store) Work(ctx context.Context, learner string) (w store.Work, err error) {
	defer wrap(&err, "work of %q", learner)
	err = s.read.QueryRowContext(ctx, workOf, learner).Scan(&w.Attempts, &w.Explanations, &w.Drafts, &w.Steps, &w.Labs, &w.LastMS)
	return w, err
}

// Claim implements store.Claims.
func (s *Store) Claim(ctx context.Context, learner, person string, atMS int64) (err error) {
	defer wrap(&err, "claim %s for %s", learner, person)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		p, err := one(tx.QueryRowContext(ctx, personByID, person), scanPerson)
		if err != nil {
			return err
		}
		if _, err := one(tx.QueryRowContext(ctx, knownLearner, learner), scanInt); err != nil {
			return err
		}
		claimed, err := insert(ctx, tx, addClaim, learner, p.LearnerID, atMS)
		if err != nil {
			return err
		}
		if !claimed {
			return store.ErrClaimed
		}
		return errors.Join(moveDrafts(ctx, tx, learner, p.LearnerID), moveRecall(ctx, tx, learner, p.LearnerID), moveLabs(ctx, tx, learner, p.LearnerID), deriveAll(ctx, tx, seqsOfLearner, learner))
	})
}

// moveDrafts gives what a learner was writing to its owner.
func moveDrafts(ctx context.Context, tx Tx, learner, owner string) error {
	drafts, err := all(ctx, tx, scanDraft, openDrafts, learner)
	if err != nil {
		return err
	}
	for _, d := range drafts {
		if err := moveDraft(ctx, tx, d, owner); err != nil {
			return err
		}
	}
	return nil
}

func moveDraft(ctx context.Context, tx Tx, d storedDraft, owner string) error {
	kept, err := readDraft(ctx, tx, owner, d.Lesson)
	if err != nil {
		return err
	}
	moved := d.Draft
	moved.LearnerID, moved.Text = owner, below(kept.visible().Text, d.Text)
	if _, err := replaceDraft(ctx, tx, moved, kept.Revision); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, handInDraft, d.LearnerID, d.Lesson)
	return err
}

// below puts one text under another, unless it has nothing to add.
func below(upper, lower string) string {
	switch {
	case strings.TrimSpace(upper) == "" || upper == lower:
		return lower
	case strings.TrimSpace(lower) == "":
		return upper
	}
	return upper + "\n\n" + lower
}
