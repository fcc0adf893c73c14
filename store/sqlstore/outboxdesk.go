package sqlstore

import (
	"context"

	"fencepost/store"
)

const (
	outboxCounts = `SELECT
		(SELECT COUNT(*) FROM xapi_outbox WHERE dead_ms = 0),
		(SELECT COUNT(*) FROM xapi_outbox WHERE dead_ms = 0 AND tries > 0),
		(SELECT COUNT(*) FROM xapi_outbox WHERE dead_ms > 0),
		COALESCE((SELECT at_ms FROM xapi_outbox WHERE dead_ms = 0 ORDER BY seq LIMIT 1), 0), n, last_ms
		FROM xapi_sent WHERE only_row = 1`

	deadLetters = `SELECT id, learner_id, body, failure, tries, at_ms, dead_ms FROM xapi_outbox WHERE dead_ms > 0 ORDER BY seq LIMIT $1`

	// A lane with a dead letter of this id, or of any for ''.
	wakeLanesOfDead = `UPDATE xapi_lanes SET due_ms = CASE WHEN due_ms = 0 OR due_ms > $1 THEN $1 ELSE due_ms END
		WHERE learner_id IN (SELECT learner_id FROM xapi_outbox WHERE dead_ms > 0 AND ($2 = '' OR id = $2))`

	reviveDead = `UPDATE xapi_outbox SET dead_ms = 0, tries = 0 WHERE dead_ms > 0 AND ($1 = '' OR id = $1)`

	removeDead = `DELETE FROM xapi_outbox WHERE dead_ms > 0 AND ($1 = '' OR id = $1)`
)

var (
	statementsOfOwner = `SELECT id, learner_id, '', explanation, body, at_ms FROM xapi_outbox WHERE learner_id` + ownedBy(1) + ` ORDER BY seq`
	namesOfOwner      = `SELECT name FROM xapi_lanes WHERE learner_id` + ownedBy(1) + ` ORDER BY name`
)

// OutboxCounts implements store.Outbox.
func (s *Store) OutboxCounts(ctx context.Context) (c store.OutboxCounts, err error) {
	defer wrap(&err, "count the outbox")
	err = s.read.QueryRowContext(ctx, outboxCounts).Scan(&c.Waiting, &c.Failing, &c.Dead, &c.OldestMS, &c.Sent, &c.SentMS)
	return c, err
}

// DeadLetters implements store.Outbox.
func (s *Store) DeadLetters(ctx context.Context, n int) (list []store.DeadLetter, err error) {
	defer wrap(&err, "dead letters")
	return all(ctx, s.read, func(r Row) (d store.DeadLetter, err error) {
		err = r.Scan(&d.ID, &d.LearnerID, (*[]byte)(&d.Body), &d.Why, &d.Tries, &d.AtMS, &d.DeadMS)
		return d, err
	}, deadLetters, n)
}

// Resend implements store.Outbox.
func (s *Store) Resend(ctx context.Context, id string, atMS int64) (n int, err error) {
	defer wrap(&err, "send dead letters again")
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := tx.ExecContext(ctx, wakeLanesOfDead, max(atMS, 1), id); err != nil {
			return err
		}
		revived, err := tx.ExecContext(ctx, reviveDead, id)
		n = int(revived)
		return err
	})
	return n, err
}

// DropDead implements store.Outbox.
func (s *Store) DropDead(ctx context.Context, id string) (n int, err error) {
	defer wrap(&err, "drop dead letters")
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		removed, err := tx.ExecContext(ctx, removeDead, id)
		n = int(removed)
		return err
	})
	return n, err
}

func scanStatement(r Row) (s store.Statement, err error) {
	err = r.Scan(&s.ID, &s.LearnerID, &s.About, &s.Explanation, (*[]byte)(&s.Body), &s.AtMS)
	return s, err
}
