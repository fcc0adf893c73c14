package sqlstore

import (
	"context"

	"fencepost/store"
)

// movesOf picks the moves of a page in the order of their index, as far as the
// person reaches them, and reads only those as a whole.
const movesOf = `SELECT ` + answerColumns + `, hit.seq, e.text, m.item, m.way, m.was, m.will, m.quotes FROM (
		SELECT x.scorer_seq, x.explanation_seq AS seq FROM scorers c CROSS JOIN moves x
		WHERE c.id = $1 AND x.scorer_seq = c.seq AND x.item = $2 AND x.way = $3 AND x.explanation_seq > $4
		  AND EXISTS (SELECT 1 FROM places q JOIN reaches ON reaches.cohort_no = q.cohort_no
			WHERE q.seq = x.explanation_seq AND reaches.person_id = $5)
		ORDER BY x.explanation_seq LIMIT $6) hit
	JOIN moves m ON m.scorer_seq = hit.scorer_seq AND m.item = $2 AND m.way = $3 AND m.explanation_seq = hit.seq ` +
	answerTables + ` ORDER BY hit.seq`

// Moves implements store.Scorers.
func (s *Store) Moves(ctx context.Context, sc store.Scope, scorer, item string, way int, p store.Page) (l store.Listing[store.Moved], err error) {
	defer wrap(&err, "moves of scorer %q", scorer)
	after, n := int64(0), rows(p)
	if p.After != "" {
		place, err := numbers(p.After, 1)
		if err != nil {
			return l, err
		}
		after = place[0]
	}
	list, err := all(ctx, s.read, scanMoved, movesOf, scorer, item, way, after, sc.PersonID(), n+1)
	return cut(list, n, func(m store.Moved) string { return join(m.Place) }), err
}

func scanMoved(r Row) (m store.Moved, err error) {
	a, err := scanAnswer(further{r, []any{&m.Text, &m.Item, &m.Way, &m.Was, &m.Will, (*[]byte)(&m.Quotes)}})
	m.Answer, m.Place = a.Answer, a.seq
	return m, err
}

// further is a row with more columns than its scanner knows.
type further struct {
	Row
	last []any
}

// Scan implements Row.
func (f further) Scan(dest ...any) error { return f.Row.Scan(append(dest, f.last...)...) }
