package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fencepost/store"
)

const (
	sourcesOf = `SELECT e.seq, e.id, COALESCE(c.owner_id, e.learner_id), e.lesson, e.at_ms,
			COALESCE(s.seq, 0), COALESCE(s.result, ''), COALESCE(s.wording, ''),
			COALESCE(r.seq, 0), COALESCE(r.reviewer_id, ''), COALESCE(r.verdicts, ''),
			COALESCE(r.disputes_seen, 0), COALESCE(r.replies_seen, 0),
			COALESCE((SELECT MAX(seq) FROM disputes WHERE explanation_id = e.id), 0),
			COALESCE((SELECT MAX(a.seq) FROM reviews v JOIN replies a ON a.review_seq = v.seq WHERE v.explanation_seq = e.seq), 0),
			EXISTS (SELECT 1 FROM wanted WHERE explanation_seq = e.seq),
			EXISTS (SELECT 1 FROM desk WHERE seq = e.seq)
		FROM explanations e
		LEFT JOIN claims c ON c.learner_id = e.learner_id
		LEFT JOIN scores s ON s.seq = COALESCE((SELECT score_seq FROM chosen_scores WHERE explanation_seq = e.seq),
			(SELECT MAX(seq) FROM scores WHERE explanation_id = e.id))
		LEFT JOIN reviews r ON r.seq = (SELECT MAX(v.seq) FROM reviews v WHERE v.explanation_seq = e.seq
			AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.review_seq = v.seq))
		WHERE e.`

	sourcesBySeq = sourcesOf + `seq = $1`
	sourcesByID  = sourcesOf + `id = $1`

	disputedItems = `SELECT item FROM disputes WHERE explanation_id = $1 AND seq > $2 GROUP BY item ORDER BY MIN(seq)`

	removeItemPlaces = `DELETE FROM item_places WHERE (cohort_no, item_no, verdict, rank, at_ms, seq) IN (
		SELECT p.cohort_no, v.item_no, v.verdict, p.rank, p.at_ms, p.seq
		FROM verdicts v JOIN places p ON p.seq = v.seq WHERE v.seq = $1)`
	removeVerdicts = `DELETE FROM verdicts WHERE seq = $1`
	removePlaces   = `DELETE FROM places WHERE seq = $1`

	putOnDesk = `INSERT INTO desk (seq, owner_id, lesson, rank, at_ms, covered, points, group_key,
			score_seq, review_seq, reviewer_id, reasons, signature, wording)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULLIF($9, 0), NULLIF($10, 0), NULLIF($11, ''), $12, $13, $14)
		ON CONFLICT (seq) DO UPDATE SET owner_id = $2, lesson = $3, rank = $4, at_ms = $5, covered = $6, points = $7,
			group_key = $8, score_seq = NULLIF($9, 0), review_seq = NULLIF($10, 0), reviewer_id = NULLIF($11, ''),
			reasons = $12, signature = $13, wording = $14`

	addPlaces = `INSERT INTO places (cohort_no, seq, rank, at_ms, lesson, owner_id, group_key, reviewer_id)
		SELECT 0, d.seq, d.rank, d.at_ms, d.lesson, d.owner_id, d.group_key, d.reviewer_id FROM desk d WHERE d.seq = $1
		UNION ALL SELECT k.cohort_no, d.seq, d.rank, d.at_ms, d.lesson, d.owner_id, d.group_key, d.reviewer_id
		FROM desk d JOIN classes k ON k.owner_id = d.owner_id WHERE d.seq = $1`

	addItem = `INSERT INTO items (lesson, item) VALUES ($1, $2) ON CONFLICT DO NOTHING`

	addItemPlaces = `INSERT INTO item_places (cohort_no, item_no, verdict, rank, at_ms, seq)
		SELECT p.cohort_no, v.item_no, v.verdict, p.rank, p.at_ms, p.seq
		FROM verdicts v JOIN places p ON p.seq = v.seq WHERE v.seq = $1`
)

// sources are what the place of one explanation on the desk is derived from.
type sources struct {
	seq                               int64
	id, owner, lesson                 string
	atMS                              int64
	score                             int64 // positions; 0 for none
	result, wording                   string
	review                            int64
	reviewer, verdicts                string
	disputesAnswered, repliesAnswered int64
	dispute, reply                    int64 // the newest
	wanted                            bool
	there                             bool // on the desk already
}

func scanSources(r Row) (s sources, err error) {
	err = r.Scan(&s.seq, &s.id, &s.owner, &s.lesson, &s.atMS, &s.score, &s.result, &s.wording,
		&s.review, &s.reviewer, &s.verdicts, &s.disputesAnswered, &s.repliesAnswered, &s.dispute, &s.reply, &s.wanted, &s.there)
	return s, err
}

// derive gives the explanation the place that follows from what is stored now.
// Whatever stores a source of it calls it in the same transaction.
func derive(ctx context.Context, tx Tx, explanation string) error {
	s, err := one(tx.QueryRowContext(ctx, sourcesByID, explanation), scanSources)
	if err != nil {
		return err
	}
	return s.put(ctx, tx)
}

