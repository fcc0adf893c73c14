package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"fencepost/store"
)

const (
	recallSettingColumns = `learner_id, daily, remind, hour, feed_hash, at_ms`

	recallSetting = `SELECT ` + recallSettingColumns + ` FROM recall_settings WHERE learner_id = $1`

	recallFeed = `SELECT ` + recallSettingColumns + ` FROM recall_settings WHERE feed_hash = $1`

	setRecall = `INSERT INTO recall_settings (` + recallSettingColumns + `) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (learner_id) DO UPDATE SET daily = $2, remind = $3, hour = $4, feed_hash = $5, at_ms = $6`

	reminders = `SELECT learner_id, email, name, due FROM (
			SELECT t.learner_id, p.email, p.name,
				(SELECT COUNT(*) FROM recall_cards c WHERE c.learner_id = t.learner_id AND c.due_ms < $4) AS due
			FROM recall_settings t JOIN persons p ON p.learner_id = t.learner_id
			WHERE t.remind = 1 AND t.hour <= $2 AND t.learner_id > $5
				AND p.email <> '' AND p.suspended_ms = 0 AND p.deleted_ms = 0
				AND NOT EXISTS (SELECT 1 FROM recall_reminders r WHERE r.learner_id = t.learner_id AND r.day = $1)
				AND NOT EXISTS (SELECT 1 FROM recall_events e WHERE e.learner_id = t.learner_id AND e.at_ms >= $3)
		) asked WHERE due > 0 ORDER BY learner_id LIMIT $6`

	claimReminder = `INSERT INTO recall_reminders (learner_id, day, end_hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`

	oldReminders = `DELETE FROM recall_reminders WHERE learner_id = $1 AND day < $2`

	endReminders = `UPDATE recall_settings SET remind = 0, at_ms = $2
		WHERE learner_id = (SELECT learner_id FROM recall_reminders WHERE end_hash = $1)`
)

// remindersKept is for how many days a letter's link works.
const remindersKept = 60

// RecallSetting implements store.Recalls.
func (s *Store) RecallSetting(ctx context.Context, learner string) (set store.RecallSetting, err error) {
	defer wrap(&err, "recall setting")
	set, err = one(s.read.QueryRowContext(ctx, recallSetting, learner), scanRecallSetting)
	if errors.Is(err, store.ErrNotFound) {
		return store.RecallSetting{LearnerID: learner}, nil
	}
	return set, err
}

// SetRecall implements store.Recalls.
func (s *Store) SetRecall(ctx context.Context, set store.RecallSetting) (err error) {
	defer wrap(&err, "set recall")
	if err := checkIDs(set.LearnerID); err != nil {
		return err
	}
	if set.Hour < 0 || set.Hour > 23 || set.Daily < 0 {
		return fmt.Errorf("%w: hour %d, %d a day", store.ErrInvalid, set.Hour, set.Daily)
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		_, err := tx.ExecContext(ctx, setRecall, set.LearnerID, set.Daily, bit(set.Remind), set.Hour, set.FeedHash, set.AtMS)
		return err
	})
}

// RecallFeed implements store.Recalls.
func (s *Store) RecallFeed(ctx context.Context, hash []byte) (set store.RecallSetting, err error) {
	defer wrap(&err, "recall feed")
	if len(hash) == 0 {
		return set, store.ErrNotFound
	}
	return one(s.read.QueryRowContext(ctx, recallFeed, hash), scanRecallSetting)
}

func scanRecallSetting(r Row) (set store.RecallSetting, err error) {
	err = r.Scan(&set.LearnerID, &set.Daily, &set.Remind, &set.Hour, &set.FeedHash, &set.AtMS)
	return set, err
}

// Reminders implements store.Recalls.
func (s *Store) Reminders(ctx context.Context, day int64, hour int, sinceMS, beforeMS int64, after string, n int) (list []store.Reminder, err error) {
	defer wrap(&err, "reminders")
	return all(ctx, s.read, func(r Row) (m store.Reminder, err error) {
		err = r.Scan(&m.LearnerID, &m.Email, &m.Name, &m.Due)
		return m, err
	}, reminders, day, hour, sinceMS, beforeMS, after, n)
}

// ClaimReminder implements store.Recalls.
func (s *Store) ClaimReminder(ctx context.Context, learner string, day int64, hash []byte) (won bool, err error) {
	defer wrap(&err, "claim a reminder")
	if len(hash) == 0 {
		return false, fmt.Errorf("%w: a reminder without a hash", store.ErrInvalid)
	}
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		if won, err = insert(ctx, tx, claimReminder, learner, day, hash); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, oldReminders, learner, day-remindersKept)
		return err
	})
	return won, err
}

// EndReminders implements store.Recalls.
func (s *Store) EndReminders(ctx context.Context, hash []byte, atMS int64) (err error) {
	defer wrap(&err, "end reminders")
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		n, err := tx.ExecContext(ctx, endReminders, hash, atMS)
		if err == nil && n == 0 {
			err = store.ErrNotFound
		}
		return err
	})
}
