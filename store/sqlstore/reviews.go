package sqlstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"fencepost/store"
)

const (
	reviewColumns = `r.id, r.reviewer_id, r.form_key, e.id, r.rubric, r.scorer, r.verdicts, r.comment, r.shown, r.token, r.batch, r.at_ms`

	addReview = `INSERT INTO reviews (id, reviewer_id, form_key, explanation_seq, rubric, scorer, verdicts, comment, shown,
			token, batch, disputes_seen, replies_seen, at_ms)
		SELECT $1, $2, $3, e.seq, $5, $6, $7, $8, $9, $10, $11,
			COALESCE((SELECT MAX(seq) FROM disputes WHERE explanation_id = e.id), 0),
			COALESCE((SELECT MAX(a.seq) FROM reviews v JOIN replies a ON a.review_seq = v.seq WHERE v.explanation_seq = e.seq), 0),
			$12
		FROM explanations e WHERE e.seq = $4`

	reviewByKey = `SELECT ` + reviewColumns + ` FROM reviews r JOIN explanations e ON e.seq = r.explanation_seq
		WHERE r.reviewer_id = $1 AND r.form_key = $2`

	addReviewItem = `INSERT INTO review_items (review_seq, item, machine, person)
		SELECT seq, $1, $2, $3 FROM reviews WHERE id = $4`

	newestResult = `SELECT COALESCE((SELECT s.result FROM desk d JOIN scores s ON s.seq = d.score_seq WHERE d.seq = $1), '')`

	inForceID = `SELECT COALESCE((SELECT r.id FROM desk d JOIN reviews r ON r.seq = d.review_seq WHERE d.seq = $1), '')`
)

func scanReview(r Row) (v store.Review, err error) {
	var verdicts []byte
	if err := r.Scan(reviewFields(&v, &verdicts)...); err != nil {
		return v, err
	}
	err = json.Unmarshal(verdicts, &v.Verdicts)
	return v, err
}

// reviewFields are where reviewColumns go.
func reviewFields(v *store.Review, verdicts *[]byte) []any {
	return []any{
		&v.ID, &v.ReviewerID, &v.Key, &v.ExplanationID, &v.Rubric, &v.Scorer, verdicts,
		&v.Comment, (*[]byte)(&v.Shown), &v.Token, &v.Batch, &v.AtMS,
	}
}

func checkReview(r store.Review) error {
	if err := checkIDs(r.ID, r.Key, r.ExplanationID); err != nil {
		return err
	}
	if err := checkText(r.Rubric, r.Scorer, r.Comment, r.Batch); err != nil {
		return err
	}
	for item, verdict := range r.Verdicts {
		if verdictNo(verdict) == 0 {
			return fmt.Errorf("%w: verdict %q", store.ErrInvalid, verdict)
		}
		if err := checkIDs(item); err != nil {
			return err
		}
	}
	return checkJSON(r.Shown)
}

// SaveReview implements store.Reviews.
func (s *Store) SaveReview(ctx context.Context, sc store.Scope, r store.Review) (kept store.Review, st store.Stale, err error) {
	defer wrap(&err, "save review %s of %q", r.ID, r.ExplanationID)
	if err := checkReview(r); err != nil {
		return kept, st, err
	}
	r.ReviewerID = sc.PersonID()
	err = s.write(ctx, func(ctx context.Context, tx Tx) error {
		kept, st, err = putFenced(ctx, tx, sc, r)
		return err
	})
	return kept, st, err
}

// putFenced stores r where its token is the newest and ends the lease.
func putFenced(ctx context.Context, tx Tx, sc store.Scope, r store.Review) (store.Review, store.Stale, error) {
	none := store.Stale{}
	seq, err := position(ctx, tx, sc, r.ExplanationID)
	if err != nil {
		return r, none, err
	}
	first, err := sameForm(ctx, tx, r)
	if !errors.Is(err, store.ErrNotFound) {
		return first, none, err
	}
	lease, err := readLease(ctx, tx, seq)
	if err != nil {
		return r, none, err
	}
	if err := fence(lease, sc, r.Token); err != nil {
		st, lookup := staleBy(ctx, tx, seq, lease)
		return r, st, errors.Join(err, lookup)
	}
	if err := putReview(ctx, tx, seq, r); err != nil {
		return r, none, err
	}
	_, err = tx.ExecContext(ctx, putOffLease, r.AtMS, seq, r.ReviewerID, r.Token)
	return r, none, err
}

