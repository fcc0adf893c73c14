package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

// ownData is everything that is stored about the person, as a file.
func (s *Site) ownData(c echo.Context) error {
	w, err := s.in(c)
	if err != nil {
		return err
	}
	if err := s.may(c, auth.ExportSelf, own(w)); err != nil {
		return err
	}
	return s.sendDossier(c, w.Person.ID)
}

// sendDossier sends everything about a person and notes that it was taken.
func (s *Site) sendDossier(c echo.Context, person string) error {
	ctx := c.Request().Context()
	all, err := s.store.Dossier(ctx, s.scope(c), person)
	if err != nil {
		return fmt.Errorf("read everything about a person: %w", err)
	}
	if err := s.store.AddEntry(ctx, s.entry(c, "person.export", person, nil)); err != nil {
		return fmt.Errorf("note an export: %w", err)
	}
	body, err := json.MarshalIndent(dossierOf(all), "", "  ")
	if err != nil {
		return fmt.Errorf("write everything about a person: %w", err)
	}
	c.Response().Header().Set("Content-Disposition", `attachment; filename="fencepost-data.json"`)
	return s.sendJSON(c, http.StatusOK, body)
}

// deletePage asks whether somebody means it.
func (s *Site) deletePage(c echo.Context) error {
	return s.showDelete(c, http.StatusOK, nil)
}

func (s *Site) showDelete(c echo.Context, status int, wrong faults) error {
	w, err := s.in(c)
	if err != nil {
		return err
	}
	if err := s.may(c, auth.DeletePerson, own(w)); err != nil {
		return err
	}
	return s.desk(c, status, deleteDesk(w.Person, s.to("/account/delete"), views.Link{Text: "Back to your account", Href: s.to("/account")}, wrong))
}

func deleteDesk(p store.Person, action string, back views.Link, wrong faults) views.Desk {
	return views.Desk{
		Heading: "Delete this account",
		Lede:    "Everything that " + p.Name + " wrote goes: account, answers, explanations, drafts, and what instructors wrote about them.",
		Notes: []string{
			"What stays are counts that name nobody, the log with the bare number of the account, and reviews of other people’s work.",
			"This cannot be taken back, and no copy is kept here. Save the data first if they may be wanted.",
		},
		Forms: []views.Form{filled(views.Form{Action: action, Submit: "Delete it for ever", Danger: true, Fields: []views.Entry{
			{Name: "sure", Label: "Yes, delete the account of " + p.Name, Kind: "checkbox", Required: true},
		}}, url.Values{}, wrong)},
		Links: []views.Link{back},
	}
}

const unsure = "Tick this if you mean it. Nothing was deleted."

// deleteSelf deletes the person's own account.
func (s *Site) deleteSelf(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	w, err := s.in(c)
	if err != nil {
		return err
	}
	if err := s.may(c, auth.DeletePerson, own(w)); err != nil {
		return err
	}
	if !s.accounts.Fresh(w) {
		return auth.ErrNotFresh
	}
	if fields.Get("sure") == "" {
		return s.showDelete(c, http.StatusUnprocessableEntity, faults{"sure": unsure})
	}
	if err := s.deletePerson(c, w.Person.ID); err != nil {
		if errors.Is(err, store.ErrConflict) {
			return s.showDelete(c, http.StatusConflict, faults{"": lastAdmin})
		}
		return err
	}
	s.forget(c)
	return s.desk(c, http.StatusOK, views.Desk{
		Heading: "Your account is deleted", Lede: "Nothing of what you wrote is here any more.", Clear: true,
		Links: []views.Link{{Text: "All concepts", Href: s.home()}},
	})
}

const lastAdmin = "This is the last administrator. Make somebody else one first."

func (s *Site) deletePerson(c echo.Context, id string) error {
	ctx := s.noted(c, "person.delete", id, nil)
	if err := s.store.DeletePerson(ctx, s.scope(c), id, s.at()); err != nil {
		return fmt.Errorf("delete a person: %w", err)
	}
	return nil
}
