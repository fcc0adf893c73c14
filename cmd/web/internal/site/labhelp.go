package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/store"
)

// labHint shows the next hint. What stands in the boxes is kept on the way.
func (s *Site) labHint(c echo.Context) error {
	return s.labAid(c, func(one *lessons.Lab, shown []string) string {
		if n := hintsShown(shown); n < len(one.Hints) {
			return hintName(n + 1)
		}
		return ""
	})
}

// labSolution shows the worked solution, from now on. What is run later is
// marked as run after it.
func (s *Site) labSolution(c echo.Context) error {
	return s.labAid(c, func(_ *lessons.Lab, shown []string) string {
		if slices.Contains(shown, store.AidSolution) {
			return ""
		}
		return store.AidSolution
	})
}

// labAid records that help was shown, keeps what was written, and leads to it.
func (s *Site) labAid(c echo.Context, next func(*lessons.Lab, []string) string) error {
	l, one, err := labAt(s.edition(c), c)
	if err != nil {
		return err
	}
	fields, err := form(c)
	if err != nil {
		return err
	}
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	if err := s.keepBoxes(c, l, one, who, fields); err != nil && !errors.Is(err, store.ErrStale) && !errors.Is(err, store.ErrInvalid) {
		return err
	}
	p := labSheet{lesson: l, lab: one}
	if err := s.readLab(c.Request().Context(), &p, &who); err != nil {
		return err
	}
	aid := next(one, p.aids)
	if aid == "" {
		return seeOther(c, s.lab(l.Slug, one.ID)+"#help")
	}
	err = s.store.AddLabAid(c.Request().Context(), store.LabAid{LearnerID: who.ID, Lesson: l.Slug, Lab: one.ID, Aid: aid, AtMS: s.at()})
	if err != nil {
		return fmt.Errorf("record help in %s/%s: %w", l.Slug, one.ID, err)
	}
	return seeOther(c, s.lab(l.Slug, one.ID)+"#"+aid)
}

// keepBoxes stores the boxes of a form as the draft, where the form has any:
// on top of the newest, for it was sent by a press of a button.
func (s *Site) keepBoxes(c echo.Context, l *lessons.Lesson, one *lessons.Lab, who store.Learner, fields url.Values) error {
	if !slices.ContainsFunc(one.Slots, func(slot lessons.LabSlot) bool { return fields.Has(slot.ID) }) {
		return nil
	}
	text, err := json.Marshal(labTexts(one, fields))
	if err != nil {
		return fmt.Errorf("encode a lab's texts: %w", err)
	}
	newest, err := s.store.LabDraft(c.Request().Context(), who.ID, l.Slug, one.ID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("read the draft of %s/%s: %w", l.Slug, one.ID, err)
	}
	_, err = s.saveBoxes(c, l, one, who, string(text), newest.Revision)
	return err
}

func (s *Site) saveBoxes(c echo.Context, l *lessons.Lesson, one *lessons.Lab, who store.Learner, text string, base int64) (store.LabDraft, error) {
	d := store.LabDraft{LearnerID: who.ID, Lesson: l.Slug, Lab: one.ID, Text: text, AtMS: s.at()}
	kept, err := s.store.SaveLabDraft(c.Request().Context(), d, base)
	if err != nil {
		return kept, fmt.Errorf("save the draft of %s/%s: %w", l.Slug, one.ID, err)
	}
	return kept, nil
}

// labDraft keeps what stands in the boxes. The page's script is answered in
// JSON; a browser that sent the form itself gets the lab's page.
func (s *Site) labDraft(c echo.Context) error {
	l, one, err := labAt(s.edition(c), c)
	if err != nil {
		return err
	}
	if mediaType(c.Request()) == "application/json" {
		return s.labDraftSent(c, l, one)
	}
	fields, err := form(c)
	if err != nil {
		return err
	}
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	switch err := s.keepBoxes(c, l, one, who, fields); {
	case errors.Is(err, store.ErrInvalid):
		return s.refuseLab(c, http.StatusUnprocessableEntity, l, one, labRefused{texts: labTexts(one, fields), message: "There is a character in it that no text can hold, so it was not kept."})
	case err != nil:
		return err
	}
	return seeOther(c, s.lab(l.Slug, one.ID)+"#lab")
}

// labDraftSent keeps a draft that the page's script sent: its text is the boxes
// as JSON.
func (s *Site) labDraftSent(c echo.Context, l *lessons.Lesson, one *lessons.Lab) error {
	var sent draftSent
	if err := readJSON(c.Request(), &sent); err != nil {
		return err
	}
	if boxes := map[string]string{}; json.Unmarshal([]byte(sent.Text), &boxes) != nil {
		return fmt.Errorf("%w: the text is no boxes", errBadForm)
	}
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	kept, err := s.saveBoxes(c, l, one, who, sent.Text, sent.Revision)
	answer := keptOf(kept.Revision, kept.AtMS)
	switch {
	case errors.Is(err, store.ErrStale):
		answer.Text = &kept.Text
		return s.json(c, http.StatusConflict, answer)
	case errors.Is(err, store.ErrInvalid):
		return s.json(c, http.StatusUnprocessableEntity, map[string]string{"error": "There is a character in it that no text can hold."})
	case err != nil:
		return err
	}
	return s.json(c, http.StatusOK, answer)
}
