package site

import (
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"fencepost/store"
)

// asking is what the address of the desk asks for.
type asking struct {
	store.Filter
	hidden   bool           // names are not shown
	after    string         // store.Page.After
	from, to string         // days, as they stand in the address
	zone     *time.Location // in which days begin
	query    url.Values     // the address, without what the desk does not know
}

// deskKeys are the parts of an address that narrow the desk. All of them are in
// every address of it, so that a queue can be kept, shared and come back to.
var deskKeys = []string{"state", "cohort", "lesson", "why", "point", "verdict", "student", "from", "to", "mine", "q", "names", "after"}

// deskQuery keeps of values what narrows the desk.
func deskQuery(values url.Values) url.Values {
	out := url.Values{}
	for _, k := range deskKeys {
		if v := values.Get(k); v != "" && cleanText(v) == "" && len(v) <= maxDeskValue {
			out.Set(k, v)
		}
	}
	return out
}

const maxDeskValue = 400 // bytes of one value

// asked reads what values ask for; zone is that of a cohort by id. What no
// filter knows is left out, so that an old address still shows a queue.
func asked(values url.Values, zone func(cohort string) *time.Location) asking {
	q := deskQuery(values)
	a := asking{query: q, hidden: q.Get("names") == "hidden", after: q.Get("after"), from: q.Get("from"), to: q.Get("to")}
	a.zone = zone(q.Get("cohort"))
	a.Filter = store.Filter{
		State: stateIn(q.Get("state")), Cohort: q.Get("cohort"), Lesson: q.Get("lesson"),
		Learner: q.Get("student"), Mine: q.Get("mine") == "yes", Text: searchable(q.Get("q")),
	}
	if a.State == store.StateWaiting {
		a.Reason = reasonIn(q.Get("why"))
	}
	if a.Lesson != "" {
		a.Item = q.Get("point")
	}
	if a.Item != "" {
		a.Verdict = verdictIn(q.Get("verdict"))
	}
	a.FromMS, a.from = dayIn(a.from, a.zone, 0)
	a.ToMS, a.to = dayIn(a.to, a.zone, 1)
	return a
}

// with is the address with one part changed, from its first page on.
func (a asking) with(key, value string) url.Values {
	q := url.Values{}
	for k, v := range a.query {
		q[k] = slices.Clone(v)
	}
	q.Del("after")
	if value == "" {
		q.Del(key)
	} else {
		q.Set(key, value)
	}
	return q
}

// narrowed says whether the address leaves anything out of the queue.
func (a asking) narrowed() bool {
	for k := range a.query {
		if k != "names" && k != "after" {
			return true
		}
	}
	return false
}

func stateIn(text string) store.State {
	switch s := store.State(text); s {
	case store.StateReviewed, store.StateQuiet, store.StateAny:
		return s
	}
	return store.StateWaiting
}

// reasons are those that an answer may wait for, most pressing first.
var reasons = []store.Reason{
	store.ReasonDispute, store.ReasonReply, store.ReasonUnsure, store.ReasonContradicted,
	store.ReasonGate, store.ReasonWanted, store.ReasonAudit,
}

func reasonIn(text string) store.Reason {
	if r := store.Reason(text); slices.Contains(reasons, r) {
		return r
	}
	return store.ReasonNone
}

// judged are the verdicts that a point or a misconception may have.
var judged = []string{"covered", "unsure", "missing", "contradicted", "present"}

func verdictIn(text string) string {
	if slices.Contains(judged, text) {
		return text
	}
	return ""
}

// dayIn is when a day of a zone begins, or with 1 as later when it has ended;
// what is no day is 0 and "".
func dayIn(text string, z *time.Location, later int) (int64, string) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return 0, ""
	}
	return beginning(t.Year(), t.Month(), t.Day()+later, z).UnixMilli(), text
}

// searchable is text with the words that can be searched for, or "".
func searchable(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
	return strings.Join(words[:min(len(words), 12)], " ")
}
