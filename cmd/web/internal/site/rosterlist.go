package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/store/byname"
	"fencepost/views"
)

// rosterPart is how many members a page lists.
const rosterPart = 200

// addRoster adds who is in a cohort and who waits to be.
func (s *Site) addRoster(c echo.Context, m store.Membership, no refusedPart, v *views.Cohort) error {
	ctx, sc := c.Request().Context(), s.scope(c)
	waiting, err := s.store.Roster(ctx, sc, m.ID, store.MemberPending, store.Page{N: rosterPart})
	if err != nil {
		return fmt.Errorf("list who waits: %w", err)
	}
	for _, r := range waiting.Rows {
		v.Pending = append(v.Pending, s.memberRow(r))
	}
	active, err := s.wholeRoster(ctx, sc, m.ID)
	if err != nil {
		return err
	}
	for _, r := range active {
		v.Students += count(r.Role == store.MemberStudent)
	}
	part, next := rosterAfter(active, c.QueryParam("after"))
	for _, r := range part {
		v.Members = append(v.Members, s.memberRow(r))
	}
	if next != "" {
		v.More = s.cohortPath(m.ID) + "?" + url.Values{"after": {next}}.Encode() + "#roster"
	}
	v.Add = no.fill(views.Form{
		ID: "add", Action: s.cohortPath(m.ID) + "/members", Submit: "Add to the roster", Plain: true,
		Fields: []views.Entry{
			askName("", "off"), askEmail("", "off"), askChoice("role", "Role", string(store.MemberStudent), memberRoles...),
		},
	})
	return s.addRemoved(c, m, v)
}

// wholeRoster is everybody in a cohort: those who teach it first, each by name.
func (s *Site) wholeRoster(ctx context.Context, sc store.Scope, cohort string) ([]store.RosterRow, error) {
	var all []store.RosterRow
	for page := (store.Page{N: 500}); ; {
		list, err := s.store.Roster(ctx, sc, cohort, store.MemberActive, page)
		if err != nil {
			return nil, fmt.Errorf("list a roster: %w", err)
		}
		all = append(all, list.Rows...)
		if page.After = list.Next; page.After == "" {
			return sorted(all), nil
		}
	}
}

func sorted(all []store.RosterRow) []store.RosterRow {
	return slices.SortedFunc(slices.Values(all), byRoleAndName)
}

func byRoleAndName(a, b store.RosterRow) int {
	learns := func(r store.RosterRow) int { return count(r.Role == store.MemberStudent) }
	return cmp.Or(
		learns(a)-learns(b), byname.Compare(a.Name, b.Name), strings.Compare(a.PersonID, b.PersonID),
	)
}

// rosterAfter is the part of a roster behind a person, and the last of it where
// more follows. Somebody who is gone since stands before everybody.
func rosterAfter(all []store.RosterRow, after string) (part []store.RosterRow, next string) {
	rest := all[1+slices.IndexFunc(all, func(r store.RosterRow) bool { return r.PersonID == after }):]
	if len(rest) <= rosterPart {
		return rest, ""
	}
	return rest[:rosterPart], rest[rosterPart-1].PersonID
}

// addRemoved says who was taken off the roster just now, with a way back.
func (s *Site) addRemoved(c echo.Context, m store.Membership, v *views.Cohort) error {
	person := c.QueryParam("removed")
	if person == "" {
		return nil
	}
	r, err := s.onRoster(c, m, person)
	if errors.Is(err, errNotYours) || err == nil && r.State != store.MemberRemoved {
		return nil
	}
	if err != nil {
		return err
	}
	v.Status = r.Name + " is not on the roster any more. What they handed in stays, and they can be put back."
	back := s.memberChange(r, "Put back", store.MemberActive)
	v.Undo = &back
	return nil
}

// memberChange is a button that gives somebody another state in a cohort.
func (s *Site) memberChange(r store.RosterRow, submit string, state store.MemberState) views.Form {
	return views.Form{Action: s.memberPath(r), Submit: submit, Of: r.Name, Hidden: []views.Hidden{hidden("role", string(r.Role)), hidden("state", string(state))}}
}

func (s *Site) memberPath(r store.RosterRow) string {
	return s.cohortPath(r.CohortID) + "/members/" + url.PathEscape(r.PersonID)
}

func (s *Site) memberRow(r store.RosterRow) views.MemberRow {
	row := views.MemberRow{Name: r.Name, Email: r.Email, Role: string(r.Role)}
	if r.SuspendedMS != 0 {
		row.State = "suspended"
	}
	if r.State == store.MemberPending {
		row.Waits = true
		row.Forms = []views.Form{
			s.memberChange(r, "Let in", store.MemberActive), s.memberChange(r, "Turn away", store.MemberRemoved),
		}
		return row
	}
	row.Forms = []views.Form{
		{
			ID: "m-" + r.PersonID, Action: s.memberPath(r), Submit: "Change role", Of: r.Name, Hidden: []views.Hidden{hidden("state", string(store.MemberActive))},
			Fields: []views.Entry{askChoice("role", "Role of "+r.Name, string(r.Role), memberRoles...)},
		},
		{Action: s.memberPath(r) + "/link", Submit: "Link for a new password", Of: r.Name},
		s.memberChange(r, "Remove from the cohort", store.MemberRemoved),
	}
	return row
}

// onRoster finds a person on the roster of a cohort, whatever their state. One
// who is on no such roster is not there.
func (s *Site) onRoster(c echo.Context, m store.Membership, person string) (store.RosterRow, error) {
	r, err := s.store.OnRoster(c.Request().Context(), s.scope(c), m.ID, person)
	if isNotFound(err) {
		return r, errNotYours
	}
	if err != nil {
		return r, fmt.Errorf("look for a member: %w", err)
	}
	return r, nil
}
