package sqlstore

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"strconv"

	"fencepost/store"
)

// answerColumns need the tables of answerTables.
const (
	answerColumns = `e.id, d.owner_id, COALESCE(p.id, ''), COALESCE(p.name, ''), d.lesson, SUBSTR(e.text, 1, 161), d.at_ms,
		d.rank, d.reasons, d.signature, d.wording, COALESCE(d.reviewer_id, ''), COALESCE(h.id, ''), COALESCE(h.name, ''), COALESCE(l.until_ms, 0)`

	answerTables = `JOIN desk d ON d.seq = hit.seq
		JOIN explanations e ON e.seq = hit.seq
		LEFT JOIN persons p ON p.learner_id = d.owner_id
		LEFT JOIN leases l ON l.explanation_seq = hit.seq
		LEFT JOIN persons h ON h.id = l.person_id`

	partsOfDesk = `SELECT COUNT(*) FROM reaches WHERE person_id = $1`
)

// place is where an answer stands on the desk.
type place struct {
	rank, atMS, seq int64
}

// leg is one stretch of an index: a rank, from a place on.
type leg = place

// order is the way in which a filter's answers are listed.
type order struct {
	way, than string // of time and position
	ranked    bool   // by rank before that
	begin     place  // before the first
	end       int64  // time that is past the last; 0 for none
	past      string // how q.at_ms compares with end while it is not past
}

func orderOf(f store.Filter) order {
	if f.State == store.StateWaiting || f.State == "" {
		begin := place{atMS: from(f), seq: math.MinInt64}
		return order{way: "", than: ">", ranked: true, begin: begin, end: f.ToMS, past: "<"}
	}
	return order{way: " DESC", than: "<", begin: place{atMS: to(f), seq: math.MinInt64}, end: f.FromMS, past: ">="}
}

// legs are the stretches to read after a place (nil: from the beginning). One
// that lies before it is read from its end, so that all pages of a list are one
// statement.
func (o order) legs(ranks []int64, after *place) (legs []leg) {
	for _, r := range ranks {
		l := leg{r, o.begin.atMS, o.begin.seq}
		switch {
		case after == nil || o.ranked && r > after.rank:
		case o.ranked && r < after.rank:
			l.atMS, l.seq = math.MaxInt64, math.MaxInt64
		case o.further(after.atMS, after.seq):
			l.atMS, l.seq = after.atMS, after.seq
		}
		legs = append(legs, l)
	}
	return legs
}

// further says whether a place in a leg is past its beginning.
func (o order) further(atMS, seq int64) bool {
	c := cmp.Or(cmp.Compare(atMS, o.begin.atMS), cmp.Compare(seq, o.begin.seq))
	return o.than == ">" && c > 0 || o.than == "<" && c < 0
}

func (o order) by(table string) string {
	list := table + `.at_ms` + o.way + `, ` + table + `.seq` + o.way
	if o.ranked {
		list = table + `.rank, ` + list
	}
	return ` ORDER BY ` + list
}

// Desk implements store.Desk. Each stretch (a cohort of the scope and a rank)
// gives its first rows from an index; they are put in order, and only the rows
// of the page are read as a whole. A deep page costs what the first costs.
func (s *Store) Desk(ctx context.Context, sc store.Scope, f store.Filter, p store.Page) (l store.Listing[store.Answer], err error) {
	defer wrap(&err, "desk")
	return s.listAnswers(ctx, sc, f, p, 0)
}

// listAnswers lists what the filter matches, of one group where it is not 0.
func (s *Store) listAnswers(ctx context.Context, sc store.Scope, f store.Filter, p store.Page, group int64) (l store.Listing[store.Answer], err error) {
	ranks, err := ranksOf(f)
	if err != nil {
		return l, err
	}
	after, err := placeAfter(p)
	if err != nil {
		return l, err
	}
	if err := checkFilter(f); err != nil {
		return l, err
	}
	o, n := orderOf(f), rows(p)
	query, args := s.deskQuery(sc, f, o, o.legs(ranks, after), group, n+1)
	list, err := all(ctx, s.read, scanAnswer, query, args...)
	return only(cut(list, n, func(a placed) string { return join(a.rank, a.atMS, a.seq) }),
		func(a placed) store.Answer { return a.Answer }), err
}

func placeAfter(p store.Page) (*place, error) {
	if p.After == "" {
		return nil, nil
	}
	list, err := numbers(p.After, 3)
	if err != nil {
		return nil, err
	}
	return &place{list[0], list[1], list[2]}, nil
}

// deskQuery says by CROSS JOIN in which order to go: SQLite would otherwise walk
// all of x where that happens to be in the order of the page.
func (s *Store) deskQuery(sc store.Scope, f store.Filter, o order, legs []leg, group int64, n int) (string, []any) {
	st := statement{dialect: s.dialect}
	values := ""
	for i, l := range legs {
		if i > 0 {
			values += ", "
		}
		values += `(` + st.number(l.rank) + `, ` + st.number(l.atMS) + `, ` + st.number(l.seq) + `)`
	}
	limit := st.arg(n)
	from, where := source(f), `q.cohort_no = k.cohort_no AND q.rank = leg.column1
				AND (q.at_ms, q.seq) `+o.than+` (leg.column2, leg.column3)`
	if group == 0 {
		where += st.matching(sc, f)
	} else {
		from, where = "places", where+st.matchingGroup(sc, f, group)
	}
	if o.end != 0 {
		where += ` AND q.at_ms ` + o.past + ` ` + st.arg(o.end)
	}
	return `SELECT ` + answerColumns + `, hit.seq FROM (
		SELECT DISTINCT x.rank, x.at_ms, x.seq FROM ` + st.reach(sc, f.Cohort) + `
			CROSS JOIN (VALUES ` + values + `) leg ` +
		st.dialect.Firsts(from, where, `q.at_ms`+o.way+`, q.seq`+o.way, limit) +
		o.by("x") + ` LIMIT ` + limit + `) hit ` + answerTables + o.by("hit"), st.args
}

