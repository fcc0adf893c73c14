package sqlstore

import (
	"context"
	"encoding/json"
	"errors"

	"fencepost/store"
)

const (
	// positionInSight is positionOf, or that of the person's own.
	positionInSight = `SELECT e.seq FROM explanations e JOIN desk d ON d.seq = e.seq WHERE e.id = $1 AND (
		EXISTS (SELECT 1 FROM places q JOIN reaches ON reaches.cohort_no = q.cohort_no WHERE q.seq = e.seq AND reaches.person_id = $2)
		OR d.owner_id = (SELECT learner_id FROM persons WHERE id = $2 AND suspended_ms = 0))`

	explanationBySeq = `SELECT ` + explanationColumns + ` FROM explanations WHERE seq = $1`

	// ownerOf is whose an explanation is, and the id of its score in force.
	ownerOf = `SELECT COALESCE(p.id, ''), d.owner_id, COALESCE(p.name, ''), COALESCE(s.id, '') FROM desk d
		LEFT JOIN persons p ON p.learner_id = d.owner_id LEFT JOIN scores s ON s.seq = d.score_seq WHERE d.seq = $1`

	judgedColumns = reviewColumns + `, COALESCE(p.name, ''), COALESCE(w.at_ms, 0), COALESCE(s.at_ms, 0),
		COALESCE(a.id, ''), COALESCE(a.learner_id, ''), COALESCE(a.text, ''), COALESCE(a.at_ms, 0)`

	judgedTables = `JOIN explanations e ON e.seq = r.explanation_seq
		JOIN persons p ON p.id = r.reviewer_id
		LEFT JOIN withdrawals w ON w.review_seq = r.seq
		LEFT JOIN sights s ON s.review_seq = r.seq
		LEFT JOIN replies a ON a.review_seq = r.seq`

	judgedOf = `SELECT ` + judgedColumns + ` FROM reviews r ` + judgedTables + ` WHERE r.explanation_seq = $1 ORDER BY r.seq`

	earlierOf = `SELECT ` + explanationColumns + ` FROM explanations WHERE seq IN (
		SELECT b.seq FROM desk d JOIN desk b ON b.owner_id = d.owner_id AND b.lesson = d.lesson AND b.seq < d.seq WHERE d.seq = $1)
		ORDER BY seq`
)

// ownPosition is that of one of a learner's own.
var ownPosition = `SELECT seq FROM explanations WHERE id = $1 AND learner_id` + ownedBy(2)

// File implements store.Desk.
func (s *Store) File(ctx context.Context, sc store.Scope, explanation string) (f store.File, err error) {
	defer wrap(&err, "file of %q", explanation)
	seq, err := one(s.read.QueryRowContext(ctx, positionInSight, explanation, sc.PersonID()), scanInt)
	if err != nil {
		return f, err
	}
	return readFile(ctx, s.read, seq)
}

// OwnFile implements store.Reviews.
func (s *Store) OwnFile(ctx context.Context, learner, explanation string) (f store.File, err error) {
	defer wrap(&err, "file of %q", explanation)
	seq, err := one(s.read.QueryRowContext(ctx, ownPosition, explanation, learner), scanInt)
	if err != nil {
		return f, err
	}
	return readFile(ctx, s.read, seq)
}

func readFile(ctx context.Context, r Reader, seq int64) (f store.File, err error) {
	if f.Explanation, err = one(r.QueryRowContext(ctx, explanationBySeq, seq), scanExplanation); err != nil {
		return f, err
	}
	var score string
	err = r.QueryRowContext(ctx, ownerOf, seq).Scan(&f.Owner.PersonID, &f.Owner.LearnerID, &f.Owner.Name, &score)
	if err != nil {
		return f, err
	}
	var errs [5]error
	f.Scores, errs[0] = all(ctx, r, scanScore, scoresOfExplanation, f.Explanation.ID)
	f.Reviews, errs[1] = all(ctx, r, scanJudged, judgedOf, seq)
	f.Disputes, errs[2] = all(ctx, r, scanDispute, disputesOfExplanation, f.Explanation.ID)
	f.Earlier, errs[3] = all(ctx, r, scanExplanation, earlierOf, seq)
	f.Lease, errs[4] = readLease(ctx, r, seq)
	for i := range f.Scores {
		if f.Scores[i].ID == score {
			f.Score = &f.Scores[i]
		}
	}
	f.InForce = standing(f.Reviews)
	return f, errors.Join(errs[:]...)
}

// standing is the newest review that was not withdrawn.
func standing(list []store.Judged) *store.Judged {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].WithdrawnMS == 0 {
			return &list[i]
		}
	}
	return nil
}

func scanJudged(r Row) (j store.Judged, err error) {
	var verdicts []byte
	var a store.Reply
	err = r.Scan(append(reviewFields(&j.Review, &verdicts),
		&j.Reviewer, &j.WithdrawnMS, &j.SeenMS, &a.ID, &a.LearnerID, &a.Text, &a.AtMS)...)
	if err != nil {
		return j, err
	}
	if a.ID != "" {
		a.ReviewID = j.ID
		j.Reply = &a
	}
	err = json.Unmarshal(verdicts, &j.Verdicts)
	return j, err
}
