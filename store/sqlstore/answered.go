package sqlstore

import (
	"context"
	"slices"

	"fencepost/store"
)

// answersIn are all answers in a lesson from the index alone, with the text of
// those to one item.
const answersIn = `SELECT t.item, t.is_right, t.seq, CASE WHEN t.item = $3 THEN t.answer END
	FROM (SELECT $1 AS learner UNION ALL SELECT learner_id FROM claims WHERE owner_id = $1) own
	CROSS JOIN attempts t WHERE t.learner_id = own.learner AND t.lesson = $2`

// given is a row of answersIn.
type given struct {
	item   string
	right  bool
	place  int64
	answer []byte
}

func givenFields(g *given) []any { return []any{&g.item, &g.right, &g.place, &g.answer} }

// Answered implements store.Attempts.
func (s *Store) Answered(ctx context.Context, learner, lesson, item string) (a store.Answered, err error) {
	defer wrap(&err, "answered in %s", lesson)
	list, err := allInto(ctx, s.read, givenFields, answersIn, learner, lesson, item)
	var first, last int64 // places
	for _, g := range list {
		a.Tried = with(a.Tried, g.item)
		if g.right {
			a.Right = with(a.Right, g.item)
		}
		if g.item != item {
			continue
		}
		a.N, a.Done = a.N+1, a.Done || g.right
		if first == 0 || g.place < first {
			first, a.First = g.place, g.right
		}
		if g.place > last {
			last, a.Last = g.place, g.answer
		}
	}
	slices.Sort(a.Tried)
	slices.Sort(a.Right)
	return a, err
}

// with is list with v, once.
func with(list []string, v string) []string {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}
