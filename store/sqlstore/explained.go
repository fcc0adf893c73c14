package sqlstore

import (
	"context"

	"fencepost/store"
)

// A row is one verdict of one explanation; one without any, still to be scored,
// is a row of its own.
const explainedBy = `SELECT e.id, e.lesson, e.at_ms, e.after_reveal, CASE WHEN d.review_seq IS NULL THEN 0 ELSE 1 END,
		COALESCE(i.item, ''), COALESCE(v.verdict, 0)
	FROM desk d JOIN explanations e ON e.seq = d.seq
	LEFT JOIN verdicts v ON v.seq = d.seq LEFT JOIN items i ON i.no = v.item_no
	WHERE d.owner_id = $1 ORDER BY d.seq`

// said is a row of explainedBy.
type said struct {
	store.Explained
	item    string
	verdict int64
}

// Explained implements store.Progress.
func (s *Store) Explained(ctx context.Context, learner string) (list []store.Explained, err error) {
	defer wrap(&err, "explained by %q", learner)
	rows, err := all(ctx, s.read, scanSaid, explainedBy, learner)
	for _, r := range rows {
		if n := len(list); n == 0 || list[n-1].ID != r.ID {
			list = append(list, r.Explained)
		}
		if r.item == "" {
			continue
		}
		e := &list[len(list)-1]
		if e.Verdicts == nil {
			e.Verdicts = make(map[string]string)
		}
		e.Verdicts[r.item] = verdictName(r.verdict)
	}
	return list, err
}

func scanSaid(r Row) (s said, err error) {
	err = r.Scan(&s.ID, &s.Lesson, &s.AtMS, &s.AfterReveal, &s.ByPerson, &s.item, &s.verdict)
	return s, err
}