// deriveAll does so for all that a query of positions names.
func deriveAll(ctx context.Context, tx Tx, query string, args ...any) error {
	seqs, err := all(ctx, tx, scanInt, query, args...)
	if err != nil {
		return err
	}
	for _, seq := range seqs {
		s, err := one(tx.QueryRowContext(ctx, sourcesBySeq, seq), scanSources)
		if err != nil {
			return err
		}
		if err := s.put(ctx, tx); err != nil {
			return fmt.Errorf("desk place of %s: %w", s.id, err)
		}
	}
	return nil
}

// put replaces the explanation's rows on the desk, and what they bring back to
// its owner.
func (s sources) put(ctx context.Context, tx Tx) error {
	said, person, err := s.spoken()
	if err != nil {
		return err
	}
	if err := s.putDesk(ctx, tx, said, person); err != nil {
		return err
	}
	points, _ := said.inForce(person)
	return s.enterPoints(ctx, tx, said, person, points)
}

// spoken is what scorer and person said.
func (s sources) spoken() (said spoken, person map[string]string, err error) {
	if s.review > 0 {
		if err := json.Unmarshal([]byte(s.verdicts), &person); err != nil {
			return said, nil, fmt.Errorf("verdicts of a review: %w", err)
		}
	}
	return read(s.result), person, nil
}

func (s sources) putDesk(ctx context.Context, tx Tx, said spoken, person map[string]string) error {
	rank, about, err := s.reason(ctx, tx, said)
	if err != nil {
		return err
	}
	reasons, err := json.Marshal(about)
	if err != nil {
		return err
	}
	points, others := said.inForce(person)
	sign, covered := signature(points)
	steps := s.leave()
	steps = append(steps,
		Step{putOnDesk, []any{
			s.seq, s.owner, s.lesson, rank, s.atMS, covered, len(points),
			groupKey(s.lesson, sign, s.wording), s.score, s.review, s.reviewer, string(reasons), sign, s.wording,
		}},
		Step{addPlaces, []any{s.seq}})
	return s.putPlaces(ctx, tx, steps, slices.Concat(points, others))
}

// leave removes what hangs on the explanation's row on the desk, where it has one.
func (s sources) leave() (steps []Step) {
	if !s.there {
		return nil
	}
	for _, q := range []string{removeItemPlaces, removeVerdicts, removePlaces} {
		steps = append(steps, Step{q, []any{s.seq}})
	}
	return steps
}

// putPlaces runs steps and then stores the verdicts in force, and the items where
// they are new.
func (s sources) putPlaces(ctx context.Context, tx Tx, steps []Step, list []finding) error {
	known := slices.DeleteFunc(list, func(f finding) bool {
		return f.ID == "" || verdictNo(f.Verdict) == 0 // of a scorer that this program does not know
	})
	if len(known) == 0 {
		_, err := together(ctx, tx, steps...)
		return err
	}
	verdicts := s.addVerdicts(known)
	changed, err := together(ctx, tx, append(steps, verdicts)...)
	if err != nil {
		return err
	}
	var rest []Step
	if changed[len(steps)] < int64(len(known)) {
		for _, f := range known {
			rest = append(rest, Step{addItem, []any{s.lesson, f.ID}})
		}
		rest = append(rest, verdicts)
	}
	_, err = together(ctx, tx, append(rest, Step{addItemPlaces, []any{s.seq}})...)
	return err
}

// addVerdicts is one statement for all: there are as many texts of it as
// lessons have different numbers of items.
func (s sources) addVerdicts(list []finding) Step {
	var st statement
	values := make([]string, len(list))
	for i, f := range list {
		values[i] = `(` + st.arg(f.ID) + `, CAST(` + st.arg(verdictNo(f.Verdict)) + ` AS BIGINT))`
	}
	return Step{`INSERT INTO verdicts (seq, item_no, verdict) SELECT ` + st.arg(s.seq) + `, i.no, leg.column2
		FROM (VALUES ` + strings.Join(values, ", ") + `) leg CROSS JOIN items i
		WHERE i.lesson = ` + st.arg(s.lesson) + ` AND i.item = leg.column1 ON CONFLICT DO NOTHING`, st.args}
}

// reason is the most pressing reason to look at the explanation, as a rank,
// and the items or flags that it is about.
func (s sources) reason(ctx context.Context, tx Tx, said spoken) (rank int, about []string, err error) {
	if s.dispute > s.disputesAnswered {
		about, err = all(ctx, tx, scanString, disputedItems, s.id, s.disputesAnswered)
		return slices.Index(waitingFor, store.ReasonDispute), about, err
	}
	reason := store.ReasonNone
	unsure, contradicted := said.with("unsure"), said.with("contradicted")
	switch {
	case s.reply > s.repliesAnswered:
		reason = store.ReasonReply
	case s.review > 0:
		return rankReviewed, []string{}, nil
	case s.wanted: // before the rest: whoever asks for it wants it in one list
		reason = store.ReasonWanted
	case len(unsure) > 0:
		reason, about = store.ReasonUnsure, unsure
	case len(contradicted) > 0:
		reason, about = store.ReasonContradicted, contradicted
	case len(said.Flags) > 0:
		reason, about = store.ReasonGate, said.Flags
	case s.score > 0 && audited(s.id):
		reason = store.ReasonAudit
	default:
		return rankQuiet, []string{}, nil
	}
	return slices.Index(waitingFor, reason), about, nil
}

func scanString(r Row) (s string, err error) {
	err = r.Scan(&s)
	return s, err
}
