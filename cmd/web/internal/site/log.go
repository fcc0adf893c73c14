package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

// actions are what the audit log tells, in words.
var actions = []views.Choice{
	{Value: "session.open", Text: "signed in"},
	{Value: "session.factor", Text: "passed a second factor"},
	{Value: "session.end", Text: "signed out a browser"},
	{Value: "session.end-others", Text: "signed out all other browsers"},
	{Value: "person.add", Text: "made an account"},
	{Value: "person.profile", Text: "changed name or address"},
	{Value: "person.password", Text: "set a password"},
	{Value: "person.role", Text: "changed a role"},
	{Value: "person.suspend", Text: "suspended"},
	{Value: "person.restore", Text: "let in again"},
	{Value: "person.export", Text: "exported a person’s data"},
	{Value: "person.delete", Text: "deleted an account"},
	{Value: "factor.add", Text: "added a second factor"},
	{Value: "factor.remove", Text: "removed a second factor"},
	{Value: "factor.recovery", Text: "made recovery codes"},
	{Value: "identity.add", Text: "linked a provider"},
	{Value: "identity.remove", Text: "unlinked a provider"},
	{Value: "link.first-instructor", Text: "link for the first account"},
	{Value: "link.invite", Text: "made an invitation"},
	{Value: "link.reset", Text: "made a link for a new password"},
	{Value: "work.claim", Text: "claimed the work of a browser"},
	{Value: "cohort.add", Text: "made a cohort"},
	{Value: "cohort.change", Text: "changed a cohort"},
	{Value: "cohort.archive", Text: "archived a cohort"},
	{Value: "cohort.reopen", Text: "reopened a cohort"},
	{Value: "cohort.code", Text: "made a join link"},
	{Value: "cohort.revoke-code", Text: "revoked a join link"},
	{Value: "cohort.assign", Text: "set a lesson"},
	{Value: "cohort.unassign", Text: "took a lesson off a list"},
	{Value: "member.join", Text: "joined by a link"},
	{Value: "member.set", Text: "changed a roster"},
	{Value: "roster.add", Text: "added to a roster"},
	{Value: "roster.import", Text: "imported a roster"},
	{Value: "cohort.export", Text: "exported a cohort’s work"},
	{Value: "scorer.try", Text: "tried a scorer"},
	{Value: "scorer.discard", Text: "discarded a scorer"},
	{Value: "rubric.publish", Text: "published a scorer"},
}

func actionWord(action string) string {
	for _, a := range actions {
		if a.Value == action {
			return a.Text
		}
	}
	return action
}

// logPage shows the audit log to an administrator.
func (s *Site) logPage(c echo.Context) error {
	if err := s.may(c, auth.ReadAudit, auth.Object{}); err != nil {
		return err
	}
	action := clipped(c.QueryParam("action"), 60)
	list, err := s.store.Entries(c.Request().Context(), s.scope(c), action, store.Page{N: 100, After: c.QueryParam("after")})
	if err != nil {
		return fmt.Errorf("read the log: %w", err)
	}
	v := views.Log{
		Chrome:  views.Chrome{Title: "Log", Nav: "log", Noindex: true},
		Actions: append([]views.Choice{{Text: "everything"}}, actions...), Action: action,
	}
	if v.Rows, err = s.logRows(c, list.Rows); err != nil {
		return err
	}
	if list.Next != "" {
		v.Next = s.to("/log") + "?" + url.Values{"action": {action}, "after": {list.Next}}.Encode()
	}
	return s.page(c, http.StatusOK, keepNowhere, views.LogPage(v))
}

func (s *Site) logRows(c echo.Context, list []store.Entry) ([]views.LogRow, error) {
	known := map[string]views.Link{"": {}}
	var out []views.LogRow
	for _, e := range list {
		who, err := s.namedInLog(c, known, e.ActorID)
		if err != nil {
			return nil, err
		}
		detail, err := s.detailInLog(c, known, e.Detail)
		if err != nil {
			return nil, err
		}
		object := detail.scorer
		if object.Text == "" || !ofScorer(e.Action) {
			if object, err = s.namedInLog(c, known, e.Object); err != nil {
				return nil, err
			}
		}
		if e.ActorID == "" {
			who.Text = "the program"
		}
		out = append(out, views.LogRow{At: moment(e.AtMS), Who: who, What: actionWord(e.Action), Object: object, Detail: detail.words})
	}
	return out, nil
}

// namedInLog is a person or cohort by its id; the bare id where it is gone.
func (s *Site) namedInLog(c echo.Context, known map[string]views.Link, id string) (views.Link, error) {
	if l, ok := known[id]; ok {
		return l, nil
	}
	ctx, l := c.Request().Context(), views.Link{Text: id}
	switch p, err := s.store.Person(ctx, id); {
	case err == nil:
		l = views.Link{Text: p.Name, Href: s.personPath(id)}
	case !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrInvalid):
		return l, fmt.Errorf("name a person of the log: %w", err)
	default:
		if m, err := s.store.Cohort(ctx, s.scope(c), id); err == nil {
			l = views.Link{Text: m.Name, Href: s.cohortPath(id)}
		}
	}
	known[id] = l
	return l, nil
}

// ofScorer says whether an entry is about a scorer, whose id tells nobody anything.
func ofScorer(action string) bool {
	return strings.HasPrefix(action, "scorer.") || action == "rubric.publish"
}

// logDetail is what else an entry says.
type logDetail struct {
	words  string     // "by password, role admin"
	scorer views.Link // page of the scorer of the lesson that it names
}

// detailInLog writes what else an entry says, with names for ids.
func (s *Site) detailInLog(c echo.Context, known map[string]views.Link, raw json.RawMessage) (d logDetail, err error) {
	var detail map[string]any
	if len(raw) == 0 || json.Unmarshal(raw, &detail) != nil {
		return d, nil
	}
	var out []string
	for _, k := range slices.Sorted(maps.Keys(detail)) {
		text := fmt.Sprint(detail[k])
		switch k {
		case "cohort":
			l, err := s.namedInLog(c, known, text)
			if err != nil {
				return d, err
			}
			text = l.Text
		case "lesson":
			slug := text
			text = s.lessonTitle(s.edition(c), slug)
			d.scorer = views.Link{Text: text, Href: s.scorer(slug)}
		case "rubric":
			text = short(text)
		}
		out = append(out, k+" "+text)
	}
	d.words = strings.Join(out, ", ")
	return d, nil
}
