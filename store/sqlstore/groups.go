package sqlstore

import (
	"context"

	"fencepost/store"
)

const (
	// positionOf finds an explanation on the part of the desk that a person reaches.
	positionOf = `SELECT q.seq FROM explanations e JOIN places q ON q.seq = e.seq JOIN reaches ON reaches.cohort_no = q.cohort_no
		WHERE e.id = $1 AND reaches.person_id = $2 LIMIT 1`

	addWanted = `INSERT INTO wanted (explanation_seq) VALUES ($1) ON CONFLICT DO NOTHING`
)

// Groups implements store.Desk.
func (s *Store) Groups(ctx context.Context, sc store.Scope, f store.Filter, n int) (list []store.Group, err error) {
	defer wrap(&err, "groups")
	ranks, err := ranksOf(f)
	if err != nil {
		return nil, err
	}
	if err := checkFilter(f); err != nil {
		return nil, err
	}
	st := statement{dialect: s.dialect}
	where := st.amongRanks(ranks) + st.matchingPlace(sc, f, "q") + st.holding(f) + st.saying(f) + st.within(f)
	return all(ctx, s.read, func(r Row) (g store.Group, err error) {
		err = r.Scan(&g.Lesson, &g.Signature, &g.Wording, &g.N, &g.First)
		return g, err
	}, `SELECT d.lesson, d.signature, d.wording, g.n, e.id FROM (
			SELECT MIN(q.seq) AS seq, COUNT(DISTINCT q.seq) AS n FROM `+st.reach(sc, f.Cohort)+` CROSS JOIN places q
			WHERE q.cohort_no = k.cohort_no AND q.group_key <> 0`+where+`
			GROUP BY q.group_key HAVING COUNT(DISTINCT q.seq) > 1 ORDER BY n DESC, seq LIMIT `+st.arg(n)+`) g
		JOIN desk d ON d.seq = g.seq JOIN explanations e ON e.seq = g.seq ORDER BY g.n DESC, g.seq`, st.args...)
}

// GroupAnswers implements store.Desk.
func (s *Store) GroupAnswers(ctx context.Context, sc store.Scope, f store.Filter, g store.Group, p store.Page) (l store.Listing[store.Answer], err error) {
	defer wrap(&err, "answers of a group")
	key := groupKey(g.Lesson, g.Signature, g.Wording)
	if key == 0 {
		return l, nil
	}
	f.Lesson = g.Lesson
	return s.listAnswers(ctx, sc, f, p, key)
}

// position is that of an explanation on the part of the desk that the scope
// reaches, or ErrNotFound.
func position(ctx context.Context, r Reader, sc store.Scope, explanation string) (int64, error) {
	return one(r.QueryRowContext(ctx, positionOf, explanation, sc.PersonID()), scanInt)
}

// Want implements store.Desk.
func (s *Store) Want(ctx context.Context, sc store.Scope, explanations []string) (err error) {
	defer wrap(&err, "ask for marks")
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		for _, id := range explanations {
			if err := want(ctx, tx, sc, id); err != nil {
				return err
			}
		}
		return nil
	})
}

func want(ctx context.Context, tx Tx, sc store.Scope, explanation string) error {
	list, err := all(ctx, tx, scanInt, positionOf, explanation, sc.PersonID())
	if err != nil || len(list) == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, addWanted, list[0]); err != nil {
		return err
	}
	return derive(ctx, tx, explanation)
}
