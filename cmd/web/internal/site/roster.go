package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/cmd/web/internal/spreadsheet"
	"fencepost/store"
	"fencepost/views"
)

// memberRoles are the roles in a cohort.
var memberRoles = []views.Choice{
	{Value: string(store.MemberStudent), Text: "student"},
	{Value: string(store.MemberAssistant), Text: "assistant: reviews, without roster and exports"},
	{Value: string(store.MemberInstructor), Text: "instructor"},
}

func memberRole(text string) (store.MemberRole, bool) {
	for _, r := range memberRoles {
		if r.Value == text {
			return store.MemberRole(text), true
		}
	}
	return "", false
}

// setMember changes somebody's role in a cohort, lets them in, or removes them.
func (s *Site) setMember(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	m, err := s.cohort(c, auth.EditCohort)
	if err != nil {
		return err
	}
	r, err := s.onRoster(c, m, c.Param("person"))
	if err != nil {
		return err
	}
	role, ok := memberRole(fields.Get("role"))
	state := store.MemberState(fields.Get("state"))
	if !ok || state != store.MemberActive && state != store.MemberRemoved {
		return &refusal422{"There is no such role. Nothing was changed.", s.cohortPath(m.ID)}
	}
	ctx := s.noted(c, "member.set", r.PersonID, map[string]string{"cohort": m.ID, "role": string(role), "state": string(state)})
	err = s.store.SetMember(ctx, s.scope(c), store.Member{
		CohortID: m.ID, PersonID: r.PersonID, Role: role, State: state, SinceMS: s.at(),
	})
	if errors.Is(err, store.ErrConflict) {
		return &refusal422{"This is the last instructor of the cohort. Make somebody else one first.", s.cohortPath(m.ID) + "#roster"}
	}
	if err != nil {
		return fmt.Errorf("change a roster: %w", err)
	}
	if state == store.MemberRemoved {
		return seeOther(c, s.cohortPath(m.ID)+"?"+url.Values{"removed": {r.PersonID}}.Encode()+"#roster")
	}
	return s.seeDone(c, "/cohorts/"+m.ID+"#roster", "member")
}

// addMember adds one person by their address. Who has no account yet gets one,
// and a link to hand over.
func (s *Site) addMember(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	m, err := s.cohort(c, auth.EditCohort)
	if err != nil {
		return err
	}
	role, ok := memberRole(fields.Get("role"))
	p, cause := s.accounts.NewPerson(fields.Get("name"), fields.Get("email"), store.RoleStudent)
	wrong, _, _ := wrongWith(cause)
	if !ok {
		wrong = faults{"role": "Choose one of these."}
	}
	if wrong != nil {
		return s.showCohort(c, http.StatusUnprocessableEntity, refusedPart{"add", fields, wrong})
	}
	ctx := s.noted(c, "roster.add", m.ID, map[string]string{"role": string(role)})
	made, err := s.store.Enrol(ctx, s.scope(c), m.ID, []store.Enrolment{{Person: p, Role: role}}, s.at(), false)
	if err != nil {
		return fmt.Errorf("add to a roster: %w", err)
	}
	if len(made) == 1 && made[0].Added {
		return s.handOver(c, m, []invited{{made[0].PersonID, p}})
	}
	return s.seeDone(c, "/cohorts/"+m.ID+"#roster", "member")
}

// invited is somebody who has an account now and no password yet.
type invited struct {
	id     string // which a try before may have given them
	person store.Person
}

