package sqlstore

import (
	"context"
	"fmt"
	"slices"

	"fencepost/store"
)

const (
	scoreColumns = `id, explanation_id, rubric, scorer, result, wording, at_ms`

	// A process may learn seconds later that another published. What it scored
	// meanwhile is refused, or the scores of that publication would not be all.
	addScore = `INSERT INTO scores (` + scoreColumns + `)
		SELECT $2, $1, $3, $4, $5, $6, $7 WHERE $8 = '' OR $8 = (` + inForceOver + `)
		ON CONFLICT DO NOTHING`

	// inForceOver is the publication by which an explanation is scored now.
	inForceOver = `SELECT p.id FROM explanations e JOIN publications p ON p.lesson = e.lesson
		WHERE e.id = $1 ORDER BY p.seq DESC LIMIT 1`

	learnerOf = `SELECT learner_id FROM explanations WHERE id = $1`

	scoreByVersions = `SELECT ` + scoreColumns + ` FROM scores
		WHERE explanation_id = $1 AND rubric = $2 AND scorer = $3`

	dequeueUnscored = `DELETE FROM unscored WHERE explanation_seq =
		(SELECT seq FROM explanations WHERE id = $1)`

	choosesNewest = `DELETE FROM chosen_scores WHERE explanation_seq =
		(SELECT seq FROM explanations WHERE id = $1)`

	scoresOfExplanation = `SELECT ` + scoreColumns + ` FROM scores
		WHERE explanation_id = $1 ORDER BY seq`
)

// AddScore implements store.Explanations.
func (s *Store) AddScore(ctx context.Context, score store.Score) (err error) {
	defer wrap(&err, "add score %s of explanation %s", score.ID, score.ExplanationID)
	if err := checkScore(score); err != nil {
		return err
	}
	learner, err := one(s.read.QueryRowContext(ctx, learnerOf, score.ExplanationID), scanString)
	if err != nil {
		return err
	}
	return s.write(within(ctx, learner), func(ctx context.Context, tx Tx) error {
		return putScore(ctx, tx, score)
	})
}

func checkScore(s store.Score) error {
	if err := checkIDs(s.ID, s.ExplanationID, s.Rubric, s.Scorer); err != nil {
		return err
	}
	if err := checkText(s.Wording); err != nil {
		return err
	}
	return checkJSON(s.Result)
}

func scoreStep(s store.Score) Step {
	return Step{addScore, []any{s.ExplanationID, s.ID, s.Rubric, s.Scorer, string(s.Result), s.Wording, s.AtMS, s.Under}}
}

// stillInForce is ErrStale where another publication is in force than the one that
// the score was made under.
func stillInForce(ctx context.Context, tx Tx, s store.Score) error {
	if s.Under == "" {
		return nil
	}
	now, err := all(ctx, tx, scanString, inForceOver, s.ExplanationID)
	if err == nil && !slices.Contains(now, s.Under) {
		err = fmt.Errorf("%w: publication %s", store.ErrStale, s.Under)
	}
	return err
}

// putScore stores s unless these versions spoke of the explanation before, and
// takes the explanation off the queue of those without.
func putScore(ctx context.Context, tx Tx, s store.Score) error {
	add := scoreStep(s)
	added, err := insert(ctx, tx, add.Query, add.Args...)
	if err != nil {
		return err
	}
	if !added {
		if err := stillInForce(ctx, tx, s); err != nil {
			return err
		}
		_, err := earlier(tx.QueryRowContext(ctx, scoreByVersions, s.ExplanationID, s.Rubric, s.Scorer), scanScore)
		return err
	}
	if err := runAll(ctx, tx, []string{dequeueUnscored, choosesNewest}, s.ExplanationID); err != nil {
		return err
	}
	if err := derive(ctx, tx, s.ExplanationID); err != nil {
		return err
	}
	return tell(ctx, tx, s.ID)
}

// Scores implements store.Explanations.
func (s *Store) Scores(ctx context.Context, explanation string) (list []store.Score, err error) {
	defer wrap(&err, "scores of explanation %q", explanation)
	return all(ctx, s.read, scanScore, scoresOfExplanation, explanation)
}

func scanScore(r Row) (s store.Score, err error) {
	err = r.Scan(&s.ID, &s.ExplanationID, &s.Rubric, &s.Scorer, (*[]byte)(&s.Result), &s.Wording, &s.AtMS)
	return s, err
}
