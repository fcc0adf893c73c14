package sqlstore

import (
	"context"
	"fmt"

	"fencepost/store"
)

const (
	disputeColumns = `id, learner_id, form_key, explanation_id, item, claim, reason, at_ms, COALESCE(run, '')`

	addDispute = `INSERT INTO disputes (id, learner_id, form_key, explanation_id, item, claim, reason, at_ms, run)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULLIF($9, '')) ON CONFLICT DO NOTHING`

	disputeByKey = `SELECT ` + disputeColumns + ` FROM disputes
		WHERE learner_id = $1 AND form_key = $2`

	disputesOfExplanation = `SELECT ` + disputeColumns + ` FROM disputes
		WHERE explanation_id = $1 ORDER BY seq`
)

// AddDispute implements store.Explanations.
func (s *Store) AddDispute(ctx context.Context, d store.Dispute) (kept store.Dispute, err error) {
	defer wrap(&err, "add dispute %s of explanation %s", d.ID, d.ExplanationID)
	if err := checkDispute(d); err != nil {
		return kept, err
	}
	err = s.write(within(ctx, d.LearnerID), func(ctx context.Context, tx Tx) error {
		kept, err = putDispute(ctx, tx, d)
		return err
	})
	return kept, err
}

func checkDispute(d store.Dispute) error {
	if err := checkIDs(d.ID, d.LearnerID, d.Key, d.ExplanationID, d.Item); err != nil {
		return err
	}
	if d.Claim != "said" && d.Claim != "not_meant" {
		return fmt.Errorf("%w: claim %q", store.ErrInvalid, d.Claim)
	}
	if err := checkText(d.Run); err != nil {
		return err
	}
	return checkText(d.Reason)
}

// putDispute stores d if the explanation is the learner's own.
func putDispute(ctx context.Context, tx Tx, d store.Dispute) (store.Dispute, error) {
	own := tx.QueryRowContext(ctx, explanationByID, d.ExplanationID, d.LearnerID)
	if _, err := one(own, scanExplanation); err != nil {
		return d, err
	}
	added, err := insert(ctx, tx, addDispute,
		d.ID, d.LearnerID, d.Key, d.ExplanationID, d.Item, d.Claim, d.Reason, d.AtMS, d.Run)
	if err != nil {
		return d, err
	}
	if added {
		return d, derive(ctx, tx, d.ExplanationID)
	}
	return earlier(tx.QueryRowContext(ctx, disputeByKey, d.LearnerID, d.Key), scanDispute)
}

// Disputes implements store.Explanations.
func (s *Store) Disputes(ctx context.Context, explanation string) (list []store.Dispute, err error) {
	defer wrap(&err, "disputes of explanation %q", explanation)
	return all(ctx, s.read, scanDispute, disputesOfExplanation, explanation)
}

func scanDispute(r Row) (d store.Dispute, err error) {
	err = r.Scan(&d.ID, &d.LearnerID, &d.Key, &d.ExplanationID, &d.Item, &d.Claim, &d.Reason, &d.AtMS, &d.Run)
	return d, err
}