// sameForm is the review that came first with r's key, or ErrNotFound.
func sameForm(ctx context.Context, tx Tx, r store.Review) (store.Review, error) {
	first, err := one(tx.QueryRowContext(ctx, reviewByKey, r.ReviewerID, r.Key), scanReview)
	if err == nil && (first.ExplanationID != r.ExplanationID || first.Batch != r.Batch) {
		err = fmt.Errorf("%w: the key is that of another decision", store.ErrInvalid)
	}
	return first, err
}

// staleBy is what stands in the way of a save.
func staleBy(ctx context.Context, tx Tx, seq int64, lease store.Lease) (store.Stale, error) {
	list, err := all(ctx, tx, scanJudged, judgedOf, seq)
	return store.Stale{Lease: lease, Theirs: standing(list)}, err
}

// putReview stores r, what scorer and person said of each item, and the new
// place on the desk.
func putReview(ctx context.Context, tx Tx, seq int64, r store.Review) error {
	if r.Verdicts == nil {
		r.Verdicts = map[string]string{}
	}
	verdicts, err := json.Marshal(r.Verdicts)
	if err != nil {
		return err
	}
	result, err := one(tx.QueryRowContext(ctx, newestResult, seq), scanString)
	if err != nil {
		return err
	}
	if err := change(ctx, tx, addReview, r.ID, r.ReviewerID, r.Key, seq, r.Rubric, r.Scorer,
		string(verdicts), r.Comment, string(r.Shown), r.Token, r.Batch, r.AtMS); err != nil {
		return err
	}
	machine := read(result).verdicts()
	for _, item := range slices.Sorted(maps.Keys(r.Verdicts)) {
		if _, err := tx.ExecContext(ctx, addReviewItem, item, machine[item], r.Verdicts[item], r.ID); err != nil {
			return err
		}
	}
	if err := derive(ctx, tx, r.ExplanationID); err != nil {
		return err
	}
	return tell(ctx, tx, r.ID)
}

// SaveGroup implements store.Reviews.
func (s *Store) SaveGroup(ctx context.Context, sc store.Scope, list []store.Review, seen []string) (err error) {
	defer wrap(&err, "save a group of %d reviews", len(list))
	if len(list) != len(seen) {
		return fmt.Errorf("%w: %d reviews shown of %d", store.ErrInvalid, len(seen), len(list))
	}
	for _, r := range list {
		if r.Batch == "" || r.Batch != list[0].Batch {
			return fmt.Errorf("%w: a group shares one batch", store.ErrInvalid)
		}
		if err := checkReview(r); err != nil {
			return err
		}
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		for i, r := range list {
			r.ReviewerID = sc.PersonID()
			if err := putOneOfGroup(ctx, tx, sc, r, seen[i]); err != nil {
				return fmt.Errorf("explanation %s: %w", r.ExplanationID, err)
			}
		}
		return nil
	})
}

// putOneOfGroup stores r under a token of its own, so that whoever opened the
// answer before finds theirs stale.
func putOneOfGroup(ctx context.Context, tx Tx, sc store.Scope, r store.Review, seen string) error {
	seq, err := position(ctx, tx, sc, r.ExplanationID)
	if err != nil {
		return err
	}
	if _, err := sameForm(ctx, tx, r); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	lease, err := readLease(ctx, tx, seq)
	if err != nil {
		return err
	}
	now, err := one(tx.QueryRowContext(ctx, inForceID, seq), scanString)
	if err != nil {
		return err
	}
	if now != seen || lease.Token > 0 && lease.PersonID != r.ReviewerID && lease.UntilMS > r.AtMS {
		return store.ErrStale
	}
	if lease, err = grant(ctx, tx, seq, lease, r.ReviewerID, r.AtMS); err != nil {
		return err
	}
	r.Token = lease.Token
	return putReview(ctx, tx, seq, r)
}
