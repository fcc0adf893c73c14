package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

var siteRoles = []views.Choice{
	{Value: string(store.RoleStudent), Text: "student"},
	{Value: string(store.RoleInstructor), Text: "instructor: may make cohorts"},
	{Value: string(store.RoleAdmin), Text: "administrator: sees and may do everything"},
}

func siteRole(text string) (store.Role, bool) {
	for _, r := range siteRoles {
		if r.Value == text {
			return store.Role(text), true
		}
	}
	return "", false
}

// peoplePage lists every account, to an administrator.
func (s *Site) peoplePage(c echo.Context) error {
	return s.showPeople(c, http.StatusOK, nil, nil)
}

func (s *Site) showPeople(c echo.Context, status int, typed url.Values, wrong faults) error {
	if err := s.may(c, auth.ManagePeople, auth.Object{}); err != nil {
		return err
	}
	q := clipped(c.QueryParam("q"), 200)
	list, err := s.store.People(c.Request().Context(), s.scope(c), q, store.Page{N: 100, After: c.QueryParam("after")})
	if err != nil {
		return fmt.Errorf("list people: %w", err)
	}
	v := views.People{
		Chrome: views.Chrome{Title: "People", Nav: "people", Noindex: true}, Search: q, Status: done(c),
		Add: filled(views.Form{ID: "add", Action: s.to("/people"), Submit: "Add and make a link", Plain: true, Fields: []views.Entry{
			askName("", "off"), askEmail("", "off"), askChoice("role", "Role", string(store.RoleInstructor), siteRoles...),
		}}, typed, wrong),
	}
	for _, p := range list.Rows {
		v.Rows = append(v.Rows, views.PersonRow{Name: p.Name, Email: p.Email, Href: s.personPath(p.ID), Role: roleWord(p.Role), State: stateWord(p)})
	}
	if list.Next != "" {
		v.Next = s.to("/people") + "?" + url.Values{"q": {q}, "after": {list.Next}}.Encode()
	}
	return s.page(c, status, keepNowhere, views.PeoplePage(v))
}

func (l links) personPath(id string) string { return l.to("/people/" + url.PathEscape(id)) }

func stateWord(p store.Person) string {
	if p.SuspendedMS != 0 {
		return "suspended since " + day(p.SuspendedMS)
	}
	return ""
}

// addPerson makes an account without a password and shows the link for one.
func (s *Site) addPerson(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	if err := s.may(c, auth.ManagePeople, auth.Object{}); err != nil {
		return err
	}
	w, err := s.in(c)
	if err != nil {
		return err
	}
	role, ok := siteRole(fields.Get("role"))
	p, err := s.accounts.NewPerson(fields.Get("name"), fields.Get("email"), role)
	if !ok {
		return s.showPeople(c, http.StatusUnprocessableEntity, fields, faults{"role": "Choose one of these."})
	}
	if err == nil {
		ctx := s.noted(c, "person.add", p.ID, map[string]string{"role": string(role)})
		err = s.store.AddPerson(ctx, p)
	}
	if errors.Is(err, store.ErrConflict) {
		return s.showPeople(c, http.StatusUnprocessableEntity, fields, faults{"email": "Somebody here has this address already."})
	}
	if wrong, status, ok := wrongWith(err); ok {
		return s.showPeople(c, status, fields, wrong)
	}
	if err != nil {
		return fmt.Errorf("add a person: %w", err)
	}
	return s.invitePerson(c, w, p)
}

// invitePerson shows a link by which a new person chooses a password.
func (s *Site) invitePerson(c echo.Context, by auth.Who, p store.Person) error {
	secret, err := s.accounts.InviteLink(c.Request().Context(), by, "", p.ID)
	if err != nil {
		return err
	}
	return s.page(c, http.StatusOK, keepNowhere, views.OneTimePage(views.OneTime{
		Chrome: views.Chrome{Title: "A link to hand over", Nav: "people", Noindex: true}, Heading: "A link to hand over",
		Lede:  "It lets " + p.Name + " choose a password. It is shown now and never again.",
		Links: []views.HandOver{{For: p.Name, Href: s.address(inviteLink, secret), Until: s.now().Add(auth.InviteAge).UTC().Format("2 January 2006")}},
		Back:  views.Link{Text: "Back to people", Href: s.to("/people")},
	}))
}

// personOf is the account of the address, for an administrator.
func (s *Site) personOf(c echo.Context, a auth.Action) (store.Person, error) {
	if err := s.may(c, a, auth.Object{Owner: c.Param("person")}); err != nil {
		return store.Person{}, err
	}
	// An owner may do some of this to their own account, on its own page.
	if err := s.may(c, auth.ManagePeople, auth.Object{}); err != nil {
		return store.Person{}, err
	}
	p, err := s.store.Person(c.Request().Context(), c.Param("person"))
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrInvalid) {
		return p, errNotYours
	}
	if err != nil {
		return p, fmt.Errorf("find a person: %w", err)
	}
	return p, nil
}

// personPage is one account, to an administrator.
func (s *Site) personPage(c echo.Context) error {
	return s.showPerson(c, http.StatusOK, refusedPart{})
}

