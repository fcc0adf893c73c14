package sqlstore

import (
	"context"

	"fencepost/store"
)

const (
	// given are the answers to checks of one lesson by one cohort.
	givenByCohort = who + `, given AS (
		SELECT who.owner_id, a.item, a.answer, a.is_right, a.seq
		FROM who CROSS JOIN attempts a WHERE a.learner_id = who.learner_id AND a.lesson = $2)`

	// The same by everybody in sight.
	givenByAll = `WITH given AS (
		SELECT COALESCE(c.owner_id, a.learner_id) AS owner_id, a.item, a.answer, a.is_right, a.seq
		FROM attempts a LEFT JOIN claims c ON c.learner_id = a.learner_id
		WHERE a.lesson = $2 AND (EXISTS (SELECT 1 FROM admins WHERE person_id = $1)
			OR COALESCE(c.owner_id, a.learner_id) IN (
				SELECT k.owner_id FROM teaches t JOIN classes k ON k.cohort_no = t.cohort_no WHERE t.person_id = $1)))`

	options = ` SELECT item, answer, is_right, COUNT(*), COUNT(DISTINCT owner_id),
			SUM(CASE WHEN seq = earliest THEN 1 ELSE 0 END)
		FROM (SELECT owner_id, item, answer, is_right, seq, MIN(seq) OVER (PARTITION BY owner_id, item) AS earliest FROM given) g
		GROUP BY item, answer, is_right ORDER BY item, 4 DESC, answer`

	untilRight = ` SELECT item, n, COUNT(*) FROM (
			SELECT owner_id, item, SUM(CASE WHEN seq <= solved THEN 1 ELSE 0 END) AS n
			FROM (SELECT owner_id, item, seq, MIN(CASE WHEN is_right = 1 THEN seq END) OVER (PARTITION BY owner_id, item) AS solved
				FROM given) g
			GROUP BY owner_id, item) t
		GROUP BY item, n ORDER BY item, n`

	tallies = `SELECT lesson, kind, item, value, n FROM tallies WHERE lesson = $1
		AND EXISTS (SELECT 1 FROM admins WHERE person_id = $2) ORDER BY kind, item, value`
)

// given is the beginning of a statement over answers to checks, and its
// arguments.
func (s *Store) given(ctx context.Context, sc store.Scope, cohort, lesson string) (string, []any, error) {
	if cohort == "" {
		return givenByAll, []any{sc.PersonID(), lesson}, nil
	}
	no, err := inSight(ctx, s.read, sc, cohort, assists)
	return givenByCohort, []any{no, lesson}, err
}

// Options implements store.Insight.
func (s *Store) Options(ctx context.Context, sc store.Scope, cohort, lesson string) (list []store.OptionCount, err error) {
	defer wrap(&err, "options of %s", lesson)
	from, args, err := s.given(ctx, sc, cohort, lesson)
	if err != nil {
		return nil, err
	}
	return all(ctx, s.read, func(r Row) (o store.OptionCount, err error) {
		err = r.Scan(&o.Item, (*[]byte)(&o.Answer), &o.Right, &o.Times, &o.Students, &o.First)
		return o, err
	}, from+options, args...)
}

// AttemptsUntilRight implements store.Insight.
func (s *Store) AttemptsUntilRight(ctx context.Context, sc store.Scope, cohort, lesson string) (list []store.UntilRight, err error) {
	defer wrap(&err, "attempts until right in %s", lesson)
	from, args, err := s.given(ctx, sc, cohort, lesson)
	if err != nil {
		return nil, err
	}
	return all(ctx, s.read, func(r Row) (u store.UntilRight, err error) {
		err = r.Scan(&u.Item, &u.Attempts, &u.Students)
		return u, err
	}, from+untilRight, args...)
}

// Coverage implements store.Insight.
func (s *Store) Coverage(ctx context.Context, sc store.Scope, cohort, lesson string) (list []store.ItemCount, err error) {
	defer wrap(&err, "coverage of %s", lesson)
	if err := s.seen(ctx, sc, cohort); err != nil {
		return nil, err
	}
	var st statement
	return all(ctx, s.read, func(r Row) (c store.ItemCount, err error) {
		var verdict int64
		err = r.Scan(&c.Item, &verdict, &c.Students)
		c.Verdict = verdictName(verdict)
		return c, err
	}, `SELECT i.item, v.verdict, COUNT(*) FROM (
			SELECT MAX(q.seq) AS seq FROM `+st.reach(sc, cohort)+` CROSS JOIN places q
			WHERE q.cohort_no = k.cohort_no AND q.lesson = `+st.arg(lesson)+` GROUP BY q.owner_id) t
		JOIN verdicts v ON v.seq = t.seq JOIN items i ON i.no = v.item_no
		GROUP BY i.no, v.verdict ORDER BY i.no, v.verdict`, st.args...)
}

// seen is nil where the scope sees the cohort, or none was named.
func (s *Store) seen(ctx context.Context, sc store.Scope, cohort string) error {
	if cohort == "" {
		return nil
	}
	_, err := inSight(ctx, s.read, sc, cohort, assists)
	return err
}

// Agreements implements store.Insight. The first Monday after the epoch was its
// fifth day.
func (s *Store) Agreements(ctx context.Context, sc store.Scope, cohort, lesson string) (list []store.Agreement, err error) {
	defer wrap(&err, "agreements on %s", lesson)
	if err := s.seen(ctx, sc, cohort); err != nil {
		return nil, err
	}
	var st statement
	return all(ctx, s.read, func(r Row) (a store.Agreement, err error) {
		err = r.Scan(&a.Item, &a.WeekMS, &a.Machine, &a.Person, &a.Times)
		return a, err
	}, `SELECT g.item, (r.at_ms - 345600000) / 604800000 * 604800000 + 345600000 AS week_ms, g.machine, g.person, COUNT(*) FROM (
			SELECT DISTINCT q.seq FROM `+st.reach(sc, cohort)+` CROSS JOIN places q
			WHERE q.cohort_no = k.cohort_no AND q.reviewer_id IS NOT NULL AND q.lesson = `+st.arg(lesson)+`) t
		JOIN desk d ON d.seq = t.seq JOIN reviews r ON r.seq = d.review_seq JOIN review_items g ON g.review_seq = r.seq
		WHERE g.machine <> '' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`, st.args...)
}

// Tallies implements store.Insight.
func (s *Store) Tallies(ctx context.Context, sc store.Scope, lesson string) (list []store.Tally, err error) {
	defer wrap(&err, "tallies of %s", lesson)
	return all(ctx, s.read, func(r Row) (t store.Tally, err error) {
		err = r.Scan(&t.Lesson, &t.Kind, &t.Item, &t.Value, &t.N)
		return t, err
	}, tallies, lesson, sc.PersonID())
}
