package sqlstore

import (
	"cmp"
	"context"
	"slices"

	"fencepost/store"
)

const (
	markRead = `INSERT INTO steps_read (learner_id, lesson, step, at_ms)
		VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`

	markRevealed = `INSERT INTO reveals (learner_id, lesson, at_ms)
		VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
)

// The kinds of trace, as they are read and as queries write them. They are numbers:
// a driver makes a text anew for every row.
const (
	kindRead int64 = iota
	kindTried
	kindExplained
	kindDrafted
	kindRevealed
	kindLab

	wasRead, wasTried, wasExplained = `0`, `1`, `2`
	wasDrafted, wasRevealed, wasLab = `3`, `4`, `5`
)

// traces are the kinds of trace that a learner leaves in a lesson, in one
// statement: a row is (kind, lesson, item, n, at, place). The argument narrows every
// part of it, so that each is answered from an index. Putting the rows in order
// is left to readTraces: sorting a dozen of them costs less here than there.
func traces(where string) string {
	of := func(table string) string { return owned(1) + table + ` WHERE learner_id = owned` + where }
	return `SELECT ` + wasRead + ` AS kind, lesson, step AS item, 1 AS n, at_ms AS at, seq AS place
			FROM ` + of(`steps_read`) + `
		UNION ALL SELECT ` + wasTried + `, lesson, item, MAX(is_right), MAX(at_ms), MIN(seq)
			FROM ` + of(`attempts`) + ` GROUP BY lesson, item
		UNION ALL SELECT ` + wasLab + `, lesson, lab, MAX(passed), MAX(at_ms), 0
			FROM ` + of(`lab_tries`) + ` GROUP BY lesson, lab
		UNION ALL SELECT ` + wasExplained + `, lesson, '', COUNT(*), MAX(at_ms), 0
			FROM ` + of(`explanations`) + ` GROUP BY lesson
		UNION ALL SELECT ` + wasDrafted + `, lesson, '', revision, at_ms, 0
			FROM ` + of(`drafts`) + `
		UNION ALL SELECT ` + wasRevealed + `, lesson, '', 1, at_ms, 0
			FROM ` + of(`reveals`)
}

var (
	tracesOfLesson  = traces(` AND lesson = $2`)
	tracesOfLearner = traces(``)
)

// trace is one row of traces.
type trace struct {
	kind         int64
	lesson, item string
	n, at        int64
	place        int64 // position of the first row it stands for
}

// MarkRead implements store.Progress.
func (s *Store) MarkRead(ctx context.Context, learner, lesson, step string, atMS int64) (err error) {
	defer wrap(&err, "mark %s#%s read", lesson, step)
	if err := checkIDs(learner, lesson, step); err != nil {
		return err
	}
	return s.write(within(ctx, learner), func(ctx context.Context, tx Tx) error {
		_, err := insert(ctx, tx, markRead, learner, lesson, step, atMS)
		return err
	})
}

// MarkRevealed implements store.Progress.
func (s *Store) MarkRevealed(ctx context.Context, learner, lesson string, atMS int64) (err error) {
	defer wrap(&err, "mark %s revealed", lesson)
	if err := checkIDs(learner, lesson); err != nil {
		return err
	}
	return s.write(within(ctx, learner), func(ctx context.Context, tx Tx) error {
		_, err := insert(ctx, tx, markRevealed, learner, lesson, atMS)
		return err
	})
}

// Standing implements store.Progress, in one statement.
func (s *Store) Standing(ctx context.Context, learner, lesson string) (st store.Standing, err error) {
	defer wrap(&err, "standing in %s", lesson)
	list, err := s.readTraces(ctx, tracesOfLesson, learner, lesson)
	for _, t := range list {
		add(&st, t)
	}
	return st, err
}

// Standings implements store.Progress, in one statement.
func (s *Store) Standings(ctx context.Context, learner string) (m map[string]store.Standing, err error) {
	defer wrap(&err, "standings")
	list, err := s.readTraces(ctx, tracesOfLearner, learner)
	m = make(map[string]store.Standing)
	for _, t := range list {
		st := m[t.lesson]
		add(&st, t)
		m[t.lesson] = st
	}
	return m, err
}

// readTraces runs one of the traces queries; steps and checks come in the order
// in which they were first stored.
func (s *Store) readTraces(ctx context.Context, query string, args ...any) ([]trace, error) {
	list, err := allInto(ctx, s.read, traceFields, query, args...)
	slices.SortFunc(list, func(a, b trace) int { return cmp.Compare(a.place, b.place) })
	return list, err
}

// add counts one trace into st.
func add(st *store.Standing, t trace) {
	st.LastMS = max(st.LastMS, t.at)
	switch t.kind {
	case kindRead:
		if !slices.Contains(st.Read, t.item) { // read again under a claimed learner
			st.Read = append(st.Read, t.item)
		}
	case kindTried:
		st.Tried = append(st.Tried, t.item)
		if t.n > 0 {
			st.Right = append(st.Right, t.item)
		}
	case kindLab:
		addLab(st, t.item, t.n > 0)
	case kindExplained:
		st.Explanations = int(t.n)
	case kindRevealed:
		if st.RevealedMS == 0 || t.at < st.RevealedMS {
			st.RevealedMS = t.at
		}
	}
}

// addLab adds a lab that was tried, by name.
func addLab(st *store.Standing, lab string, passed bool) {
	st.LabsTried = append(st.LabsTried, lab)
	slices.Sort(st.LabsTried)
	if passed {
		st.LabsPassed = append(st.LabsPassed, lab)
		slices.Sort(st.LabsPassed)
	}
}

func traceFields(t *trace) []any {
	return []any{&t.kind, &t.lesson, &t.item, &t.n, &t.at, &t.place}
}
