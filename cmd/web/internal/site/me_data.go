package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// learnerDossier is the file that somebody without an account takes along.
type learnerDossier struct {
	Learner      string                 `json:"learner"`
	Progress     map[string]progressing `json:"progress"`
	Answers      []answerData           `json:"answers"`
	Explanations []explanationData      `json:"explanations"`
	Labs         []labData              `json:"labs"`
	LabHelp      []labHelpData          `json:"lab_help"`
	SpokenOf     []string               `json:"record_store_names"`
	Drafts       []draftData            `json:"drafts"`
	Recall       recallData             `json:"spaced_review"`
}

// meData is everything that is stored about the visitor, with or without an
// account, as a file.
func (s *Site) meData(c echo.Context) error {
	w, err := s.who(c)
	if err != nil {
		return err
	}
	if w.In() {
		return s.ownData(c)
	}
	var all store.Dossier
	who, err := s.browser(c)
	if err != nil {
		return err
	}
	if who != nil {
		if all, err = s.store.LearnerDossier(c.Request().Context(), who.ID); err != nil {
			return fmt.Errorf("read everything about a learner: %w", err)
		}
	}
	d := dossierOf(all)
	body, err := json.MarshalIndent(learnerDossier{all.Person.LearnerID, d.Progress, d.Answers, d.Explanations, d.Labs, d.LabHelp, d.SpokenOf, d.Drafts, d.Recall}, "", "  ")
	if err != nil {
		return fmt.Errorf("write everything about a learner: %w", err)
	}
	c.Response().Header().Set("Content-Disposition", `attachment; filename="fencepost-data.json"`)
	return s.sendJSON(c, http.StatusOK, body)
}

// meDeletePage asks whether the visitor means it. Who has an account is asked
// there, where the password is.
func (s *Site) meDeletePage(c echo.Context) error {
	return s.meDeleting(c, func(who *store.Learner) error {
		return s.desk(c, http.StatusOK, s.meDeleteDesk(who, nil))
	})
}

// meDelete deletes what the browser's own learner did.
func (s *Site) meDelete(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	return s.meDeleting(c, func(who *store.Learner) error {
		if who == nil || fields.Get("sure") == "" {
			return s.desk(c, http.StatusUnprocessableEntity, s.meDeleteDesk(who, faults{"sure": unsure}))
		}
		if err := s.store.DeleteLearner(c.Request().Context(), who.ID); err != nil {
			return fmt.Errorf("delete a learner: %w", err)
		}
		s.cookie.drop(c)
		return s.desk(c, http.StatusOK, views.Desk{
			Heading: "Your work is deleted", Lede: "Nothing of what you did in this browser is here any more.", Clear: true,
			Links: []views.Link{{Text: "All concepts", Href: s.home()}},
		})
	})
}

// meDeleting goes on with the browser's learner, nil for nobody, or leads those
// with an account to its page.
func (s *Site) meDeleting(c echo.Context, do func(*store.Learner) error) error {
	w, err := s.who(c)
	if err != nil {
		return err
	}
	if w.In() {
		return seeOther(c, s.to("/account/delete"))
	}
	who, err := s.browser(c)
	if err != nil {
		return err
	}
	return do(who)
}

func (s *Site) meDeleteDesk(who *store.Learner, wrong faults) views.Desk {
	back := []views.Link{{Text: "Back to your progress", Href: s.to("/me")}}
	if who == nil {
		return views.Desk{Heading: "There is nothing to delete", Lede: "Nothing is stored about this browser.", Links: back}
	}
	return views.Desk{
		Heading: "Delete your work",
		Lede:    "Everything that you did in this browser goes: steps read, answers, explanations with what was found in them, tries at labs, reviews, drafts.",
		Notes: []string{
			"What stays are counts that name nobody. This cannot be taken back, and no copy is kept here.",
			"Save your data first, if you may want it: the file is on the page of your progress.",
		},
		Forms: []views.Form{filled(views.Form{Action: s.to("/me/delete"), Submit: "Delete it for ever", Danger: true, Fields: []views.Entry{
			{Name: "sure", Label: "Yes, delete all of my work", Kind: "checkbox", Required: true},
		}}, url.Values{}, wrong)},
		Links: back,
	}
}
