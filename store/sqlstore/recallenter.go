package sqlstore

import (
	"context"
	"strconv"

	"fencepost/store"
)

const (
	enterCheck = `INSERT INTO recall_cards (learner_id, lesson, kind, item, entered_ms, due_ms)
		VALUES ($1, $2, 'check', $3, $4, $5) ON CONFLICT DO NOTHING`

	enterPoints = `INSERT INTO recall_cards (learner_id, lesson, kind, item, entered_ms, due_ms) VALUES `

	leavePoints = `DELETE FROM recall_cards WHERE learner_id = $1 AND lesson = $2 AND kind = 'point' AND turn = 0`

	// A card that both have stays as the owner's: the next review of it is
	// worked out from the events of both.
	moveCards = `UPDATE recall_cards SET learner_id = $2 WHERE learner_id = $1 AND NOT EXISTS (
		SELECT 1 FROM recall_cards o WHERE o.learner_id = $2 AND o.lesson = recall_cards.lesson
			AND o.kind = recall_cards.kind AND o.item = recall_cards.item)`

	dropCards = `DELETE FROM recall_cards WHERE learner_id = $1`

	moveSetting = `UPDATE recall_settings SET learner_id = $2 WHERE learner_id = $1
		AND NOT EXISTS (SELECT 1 FROM recall_settings o WHERE o.learner_id = $2)`

	dropSetting = `DELETE FROM recall_settings WHERE learner_id = $1`

	laterOfOwner = `SELECT COUNT(*) FROM explanations WHERE lesson = $2 AND seq > $3 AND learner_id`
)

// barely is the probability below which a key point that the scorer found
// covered is only just covered.
const barely = 0.8

var laterExplanations = laterOfOwner + ownedBy(1)

// enterMissed brings a check back that was answered wrong.
func enterMissed(ctx context.Context, tx Tx, a store.Attempt) error {
	if a.Right {
		return nil
	}
	_, err := insert(ctx, tx, enterCheck, a.LearnerID, a.Lesson, a.Item, a.AtMS, a.AtMS+store.RecallAfterMS)
	return err
}

// enterPoints brings key points back that the newest explanation of a lesson
// misses or only just makes, in place of those that earlier verdicts brought
// and nobody has reviewed.
func (s sources) enterPoints(ctx context.Context, tx Tx, said spoken, person map[string]string, points []finding) error {
	if len(points) == 0 {
		return nil
	}
	var later int
	if err := tx.QueryRowContext(ctx, laterExplanations, s.owner, s.lesson, s.seq).Scan(&later); err != nil || later > 0 {
		return err
	}
	steps := []Step{{leavePoints, []any{s.owner, s.lesson}}}
	if query, args := s.wobbly(said, person, points); query != "" {
		steps = append(steps, Step{query, args})
	}
	_, err := together(ctx, tx, steps...)
	return err
}

// wobbly is the statement that stores cards for the points that are not firm;
// "" where all are.
func (s sources) wobbly(said spoken, person map[string]string, points []finding) (query string, args []any) {
	args = []any{s.owner, s.lesson, s.atMS, s.atMS + store.RecallAfterMS}
	for _, p := range points {
		if p.ID == "" || firm(said, person, p) {
			continue
		}
		if args = append(args, p.ID); len(args) > 5 {
			query += ", "
		}
		query += "($1, $2, 'point', $" + strconv.Itoa(len(args)) + ", $3, $4)"
	}
	if query == "" {
		return "", nil
	}
	return enterPoints + query + " ON CONFLICT DO NOTHING", args
}

// firm says whether a point is covered with something to spare: by a person's
// verdict, or by a scorer that is sure.
func firm(said spoken, person map[string]string, p finding) bool {
	if p.Verdict != "covered" || person[p.ID] != "" {
		return p.Verdict == "covered"
	}
	for _, f := range said.Points {
		if f.ID == p.ID && f.Probability != nil {
			return *f.Probability >= barely
		}
	}
	return true
}

// moveRecall gives what a learner reviews to its owner.
func moveRecall(ctx context.Context, tx Tx, learner, owner string) error {
	for _, q := range []string{moveCards, moveSetting} {
		if _, err := tx.ExecContext(ctx, q, learner, owner); err != nil {
			return err
		}
	}
	return runAll(ctx, tx, []string{dropCards, dropSetting}, learner)
}