// handOver shows links by which new people choose their passwords.
func (s *Site) handOver(c echo.Context, m store.Membership, list []invited) error {
	w, err := s.in(c)
	if err != nil {
		return err
	}
	v := views.OneTime{
		Chrome:  views.Chrome{Title: "Links to hand over", Nav: "cohorts", Noindex: true},
		Heading: "Links to hand over",
		Lede:    "Each lets one person choose a password. They are shown now and never again: send them on before you leave this page. If one is lost, make another from the roster.",
		Back:    views.Link{Text: "Back to " + m.Name, Href: s.cohortPath(m.ID)},
	}
	until := s.now().Add(auth.InviteAge).In(zoneOr(m.Zone)).Format("2 January 2006")
	for _, one := range list {
		secret, err := s.accounts.InviteLink(c.Request().Context(), w, "", one.id)
		if err != nil {
			return err
		}
		v.Links = append(v.Links, views.HandOver{For: one.person.Name, Email: one.person.Email, Href: s.address(inviteLink, secret), Until: until})
	}
	if v.List, err = linkList(v.Links); err != nil {
		return err
	}
	return s.page(c, http.StatusOK, keepNowhere, views.OneTimePage(v))
}

// linkList are several links as a table, for whoever writes to a whole class.
func linkList(links []views.HandOver) (string, error) {
	if len(links) < 2 {
		return "", nil
	}
	var text strings.Builder
	table, err := spreadsheet.New(&text, false)
	if err != nil {
		return "", fmt.Errorf("list links: %w", err)
	}
	for _, row := range append([]views.HandOver{{For: "name", Email: "email", Href: "link"}}, links...) {
		table.Texts(row.For, row.Email, row.Href)
		if err := table.End(); err != nil {
			return "", fmt.Errorf("list links: %w", err)
		}
	}
	if err := table.Flush(); err != nil {
		return "", fmt.Errorf("list links: %w", err)
	}
	return text.String(), nil
}

// memberLink makes a link by which a member sets a new password. An instructor
// may make one for learners of their own alone: see mayReset.
func (s *Site) memberLink(c echo.Context) error {
	m, err := s.cohort(c, auth.EditCohort)
	if err != nil {
		return err
	}
	r, err := s.onRoster(c, m, c.Param("person"))
	if err != nil {
		return err
	}
	if err := s.mayReset(c, r.PersonID); err != nil {
		return err
	}
	return s.resetLinkFor(c, r.PersonID, r.Name, views.Link{Text: "Back to " + m.Name, Href: s.cohortPath(m.ID)})
}

// mayReset asks whether the request's person may make a link that opens another
// person's account. An instructor can put anybody on a roster by their address,
// so that being on it is not enough: somebody who learns in a cohort of others
// too is for an administrator.
func (s *Site) mayReset(c echo.Context, person string) error {
	p, err := s.store.Person(c.Request().Context(), person)
	if isNotFound(err) {
		return errNotYours
	}
	if err != nil {
		return fmt.Errorf("find a person: %w", err)
	}
	list, err := s.store.Memberships(c.Request().Context(), person)
	if err != nil {
		return fmt.Errorf("find a person's cohorts: %w", err)
	}
	o := auth.Object{Owner: p.ID, Role: p.Role, Teaches: auth.Teaches(list)}
	for _, m := range list {
		if m.State != store.MemberActive {
			continue
		}
		o.Cohorts = append(o.Cohorts, m.ID)
		alone := auth.Object{Owner: p.ID, Role: p.Role, Teaches: o.Teaches, Cohorts: []string{m.ID}}
		if err := s.may(c, auth.ResetLink, alone); err != nil {
			return err
		}
	}
	return s.may(c, auth.ResetLink, o)
}

// resetLinkFor shows a link by which a person sets a new password.
func (s *Site) resetLinkFor(c echo.Context, person, name string, back views.Link) error {
	w, err := s.in(c)
	if err != nil {
		return err
	}
	secret, err := s.accounts.ResetLink(c.Request().Context(), w, person)
	if err != nil {
		return err
	}
	return s.page(c, http.StatusOK, keepNowhere, views.OneTimePage(views.OneTime{
		Chrome: views.Chrome{Title: "A link for a new password", Noindex: true}, Heading: "A link for a new password",
		Lede:  "Hand it to " + name + " and to nobody else: whoever opens it can enter the account. It is shown now and never again.",
		Links: []views.HandOver{{For: name, Href: s.address(resetLink, secret), Until: s.now().Add(auth.ResetAge).UTC().Format("2 January 2006, 15:04") + " UTC"}},
		Back:  back,
	}))
}
