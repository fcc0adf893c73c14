package site

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// deskRows is how many answers a page of the queue shows.
const deskRows = 25

// teachPage is the queue.
func (s *Site) teachPage(c echo.Context) error {
	if err := s.reviewer(c); err != nil {
		return err
	}
	a, err := s.asking(c)
	if err != nil {
		return err
	}
	rows, err := s.deskPage(c, a)
	if err != nil {
		return err
	}
	v := views.Teach{
		Chrome: views.Chrome{Title: "Review desk", Nav: "teach", Noindex: true, Description: "Explanations that wait for a person: what the scorer was unsure of, disputes, and samples to be checked."},
		Lease:  s.to("/teach/lease"), Groups: withQuery(s.to("/teach/groups"), a.with("why", a.query.Get("why"))),
	}
	if v.Queue, err = s.queue(c, a, rows, ""); err != nil {
		return err
	}
	if v.Filters, err = s.filters(c, a, s.to("/teach")); err != nil {
		return err
	}
	for _, r := range v.Queue.Rows {
		if r.Href != "" && r.Held == "" {
			v.Start = r.Href
			break
		}
	}
	v.Done = s.teachDone(c, a)
	if s.mayTry(c) == nil {
		v.Scorers = s.scorers()
	}
	return s.page(c, http.StatusOK, keepNowhere, views.TeachPage(v))
}

// asking is what the request's address asks for.
func (s *Site) asking(c echo.Context) (asking, error) {
	return s.askingOf(c, c.QueryParams())
}

func (s *Site) askingOf(c echo.Context, values map[string][]string) (asking, error) {
	list, err := s.taught(c)
	if err != nil {
		return asking{}, err
	}
	return asked(values, func(cohort string) *time.Location {
		for _, m := range list {
			if m.ID == cohort {
				return zoneOr(m.Zone)
			}
		}
		return time.UTC
	}), nil
}

// taught are the cohorts whose work the request's person sees, found once.
func (s *Site) taught(c echo.Context) ([]store.Membership, error) {
	const key = "taught"
	if list, ok := c.Get(key).([]store.Membership); ok {
		return list, nil
	}
	var all []store.Membership
	for page := (store.Page{N: 200}); ; {
		list, err := s.store.Cohorts(c.Request().Context(), s.scope(c), page)
		if err != nil {
			return nil, fmt.Errorf("list cohorts: %w", err)
		}
		all = append(all, list.Rows...)
		if page.After = list.Next; page.After == "" {
			c.Set(key, all)
			return all, nil
		}
	}
}

// deskPage reads the part of the queue that is asked for.
func (s *Site) deskPage(c echo.Context, a asking) (store.Listing[store.Answer], error) {
	rows, err := s.store.Desk(c.Request().Context(), s.scope(c), a.Filter, store.Page{After: a.after, N: deskRows})
	if err != nil {
		return rows, fmt.Errorf("read the desk: %w", err)
	}
	return rows, nil
}

// queue draws a part of the desk; the answer with the id shown is marked.
func (s *Site) queue(c echo.Context, a asking, rows store.Listing[store.Answer], shown string) (views.TeachQueue, error) {
	var v views.TeachQueue
	var err error
	if v.Tabs, v.Heading, err = s.tabs(c.Request().Context(), c, a); err != nil {
		return v, err
	}
	for _, r := range rows.Rows {
		v.Rows = append(v.Rows, s.teachRow(c, a, r, shown))
	}
	if a.after != "" {
		v.First = s.teach(a.with("", ""))
	}
	if rows.Next != "" {
		v.Next = s.teach(a.with("after", rows.Next))
	}
	if len(v.Rows) == 0 {
		v.Empty = emptyWords(a)
	}
	return v, nil
}

func emptyWords(a asking) string {
	switch {
	case a.after != "":
		return "That was the end of this list."
	case a.narrowed():
		return "No answer matches. Take one of the filters away, or clear them all."
	}
	return "Nothing waits. Every dispute is answered, every doubt settled and the sample looked at."
}

// tabs count the answers that wait, by reason, under the other filters.
func (s *Site) tabs(ctx context.Context, c echo.Context, a asking) ([]views.TeachTab, string, error) {
	f := a.Filter
	f.Reason = store.ReasonNone
	n, err := s.store.DeskCounts(ctx, s.scope(c), f)
	if err != nil {
		return nil, "", fmt.Errorf("count the desk: %w", err)
	}
	if a.State != store.StateWaiting {
		return nil, stateHeading(a.State, n.Total), nil
	}
	tabs := []views.TeachTab{{Text: "All", N: atLeast(n.Total), Href: s.teach(a.with("why", "")), Here: a.Reason == ""}}
	for _, r := range reasons {
		if n.Reason[r] > 0 || a.Reason == r {
			tabs = append(tabs, views.TeachTab{Text: reasonWord(r), N: atLeast(n.Reason[r]), Href: s.teach(a.with("why", string(r))), Here: a.Reason == r})
		}
	}
	return tabs, stateHeading(a.State, n.Total), nil
}

// atLeast writes a count of the desk, which stops at a thousand.
func atLeast(n int) string {
	if n >= store.MostCounted {
		return digits(n) + "+"
	}
	return strconv.Itoa(n)
}

func stateHeading(state store.State, n int) string {
	switch state {
	case store.StateReviewed:
		return "Reviewed, " + atLeast(n)
	case store.StateQuiet:
		return "Nobody asked for, " + atLeast(n)
	case store.StateAny:
		return "All answers, " + atLeast(n)
	}
	return "Queue, " + atLeast(n) + " waiting"
}

func (s *Site) teachRow(c echo.Context, a asking, r store.Answer, shown string) views.TeachRow {
	me := s.scope(c).PersonID()
	v := views.TeachRow{
		Who: nameOf(a.hidden, r.ExplanationID, r.Name), Age: ageWords(s.at() - r.AtMS), Sent: utc(r.AtMS),
		Glyph: reasonGlyph(r), Why: s.whyWords(s.edition(c), r), Where: s.lessonTitle(s.edition(c), r.Lesson),
		Text: opening(r.Excerpt), Here: r.ExplanationID == shown,
	}
	if r.PersonID == "" || r.PersonID != me {
		v.Href = s.teachAnswer(r.ExplanationID, a.query)
	} else {
		v.Held = "Your own: somebody else reviews it."
	}
	if r.HeldUntilMS > s.at() && !v.Here && r.Holder != "" && r.HolderID != me {
		v.Held = r.Holder + " has it open."
	}
	return v
}

// openingChars is how many characters of a text the queue shows. It is given one
// more of a text that is longer.
const openingChars = 160

// opening is how a text begins, up to a word's end where more follows.
func opening(excerpt string) string {
	shown := []rune(excerpt)
	if len(shown) <= openingChars {
		return strings.TrimSpace(excerpt)
	}
	if end := strings.LastIndexFunc(excerpt, unicode.IsSpace); end > len(excerpt)/2 {
		return strings.TrimSpace(excerpt[:end]) + "…"
	}
	return strings.TrimSpace(string(shown[:openingChars])) + "…"
}

func (s *Site) lessonTitle(e *Edition, slug string) string {
	if l, ok := e.library.Lesson(slug); ok {
		return l.Title
	}
	return slug
}
