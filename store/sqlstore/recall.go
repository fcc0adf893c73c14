package sqlstore

import (
	"context"
	"fmt"

	"fencepost/store"
)

const (
	recallCardColumns = `learner_id, lesson, kind, item, entered_ms, due_ms, stability, difficulty, days, last_ms, reps, lapses, turn`

	recallCards = `SELECT ` + recallCardColumns + ` FROM recall_cards WHERE learner_id = $1 ORDER BY due_ms, lesson, kind, item`

	recallCard = `SELECT ` + recallCardColumns + ` FROM recall_cards WHERE learner_id = $1 AND lesson = $2 AND kind = $3 AND item = $4`

	recallCardsOf = `SELECT ` + recallCardColumns + ` FROM recall_cards
		WHERE learner_id IN (SELECT owner_id FROM classes WHERE cohort_no = $1) ORDER BY learner_id, due_ms, lesson, kind, item`

	recallCountsOf = `SELECT c.learner_id, SUM(CASE WHEN c.due_ms < $2 THEN 1 ELSE 0 END), SUM(c.reps)
		FROM classes k CROSS JOIN recall_cards c WHERE c.learner_id = k.owner_id AND k.cohort_no = $1 GROUP BY c.learner_id`

	recallDue = `SELECT COUNT(*) FROM recall_cards WHERE learner_id = $1 AND due_ms < $2`

	moveCard = `UPDATE recall_cards SET due_ms = $1, stability = $2, difficulty = $3, days = $4, last_ms = $5, reps = $6,
			lapses = $7, turn = turn + 1
		WHERE learner_id = $8 AND lesson = $9 AND kind = $10 AND item = $11 AND turn = $12`

	recallEventColumns = `id, learner_id, form_key, lesson, kind, item, act, COALESCE(of_id, ''), rating, detail, content, turn, at_ms`

	addRecall = `INSERT INTO recall_events (id, learner_id, form_key, lesson, kind, item, act, of_id, rating, detail, content, turn, at_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, NULLIF($8, ''), $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`

	recallByKey = `SELECT ` + recallEventColumns + ` FROM recall_events WHERE learner_id = $1 AND form_key = $2`
)

var (
	recallByID = `SELECT ` + recallEventColumns + ` FROM recall_events WHERE learner_id` + ownedBy(1) + ` AND id = $2`

	recallsOfItem = `SELECT ` + recallEventColumns + ` FROM recall_events
		WHERE learner_id` + ownedBy(1) + ` AND lesson = $2 AND kind = $3 AND item = $4 ORDER BY seq`

	recallsSince = `SELECT ` + recallEventColumns + ` FROM recall_events e
		WHERE learner_id` + ownedBy(1) + ` AND at_ms >= $2 AND act = 'answer'
			AND NOT EXISTS (SELECT 1 FROM recall_events u WHERE u.of_id = e.id AND u.act = 'undo') ORDER BY seq`

	recallsOfOwner = `SELECT ` + recallEventColumns + ` FROM recall_events WHERE learner_id` + ownedBy(1) + ` ORDER BY seq`
)

// RecallCards implements store.Recalls.
func (s *Store) RecallCards(ctx context.Context, learner string) (list []store.RecallCard, err error) {
	defer wrap(&err, "recall cards")
	return all(ctx, s.read, scanRecallCard, recallCards, learner)
}

// RecallCard implements store.Recalls.
func (s *Store) RecallCard(ctx context.Context, learner string, i store.RecallItem) (c store.RecallCard, err error) {
	defer wrap(&err, "recall card %s/%s", i.Lesson, i.Item)
	return one(s.read.QueryRowContext(ctx, recallCard, learner, i.Lesson, i.Kind, i.Item), scanRecallCard)
}

// RecallCardsOf implements store.Recalls.
func (s *Store) RecallCardsOf(ctx context.Context, sc store.Scope, cohort string) (list []store.RecallCard, err error) {
	defer wrap(&err, "recall cards of cohort %q", cohort)
	no, err := inSight(ctx, s.read, sc, cohort, assists)
	if err != nil {
		return nil, err
	}
	return all(ctx, s.read, scanRecallCard, recallCardsOf, no)
}

// RecallCountsOf implements store.Recalls.
func (s *Store) RecallCountsOf(ctx context.Context, sc store.Scope, cohort string, beforeMS int64) (m map[string]store.RecallCount, err error) {
	defer wrap(&err, "count the recall cards of cohort %q", cohort)
	no, err := inSight(ctx, s.read, sc, cohort, assists)
	if err != nil {
		return nil, err
	}
	m = make(map[string]store.RecallCount)
	_, err = all(ctx, s.read, func(r Row) (struct{}, error) {
		var learner string
		var n store.RecallCount
		err := r.Scan(&learner, &n.Due, &n.Reviewed)
		m[learner] = n
		return struct{}{}, err
	}, recallCountsOf, no, beforeMS)
	return m, err
}