func (s *Site) showPerson(c echo.Context, status int, no refusedPart) error {
	p, err := s.personOf(c, auth.ManagePeople)
	if err != nil {
		return err
	}
	path := s.personPath(p.ID)
	v := views.Person{
		Chrome: views.Chrome{Title: p.Name, Nav: "people", Noindex: true},
		Name:   p.Name, Email: p.Email, Role: roleWord(p.Role), State: stateWord(p), Since: day(p.CreatedMS), Status: done(c),
		Export: path + "/data.json", Delete: path + "/delete",
	}
	shut := views.Form{ID: "shut", Action: path + "/suspend", Submit: "Suspend", Plain: true, Hidden: []views.Hidden{hidden("suspend", "yes")}}
	if p.SuspendedMS != 0 {
		shut.Submit, shut.Hidden[0].Value = "Let in again", "no"
	}
	v.Forms = []views.Section{
		{Heading: "Role", Text: "A change signs the person out everywhere.", Forms: []views.Form{no.fill(views.Form{
			ID: "role", Action: path + "/role", Submit: "Change the role", Plain: true, Fields: []views.Entry{askChoice("role", "Role", string(p.Role), siteRoles...)},
		})}},
		{ID: "password", Heading: "Password", Text: "A link by which the person sets a new password. Their second factor stays.", Forms: []views.Form{
			{Action: path + "/link", Submit: "Make a link", Plain: true},
		}},
		{ID: "suspend", Heading: "Suspend", Text: "A suspended person cannot sign in by any way. Nothing of theirs is deleted.", Forms: []views.Form{no.fill(shut)}},
	}
	return s.page(c, status, keepNowhere, views.PersonPage(v))
}

// setRole changes what a person is on the site.
func (s *Site) setRole(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	p, err := s.personOf(c, auth.ManagePeople)
	if err != nil {
		return err
	}
	role, ok := siteRole(fields.Get("role"))
	if !ok {
		return s.showPerson(c, http.StatusUnprocessableEntity, refusedPart{"role", fields, faults{"role": "Choose one of these."}})
	}
	ctx := s.noted(c, "person.role", p.ID, map[string]string{"from": string(p.Role), "role": string(role)})
	switch err := s.store.SetRole(ctx, p.ID, role); {
	case errors.Is(err, store.ErrConflict):
		return s.refuseLast(c, "role")
	case err != nil:
		return fmt.Errorf("change a role: %w", err)
	}
	return s.seeDone(c, "/people/"+p.ID, "role")
}

// refuseLast says that the site keeps an administrator.
func (s *Site) refuseLast(c echo.Context, form string) error {
	return s.showPerson(c, http.StatusConflict, refusedPart{form, url.Values{}, faults{"": lastAdmin}})
}

// suspend shuts a person out, or lets them in again.
func (s *Site) suspend(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	p, err := s.personOf(c, auth.ManagePeople)
	if err != nil {
		return err
	}
	at, action, word := s.at(), "person.suspend", "suspended"
	if fields.Get("suspend") == "no" {
		at, action, word = 0, "person.restore", "let-in"
	}
	ctx := s.noted(c, action, p.ID, nil)
	switch err := s.store.Suspend(ctx, p.ID, at); {
	case errors.Is(err, store.ErrConflict):
		return s.refuseLast(c, "shut")
	case err != nil:
		return fmt.Errorf("suspend: %w", err)
	}
	return s.seeDone(c, "/people/"+p.ID, word)
}

// personLink makes a link by which a person sets a new password.
func (s *Site) personLink(c echo.Context) error {
	p, err := s.personOf(c, auth.ResetLink)
	if err != nil {
		return err
	}
	return s.resetLinkFor(c, p.ID, p.Name, views.Link{Text: "Back to " + p.Name, Href: s.personPath(p.ID)})
}

// personData is everything that is stored about a person.
func (s *Site) personData(c echo.Context) error {
	p, err := s.personOf(c, auth.ExportSelf)
	if err != nil {
		return err
	}
	return s.sendDossier(c, p.ID)
}

// personDeletePage asks whether the administrator means it.
func (s *Site) personDeletePage(c echo.Context) error {
	return s.showPersonDelete(c, http.StatusOK, nil)
}

func (s *Site) showPersonDelete(c echo.Context, status int, wrong faults) error {
	p, err := s.personOf(c, auth.DeletePerson)
	if err != nil {
		return err
	}
	path := s.personPath(p.ID)
	return s.desk(c, status, deleteDesk(p, path+"/delete", views.Link{Text: "Back to " + p.Name, Href: path}, wrong))
}

// personDelete deletes a person and everything that they wrote.
func (s *Site) personDelete(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	p, err := s.personOf(c, auth.DeletePerson)
	if err != nil {
		return err
	}
	if fields.Get("sure") == "" {
		return s.showPersonDelete(c, http.StatusUnprocessableEntity, faults{"sure": unsure})
	}
	switch err := s.deletePerson(c, p.ID); {
	case errors.Is(err, store.ErrConflict):
		return s.showPersonDelete(c, http.StatusConflict, faults{"": lastAdmin})
	case err != nil:
		return err
	}
	if s.scope(c).PersonID() == p.ID {
		s.forget(c)
		return seeOther(c, s.home())
	}
	return s.seeDone(c, "/people", "deleted")
}
