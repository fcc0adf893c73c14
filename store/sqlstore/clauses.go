package sqlstore

import (
	"fmt"
	"math"
	"strconv"

	"fencepost/store"
)

// statement gathers a query and its arguments. What a person typed only ever
// becomes an argument.
type statement struct {
	args    []any
	dialect Dialect // needed where VALUES hold numbers, or text is searched
}

// arg adds an argument and is how the query names it.
func (s *statement) arg(v any) string {
	s.args = append(s.args, v)
	return "$" + strconv.Itoa(len(s.args))
}

// number is arg for a list of VALUES.
func (s *statement) number(n int64) string { return s.dialect.Number(s.arg(n)) }

// reach is the table of numbers of cohorts, as k, whose part of the desk is
// read: the one that the filter names where the scope sees it, else all that
// the scope reaches.
func (s *statement) reach(sc store.Scope, cohort string) string {
	if cohort == "" {
		return `(SELECT cohort_no FROM reaches WHERE person_id = ` + s.arg(sc.PersonID()) + `) k`
	}
	return `(SELECT c.no AS cohort_no FROM cohorts c
		WHERE c.id = ` + s.arg(cohort) + ` AND ` + sees(s.arg(sc.PersonID()), "c.no", assists) + `) k`
}

// matching are the conditions of a filter on q, a row of places or of
// item_places, but for rank and time.
func (s *statement) matching(sc store.Scope, f store.Filter) string {
	if byItem(f) {
		return s.matchingItem(sc, f)
	}
	return s.matchingPlace(sc, f, "q") + s.holding(f) + s.saying(f)
}

// byItem says whether the index of items answers the filter: the verdict on an
// item is asked for and no student, whose few answers are quicker to go through.
func byItem(f store.Filter) bool {
	return f.Item != "" && f.Verdict != "" && f.Learner == ""
}

// source is the table that q is a row of.
func source(f store.Filter) string {
	if byItem(f) {
		return "item_places"
	}
	return "places"
}

func (s *statement) matchingItem(sc store.Scope, f store.Filter) string {
	where := ` AND q.item_no = ` + s.item(f) + ` AND q.verdict = ` + s.arg(verdictNo(f.Verdict))
	if f.Mine {
		where += ` AND EXISTS (SELECT 1 FROM places o WHERE o.cohort_no = q.cohort_no AND o.seq = q.seq` +
			s.matchingPlace(sc, store.Filter{Mine: true}, "o") + `)`
	}
	return where + s.saying(f)
}

func (s *statement) item(f store.Filter) string {
	return `(SELECT no FROM items WHERE lesson = ` + s.arg(f.Lesson) + ` AND item = ` + s.arg(f.Item) + `)`
}

// matchingPlace are the conditions that columns of places answer.
func (s *statement) matchingPlace(sc store.Scope, f store.Filter, table string) (where string) {
	if f.Lesson != "" {
		where += ` AND ` + table + `.lesson = ` + s.arg(f.Lesson)
	}
	if f.Learner != "" {
		where += ` AND ` + table + `.owner_id = ` + s.arg(f.Learner)
	}
	if f.Mine {
		where += ` AND ` + table + `.reviewer_id = ` + s.arg(sc.PersonID())
	}
	return where
}

// holding is the condition on the verdict of an item where places are read.
func (s *statement) holding(f store.Filter) string {
	if f.Item == "" {
		return ""
	}
	where := ` AND EXISTS (SELECT 1 FROM verdicts v WHERE v.seq = q.seq AND v.item_no = ` + s.item(f)
	if f.Verdict != "" {
		where += ` AND v.verdict = ` + s.arg(verdictNo(f.Verdict))
	}
	return where + `)`
}

// saying is the condition on words of the text.
func (s *statement) saying(f store.Filter) string {
	if f.Text == "" {
		return ""
	}
	return ` AND ` + s.dialect.Says(s.arg(s.dialect.Match(f.Text)))
}

// within are the conditions on the time of q.
func (s *statement) within(f store.Filter) string {
	return ` AND q.at_ms >= ` + s.arg(from(f)) + ` AND q.at_ms < ` + s.arg(to(f))
}

// from and to are the times of a filter; an open end is one that no answer has.
func from(f store.Filter) int64 {
	if f.FromMS == 0 {
		return math.MinInt64
	}
	return f.FromMS
}

func to(f store.Filter) int64 {
	if f.ToMS == 0 {
		return math.MaxInt64
	}
	return f.ToMS
}

// ranksOf are the ranks that a filter asks for, in order. Desk reads them one
// by one, each from its own stretch of the index.
func ranksOf(f store.Filter) ([]int64, error) {
	waiting := make([]int64, len(waitingFor))
	for i, reason := range waitingFor {
		waiting[i] = int64(i)
		if reason == f.Reason && reason != store.ReasonNone {
			return []int64{int64(i)}, nil
		}
	}
	if f.Reason != store.ReasonNone {
		return nil, fmt.Errorf("%w: reason %q", store.ErrInvalid, f.Reason)
	}
	switch f.State {
	case store.StateWaiting, "":
		return waiting, nil
	case store.StateReviewed:
		return []int64{rankReviewed}, nil
	case store.StateQuiet:
		return []int64{rankQuiet}, nil
	case store.StateAny:
		return append(waiting, rankReviewed, rankQuiet), nil
	}
	return nil, fmt.Errorf("%w: state %q", store.ErrInvalid, f.State)
}

// checkFilter refuses filters that ask for nothing that there could be.
func checkFilter(f store.Filter) error {
	switch {
	case f.Item != "" && f.Lesson == "":
		return fmt.Errorf("%w: an item needs its lesson", store.ErrInvalid)
	case f.Verdict != "" && (f.Item == "" || verdictNo(f.Verdict) == 0):
		return fmt.Errorf("%w: verdict %q", store.ErrInvalid, f.Verdict)
	case f.Text != "" && len(Words(f.Text)) == 0:
		return fmt.Errorf("%w: no word in %q", store.ErrInvalid, f.Text)
	}
	return checkText(f.Text)
}
