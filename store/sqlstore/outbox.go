package sqlstore

import (
	"context"
	"errors"

	"fencepost/store"
)

const (
	nameOfLane = `SELECT name FROM xapi_lanes WHERE learner_id = $1`

	addLane = `INSERT INTO xapi_lanes (learner_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING`

	// The lane's row is taken first: who settles the lane and who adds to it wait
	// for each other, so that none is left waiting in a lane that looks empty.
	wakeLane = `UPDATE xapi_lanes SET due_ms = CASE WHEN due_ms = 0 THEN $1 ELSE due_ms END WHERE learner_id = $2`

	addStatement = `INSERT INTO xapi_outbox (id, learner_id, explanation, at_ms, body) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`

	laneIsDue = `SELECT COUNT(*) FROM (SELECT 1 AS one FROM xapi_lanes WHERE due_ms > 0 AND due_ms <= $1 AND until_ms <= $1 LIMIT 1) t`

	// What makes a lane free stands outside as well, where it is looked at again
	// once the row is locked.
	claimLanes = `UPDATE xapi_lanes SET token = token + 1, until_ms = $2
		WHERE until_ms <= $1 AND learner_id IN (SELECT learner_id FROM xapi_lanes
			WHERE due_ms > 0 AND due_ms <= $1 AND until_ms <= $1 ORDER BY due_ms LIMIT $3)
		RETURNING learner_id, token`

	waitingInLane = `SELECT id, body, tries FROM xapi_outbox WHERE learner_id = $1 AND dead_ms = 0 ORDER BY seq LIMIT $2`

	holdsLane = `UPDATE xapi_lanes SET until_ms = 0 WHERE learner_id = $1 AND token = $2`

	removeStatement = `DELETE FROM xapi_outbox WHERE id = $1 AND learner_id = $2`

	failStatement = `UPDATE xapi_outbox SET tries = tries + 1, failure = $1 WHERE id = $2 AND learner_id = $3`

	killStatement = `UPDATE xapi_outbox SET tries = tries + 1, failure = $1, dead_ms = $4 WHERE id = $2 AND learner_id = $3`

	laneDue = `UPDATE xapi_lanes SET due_ms = CASE WHEN EXISTS
			(SELECT 1 FROM xapi_outbox o WHERE o.learner_id = $2 AND o.dead_ms = 0) THEN $1 ELSE 0 END
		WHERE learner_id = $2`

	countSent = `UPDATE xapi_sent SET n = n + $1, last_ms = $2 WHERE only_row = 1`
)

// tell stores what the context says about a record that was just stored. One
// whose learner has no lane, being deleted, is told of no more.
func tell(ctx context.Context, tx Tx, about string) error {
	for _, s := range store.ToldOf(ctx, about) {
		if err := errors.Join(checkIDs(s.ID, s.LearnerID), checkText(s.Explanation), checkJSON(s.Body)); err != nil {
			return err
		}
		awake, err := insert(ctx, tx, wakeLane, max(s.AtMS, 1), s.LearnerID)
		if err != nil {
			return err
		}
		if !awake {
			continue
		}
		if _, err := insert(ctx, tx, addStatement, s.ID, s.LearnerID, s.Explanation, s.AtMS, string(s.Body)); err != nil {
			return err
		}
	}
	return nil
}

// Pseudonym implements store.Outbox.
func (s *Store) Pseudonym(ctx context.Context, learner, fresh string) (name string, err error) {
	defer wrap(&err, "pseudonym of %q", learner)
	name, err = one(s.read.QueryRowContext(ctx, nameOfLane, learner), scanString)
	if !errors.Is(err, store.ErrNotFound) {
		return name, err
	}
	if err := checkIDs(learner, fresh); err != nil {
		return "", err
	}
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := insert(ctx, tx, addLane, learner, fresh); err != nil {
			return err
		}
		name, err = one(tx.QueryRowContext(ctx, nameOfLane, learner), scanString)
		return err
	})
	return name, err
}

// OutboxDue implements store.Outbox.
func (s *Store) OutboxDue(ctx context.Context, atMS int64) (due bool, err error) {
	defer wrap(&err, "look for due statements")
	n, err := one(s.read.QueryRowContext(ctx, laneIsDue, atMS), scanInt)
	return n > 0, err
}

// ClaimLanes implements store.Outbox.
func (s *Store) ClaimLanes(ctx context.Context, atMS, ttlMS int64, n, each int) (list []store.Lane, err error) {
	defer wrap(&err, "claim lanes")
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		list, err = all(ctx, tx, func(r Row) (l store.Lane, err error) {
			err = r.Scan(&l.LearnerID, &l.Token)
			return l, err
		}, claimLanes, atMS, atMS+ttlMS, n)
		for i := 0; err == nil && i < len(list); i++ {
			list[i].Waiting, err = all(ctx, tx, scanOutgoing, waitingInLane, list[i].LearnerID, each)
		}
		return err
	})
	return list, err
}

func scanOutgoing(r Row) (o store.Outgoing, err error) {
	err = r.Scan(&o.ID, (*[]byte)(&o.Body), &o.Tries)
	return o, err
}

// SettleLanes implements store.Outbox.
func (s *Store) SettleLanes(ctx context.Context, atMS int64, list []store.Settled) (stale int, err error) {
	defer wrap(&err, "settle %d lanes", len(list))
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		stale = 0
		sent := 0
		for _, l := range list {
			held, err := insert(ctx, tx, holdsLane, l.LearnerID, l.Token)
			if err != nil {
				return err
			}
			if !held {
				stale++
				continue
			}
			if err := settle(ctx, tx, max(atMS, 1), l); err != nil {
				return err
			}
			sent += len(l.Sent)
		}
		if sent == 0 {
			return nil
		}
		_, err := tx.ExecContext(ctx, countSent, sent, atMS)
		return err
	})
	return stale, err
}

// settle records what came of a lane that is held.
func settle(ctx context.Context, tx Tx, atMS int64, l store.Settled) error {
	for _, id := range l.Sent {
		if _, err := tx.ExecContext(ctx, removeStatement, id, l.LearnerID); err != nil {
			return err
		}
	}
	for _, d := range l.Dead {
		if _, err := tx.ExecContext(ctx, killStatement, d.Why, d.ID, l.LearnerID, atMS); err != nil {
			return err
		}
	}
	for _, id := range l.Failed {
		if _, err := tx.ExecContext(ctx, failStatement, l.Why, id, l.LearnerID); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, laneDue, max(l.DueMS, 1), l.LearnerID)
	return err
}