// RecallDue implements store.Recalls.
func (s *Store) RecallDue(ctx context.Context, learner string, beforeMS int64) (n int, err error) {
	defer wrap(&err, "count what is due")
	err = s.read.QueryRowContext(ctx, recallDue, learner, beforeMS).Scan(&n)
	return n, err
}

// AddRecall implements store.Recalls.
func (s *Store) AddRecall(ctx context.Context, e store.RecallEvent, card store.RecallCard) (kept store.RecallEvent, err error) {
	defer wrap(&err, "add recall event %s", e.ID)
	if err := checkRecall(e); err != nil {
		return kept, err
	}
	err = s.write(within(ctx, e.LearnerID), func(ctx context.Context, tx Tx) error {
		kept, err = putRecall(ctx, tx, e, card)
		return err
	})
	return kept, err
}

func checkRecall(e store.RecallEvent) error {
	if err := checkIDs(e.ID, e.LearnerID, e.Key, e.Lesson, e.Item); err != nil {
		return err
	}
	if err := checkText(e.Content, e.Of); err != nil {
		return err
	}
	if (e.Act == store.RecallAnswered) != (e.Of == "") {
		return fmt.Errorf("%w: %q of %q", store.ErrInvalid, e.Act, e.Of)
	}
	return checkJSON(e.Detail)
}

// putRecall stores e and moves its card, or finds the event that came first
// with its key.
func putRecall(ctx context.Context, tx Tx, e store.RecallEvent, card store.RecallCard) (store.RecallEvent, error) {
	if e.Of != "" {
		if _, err := one(tx.QueryRowContext(ctx, recallByID, e.LearnerID, e.Of), scanRecallEvent); err != nil {
			return e, err
		}
	}
	added, err := insert(ctx, tx, addRecall, e.ID, e.LearnerID, e.Key, e.Lesson, e.Kind, e.Item, e.Act, e.Of,
		e.Rating, string(e.Detail), e.Content, e.Turn, e.AtMS)
	if err != nil {
		return e, err
	}
	if !added {
		return earlier(tx.QueryRowContext(ctx, recallByKey, e.LearnerID, e.Key), scanRecallEvent)
	}
	if err := putRecallCard(ctx, tx, e, card); err != nil {
		return e, err
	}
	return e, tell(ctx, tx, e.ID)
}

// putRecallCard moves the card that the event's form was made for.
func putRecallCard(ctx context.Context, tx Tx, e store.RecallEvent, c store.RecallCard) error {
	moved, err := tx.ExecContext(ctx, moveCard, c.DueMS, c.Stability, c.Difficulty, c.Days, c.LastMS, c.Reps, c.Lapses,
		e.LearnerID, e.Lesson, e.Kind, e.Item, e.Turn)
	if err != nil || moved == 1 {
		return err
	}
	if _, err := one(tx.QueryRowContext(ctx, recallCard, e.LearnerID, e.Lesson, e.Kind, e.Item), scanRecallCard); err != nil {
		return err
	}
	return store.ErrStale
}

// RecallEvent implements store.Recalls.
func (s *Store) RecallEvent(ctx context.Context, learner, id string) (e store.RecallEvent, err error) {
	defer wrap(&err, "recall event %q", id)
	return one(s.read.QueryRowContext(ctx, recallByID, learner, id), scanRecallEvent)
}

// RecallEvents implements store.Recalls.
func (s *Store) RecallEvents(ctx context.Context, learner string, i store.RecallItem) (list []store.RecallEvent, err error) {
	defer wrap(&err, "recall events of %s/%s", i.Lesson, i.Item)
	return all(ctx, s.read, scanRecallEvent, recallsOfItem, learner, i.Lesson, i.Kind, i.Item)
}

// RecallsSince implements store.Recalls.
func (s *Store) RecallsSince(ctx context.Context, learner string, fromMS int64) (list []store.RecallEvent, err error) {
	defer wrap(&err, "recall events since %d", fromMS)
	return all(ctx, s.read, scanRecallEvent, recallsSince, learner, fromMS)
}

func scanRecallCard(r Row) (c store.RecallCard, err error) {
	err = r.Scan(&c.LearnerID, &c.Lesson, &c.Kind, &c.Item, &c.EnteredMS, &c.DueMS, &c.Stability, &c.Difficulty, &c.Days,
		&c.LastMS, &c.Reps, &c.Lapses, &c.Turn)
	return c, err
}

func scanRecallEvent(r Row) (e store.RecallEvent, err error) {
	err = r.Scan(&e.ID, &e.LearnerID, &e.Key, &e.Lesson, &e.Kind, &e.Item, &e.Act, &e.Of, &e.Rating, (*[]byte)(&e.Detail),
		&e.Content, &e.Turn, &e.AtMS)
	return e, err
}
