package sqlstore

import (
	"cmp"
	"context"
	"slices"

	"fencepost/store"
)

// left is a table's rows that the learner, or one claimed for them, left in the
// lesson, as t. Whose they are is asked anew for each: SQLite takes longer to keep
// the answer, mostly one row, than to find it.
func left(table string) string {
	return ` FROM own CROSS JOIN ` + table + ` t WHERE t.learner_id = own.learner AND t.lesson = $2`
}

// trailOf is what a learner left in a lesson: a row is (kind, item, n, at,
// place, text), of which each part fills what it has.
var trailOf = `WITH own AS NOT MATERIALIZED (
		SELECT $1 AS learner UNION ALL SELECT learner_id FROM claims WHERE owner_id = $1)
	SELECT ` + wasRead + ` AS kind, t.step AS item, 1 AS n, t.at_ms AS at, t.seq AS place, NULL AS text` + left("steps_read") + `
	UNION ALL SELECT ` + wasTried + `, t.item, t.is_right, t.at_ms, t.seq, t.answer` + left("attempts") + `
	UNION ALL SELECT ` + wasExplained + `, e.id, g.n, g.at, e.at_ms, e.text FROM explanations e JOIN (
		SELECT COUNT(*) AS n, MAX(t.seq) AS newest, MAX(t.at_ms) AS at` + left("explanations") + `) g ON g.newest = e.seq
	UNION ALL SELECT ` + wasDrafted + `, '', t.revision, t.at_ms,
		CASE WHEN t.handed_in = 1 OR t.learner_id <> $1 THEN 1 ELSE 0 END, t.text` + left("drafts") + `
	UNION ALL SELECT ` + wasRevealed + `, '', 1, t.at_ms, 0, NULL` + left("reveals") + `
	UNION ALL SELECT ` + wasLab + `, t.lab, COUNT(*), MAX(t.at_ms), COALESCE(MIN(CASE WHEN t.passed = 1 THEN t.at_ms END), 0),
		CASE MIN(CASE WHEN t.passed = 1 THEN t.revealed ELSE 2 END) WHEN 0 THEN 'passed' WHEN 1 THEN 'revealed' END` +
	left("lab_tries") + ` GROUP BY t.lab`

// find is one row of trailOf. Of an explanation it is the newest, whose time is
// its place; at is the latest, as clocks jump.
type find struct {
	trace
	text []byte
}

func findFields(f *find) []any { return []any{&f.kind, &f.item, &f.n, &f.at, &f.place, &f.text} }

// Trail implements store.Progress.
func (s *Store) Trail(ctx context.Context, learner, lesson string) (tr store.Trail, err error) {
	defer wrap(&err, "trail in %s", lesson)
	list, err := allInto(ctx, s.read, findFields, trailOf, learner, lesson)
	slices.SortFunc(list, func(a, b find) int { return cmp.Compare(a.place, b.place) })
	for i := range list {
		follow(&tr, lesson, &list[i])
	}
	for _, item := range tr.Tried {
		if slices.ContainsFunc(tr.Attempts, func(a store.Attempt) bool { return a.Item == item && a.Right }) {
			tr.Right = append(tr.Right, item)
		}
	}
	slices.SortFunc(tr.Labs, func(a, b store.LabStanding) int { return cmp.Compare(a.Lab, b.Lab) })
	return tr, err
}

// follow adds one row to tr, but for what is right.
func follow(tr *store.Trail, lesson string, f *find) {
	switch f.kind {
	case kindTried:
		tr.LastMS = max(tr.LastMS, f.at)
		tr.Attempts = append(tr.Attempts, store.Attempt{Item: f.item, Answer: f.text, Right: f.n > 0, AtMS: f.at})
		if !slices.Contains(tr.Tried, f.item) {
			tr.Tried = append(tr.Tried, f.item)
		}
	case kindDrafted:
		tr.LastMS = max(tr.LastMS, f.at)
		if f.place == 0 { // the learner's own, and not handed in
			tr.Draft = store.Draft{Text: string(f.text), Revision: f.n, AtMS: f.at}
		}
	case kindLab:
		passed := f.text != nil
		tr.LastMS = max(tr.LastMS, f.at)
		addLab(&tr.Standing, f.item, passed)
		tr.Labs = append(tr.Labs, store.LabStanding{
			Lesson: lesson, Lab: f.item, Tries: int(f.n), Passed: passed, Revealed: string(f.text) == "revealed",
			PassedMS: f.place, LastMS: f.at,
		})
	case kindExplained:
		tr.Newest = store.Explanation{ID: f.item, Text: string(f.text), AtMS: f.place}
		fallthrough
	default:
		add(&tr.Standing, f.trace)
	}
}