// matchingGroup are the conditions of a group. Its key holds the lesson; that it
// is not 0 lets the index be used that leaves those out.
func (s *statement) matchingGroup(sc store.Scope, f store.Filter, group int64) string {
	where := ` AND q.group_key <> 0 AND q.group_key = ` + s.arg(group) + s.holding(f) + s.saying(f)
	f.Lesson = ""
	return where + s.matchingPlace(sc, f, "q")
}

// placed is an answer and its position.
type placed struct {
	store.Answer
	rank, seq int64
	atMS      int64
}

func scanAnswer(r Row) (a placed, err error) {
	var reasons []byte
	err = r.Scan(&a.ExplanationID, &a.LearnerID, &a.PersonID, &a.Name, &a.Lesson, &a.Excerpt, &a.AtMS,
		&a.rank, &reasons, &a.Signature, &a.Wording, &a.ReviewerID, &a.HolderID, &a.Holder, &a.HeldUntilMS, &a.seq)
	if err != nil {
		return a, err
	}
	a.atMS = a.AtMS
	a.State, a.Reason = placeOf(a.rank)
	err = json.Unmarshal(reasons, &a.Items)
	return a, err
}

// DeskCounts implements store.Desk.
func (s *Store) DeskCounts(ctx context.Context, sc store.Scope, f store.Filter) (c store.Counts, err error) {
	defer wrap(&err, "desk counts")
	ranks, err := ranksOf(f)
	if err != nil {
		return c, err
	}
	if err := checkFilter(f); err != nil {
		return c, err
	}
	st := statement{dialect: s.dialect}
	values := ""
	for i, r := range ranks {
		if i > 0 {
			values += ", "
		}
		values += `(` + st.number(r) + `)`
	}
	where := st.matching(sc, f) + st.within(f)
	counted, err := s.counted(ctx, sc, f)
	if err != nil {
		return c, err
	}
	list, err := all(ctx, s.read, func(r Row) (c rankCount, err error) {
		err = r.Scan(&c.rank, &c.n)
		return c, err
	}, `SELECT leg.column1, (SELECT COUNT(*) FROM (SELECT `+counted+` FROM `+st.reach(sc, f.Cohort)+` CROSS JOIN `+source(f)+` q
		WHERE q.cohort_no = k.cohort_no AND q.rank = leg.column1`+where+` LIMIT `+st.arg(store.MostCounted)+`) part)
		FROM (VALUES `+values+`) leg`, st.args...)
	return countsOf(list), err
}

// rankCount is how many explanations have a rank.
type rankCount struct{ rank, n int64 }

func countsOf(list []rankCount) store.Counts {
	c := store.Counts{Reason: make(map[store.Reason]int)}
	for _, r := range list {
		if r.n == 0 {
			continue
		}
		c.Total += int(r.n)
		if state, reason := placeOf(r.rank); state == store.StateWaiting {
			c.Reason[reason] = int(r.n)
		}
	}
	return c
}

// deskDepth counts by the index of ranks alone; cohort 0 has everybody.
const deskDepth = `SELECT leg.column1, (SELECT COUNT(*) FROM
		(SELECT p.seq FROM places p WHERE p.cohort_no = 0 AND p.rank = leg.column1 LIMIT $1) part)
	FROM (VALUES (0), (1), (2), (3), (4), (5), (6)) leg`

// Depth implements store.Desk.
func (s *Store) Depth(ctx context.Context) (_ map[store.Reason]int, err error) {
	defer wrap(&err, "desk depth")
	type count struct{ rank, n int64 }
	list, err := all(ctx, s.read, func(r Row) (c count, err error) {
		err = r.Scan(&c.rank, &c.n)
		return c, err
	}, deskDepth, store.MostDepth)
	depth := make(map[store.Reason]int)
	for _, c := range list {
		_, reason := placeOf(c.rank)
		depth[reason] = int(c.n)
	}
	return depth, err
}

// counted is what is counted: an answer may stand in several cohorts of a
// scope, but only once in one of them, where telling rows apart would cost ten
// times what counting them does.
func (s *Store) counted(ctx context.Context, sc store.Scope, f store.Filter) (string, error) {
	if f.Cohort != "" {
		return `q.seq`, nil
	}
	parts, err := one(s.read.QueryRowContext(ctx, partsOfDesk, sc.PersonID()), scanInt)
	if parts > 1 {
		return `DISTINCT q.seq`, err
	}
	return `q.seq`, err
}

// amongRanks is the condition that q has one of these ranks.
func (s *statement) amongRanks(ranks []int64) string {
	list := ""
	for i, r := range ranks {
		if i > 0 {
			list += ", "
		}
		list += strconv.FormatInt(r, 10)
	}
	return ` AND q.rank IN (` + list + `)`
}
