package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"fencepost/store"
)

const (
	explanationOfReview = `SELECT e.seq FROM reviews r JOIN explanations e ON e.seq = r.explanation_seq
		WHERE r.id = $1 AND r.reviewer_id = $2
		  AND EXISTS (SELECT 1 FROM places q JOIN reaches ON reaches.cohort_no = q.cohort_no WHERE q.seq = e.seq AND reaches.person_id = $2)`

	addWithdrawal = `INSERT INTO withdrawals (review_seq, at_ms) SELECT seq, $1 FROM reviews WHERE id = $2 ON CONFLICT DO NOTHING`

	reviewsOfBatch = `SELECT r.id FROM reviews r WHERE r.reviewer_id = $1 AND r.batch = $2 AND r.batch <> ''
		AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.review_seq = r.seq) ORDER BY r.seq`

	addReply = `INSERT INTO replies (id, review_seq, learner_id, text, at_ms)
		SELECT $1, seq, $2, $3, $4 FROM reviews WHERE id = $5 ON CONFLICT DO NOTHING`

	replyTo = `SELECT a.id, r.id, a.learner_id, a.text, a.at_ms FROM replies a JOIN reviews r ON r.seq = a.review_seq WHERE r.id = $1`

	// unseenReviews follows a FROM of desk d. The owner of the work has not seen these;
	// whose they are is for a query to add.
	unseenReviews = `JOIN reviews r ON r.explanation_seq = d.seq
		WHERE d.reviewer_id IS NOT NULL
		  AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.review_seq = r.seq)
		  AND NOT EXISTS (SELECT 1 FROM sights s WHERE s.review_seq = r.seq)`

	newsOf = `SELECT r.id, e.id, e.lesson, r.at_ms FROM desk d JOIN explanations e ON e.seq = d.seq
		` + unseenReviews + ` AND d.owner_id = $1 ORDER BY r.seq`

	markReviewsSeen = `INSERT INTO sights (review_seq, at_ms) SELECT seq, $1 FROM reviews WHERE explanation_seq = $2 ON CONFLICT DO NOTHING`
)

// ownReviewed is the id of the explanation that a review of a learner's own
// work is about.
var ownReviewed = `SELECT e.id FROM reviews r JOIN explanations e ON e.seq = r.explanation_seq
	WHERE r.id = $1 AND e.learner_id` + ownedBy(2)

// Withdraw implements store.Reviews.
func (s *Store) Withdraw(ctx context.Context, sc store.Scope, review string, atMS int64) (err error) {
	defer wrap(&err, "withdraw review %q", review)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		return withdraw(ctx, tx, sc, review, atMS)
	})
}

func withdraw(ctx context.Context, tx Tx, sc store.Scope, review string, atMS int64) error {
	seq, err := one(tx.QueryRowContext(ctx, explanationOfReview, review, sc.PersonID()), scanInt)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, addWithdrawal, atMS, review); err != nil {
		return err
	}
	src, err := one(tx.QueryRowContext(ctx, sourcesBySeq, seq), scanSources)
	if err != nil {
		return err
	}
	return src.put(ctx, tx)
}

// WithdrawBatch implements store.Reviews.
func (s *Store) WithdrawBatch(ctx context.Context, sc store.Scope, batch string, atMS int64) (n int, err error) {
	defer wrap(&err, "withdraw batch %q", batch)
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		ids, err := all(ctx, tx, scanString, reviewsOfBatch, sc.PersonID(), batch)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := withdraw(ctx, tx, sc, id, atMS); err != nil {
				return err
			}
		}
		n = len(ids)
		return nil
	})
	return n, err
}

// AddReply implements store.Reviews.
func (s *Store) AddReply(ctx context.Context, r store.Reply) (kept store.Reply, err error) {
	defer wrap(&err, "reply to review %q", r.ReviewID)
	if err := errors.Join(checkIDs(r.ID, r.ReviewID, r.LearnerID), checkText(r.Text)); err != nil {
		return kept, err
	}
	err = s.write(within(ctx, r.LearnerID), func(ctx context.Context, tx Tx) error {
		explanation, err := one(tx.QueryRowContext(ctx, ownReviewed, r.ReviewID, r.LearnerID), scanString)
		if err != nil {
			return err
		}
		added, err := insert(ctx, tx, addReply, r.ID, r.LearnerID, r.Text, r.AtMS, r.ReviewID)
		if err != nil {
			return err
		}
		if added {
			kept = r
			return derive(ctx, tx, explanation)
		}
		kept, err = earlier(tx.QueryRowContext(ctx, replyTo, r.ReviewID), scanReply)
		if err == nil && kept.Text != r.Text {
			err = fmt.Errorf("%w: there is a reply", store.ErrConflict)
		}
		return err
	})
	return kept, err
}

func scanReply(r Row) (a store.Reply, err error) {
	err = r.Scan(&a.ID, &a.ReviewID, &a.LearnerID, &a.Text, &a.AtMS)
	return a, err
}

// News implements store.Reviews.
func (s *Store) News(ctx context.Context, learner string) (list []store.News, err error) {
	defer wrap(&err, "news for %q", learner)
	return all(ctx, s.read, func(r Row) (n store.News, err error) {
		err = r.Scan(&n.ReviewID, &n.ExplanationID, &n.Lesson, &n.AtMS)
		return n, err
	}, newsOf, learner)
}

// MarkSeen implements store.Reviews.
func (s *Store) MarkSeen(ctx context.Context, learner, explanation string, atMS int64) (err error) {
	defer wrap(&err, "mark reviews of %q seen", explanation)
	return s.write(within(ctx, learner), func(ctx context.Context, tx Tx) error {
		if _, err := one(tx.QueryRowContext(ctx, explanationByID, explanation, learner), scanExplanation); err != nil {
			return err
		}
		seq, err := one(tx.QueryRowContext(ctx, seqOfExplanation, explanation), scanInt)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, markReviewsSeen, atMS, seq)
		return err
	})
}
