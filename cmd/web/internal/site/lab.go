package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/lab"
	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// labPatience is how long a run waits for those before it.
const labPatience = 5 * time.Second

// labAt finds the lab in the request's address.
func labAt(e *Edition, c echo.Context) (*lessons.Lesson, *lessons.Lab, error) {
	l, err := e.lesson(c.Param("slug"))
	if err != nil {
		return nil, nil, err
	}
	if found := l.Lab(c.Param("lab")); found != nil {
		return l, found, nil
	}
	return nil, nil, &unknown{what: "lab", id: c.Param("lab"), lesson: l}
}

func (l links) lab(slug, id string) string { return l.lesson(slug) + "/labs/" + url.PathEscape(id) }

// labPage is the page of one lab.
func (s *Site) labPage(c echo.Context) error {
	l, one, err := labAt(s.edition(c), c)
	if err != nil {
		return err
	}
	who, err := s.visitor(c)
	if err != nil {
		return err
	}
	s.invite(c, who)
	return s.showLab(c, http.StatusOK, l, one, who, labRefused{})
}

// runLab runs what was sent in every schedule and records it. What cannot be
// run is no try: it comes back to its box, with its place.
func (s *Site) runLab(c echo.Context) error {
	l, one, err := labAt(s.edition(c), c)
	if err != nil {
		return err
	}
	fields, err := form(c)
	texts := labTexts(one, fields)
	switch {
	case errors.Is(err, errTooLarge):
		return s.refuseLab(c, http.StatusRequestEntityTooLarge, l, one, labRefused{texts: texts, message: "That is far more than a lab’s SQL needs. What is beyond 64\u00a0KB was cut off."})
	case err != nil:
		return err
	}
	r, err := s.runTexts(c.Request().Context(), l, one, texts)
	var mistake *lab.Mistake
	switch {
	case errors.As(err, &mistake):
		return s.refuseLab(c, http.StatusUnprocessableEntity, l, one, labRefused{texts: texts, mistake: mistake})
	case errors.Is(err, lab.ErrBusy):
		return s.refuseLab(c, http.StatusServiceUnavailable, l, one, labRefused{texts: texts, message: "Many labs are running at this moment. Nothing was run; try again in a few seconds."})
	case err != nil:
		return err
	}
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	if err := s.recordLab(c, l, one, who, texts, r, keyOf(fields, append(sentTexts(one, texts), l.Slug, one.ID)...)); err != nil {
		return err
	}
	return seeOther(c, s.lab(l.Slug, one.ID)+"#run")
}

// runTexts runs texts, or finds what came of them a moment ago.
func (s *Site) runTexts(ctx context.Context, l *lessons.Lesson, one *lessons.Lab, texts map[string]string) (*lab.Result, error) {
	ctx, done := context.WithTimeout(ctx, labPatience)
	defer done()
	return s.labs.Run(ctx, l.Version, one, texts)
}

// labTexts are the boxes of a form, line ends as LF.
func labTexts(one *lessons.Lab, fields url.Values) map[string]string {
	texts := map[string]string{}
	for _, slot := range one.Slots {
		texts[slot.ID] = strings.ReplaceAll(fields.Get(slot.ID), "\r\n", "\n")
	}
	return texts
}

// sentTexts are the texts in the order of the boxes.
func sentTexts(one *lessons.Lab, texts map[string]string) []string {
	var out []string
	for _, slot := range one.Slots {
		out = append(out, texts[slot.ID])
	}
	return out
}

func (s *Site) recordLab(c echo.Context, l *lessons.Lesson, one *lessons.Lab, who store.Learner, texts map[string]string, r *lab.Result, key string) error {
	given, err := json.Marshal(texts)
	if err != nil {
		return fmt.Errorf("encode a lab's texts: %w", err)
	}
	o := r.First()
	t := store.LabTry{
		ID: newID(), LearnerID: who.ID, Key: key, Lesson: l.Slug, Lab: one.ID, Answer: given,
		Passed: r.Passed, Broke: o.Broke, Said: o.Run.Verdict.Sentence, Content: l.Version, AtMS: s.at(),
	}
	if !r.Passed {
		t.Schedule = o.Schedule
	}
	ctx, err := s.telling(c.Request().Context(), triedSo(l, t))
	if err != nil {
		return err
	}
	if _, err := s.store.AddLabTry(ctx, t); err != nil {
		return fmt.Errorf("record a try of %s/%s: %w", l.Slug, one.ID, err)
	}
	return nil
}

// labRefused is what was sent and not run.
type labRefused struct {
	texts   map[string]string // nil for nothing
	mistake *lab.Mistake
	message string
}

// refuseLab says at the box why nothing was run, with what was written.
func (s *Site) refuseLab(c echo.Context, status int, l *lessons.Lesson, one *lessons.Lab, no labRefused) error {
	who, err := s.visitor(c)
	if err != nil {
		return err
	}
	s.invite(c, who)
	return s.showLab(c, status, l, one, who, no)
}

// showLab answers with the lab's page as it stands for the learner.
func (s *Site) showLab(c echo.Context, status int, l *lessons.Lesson, one *lessons.Lab, who *store.Learner, no labRefused) error {
	p := labSheet{links: s.links, lesson: l, lab: one, refused: no}
	if err := s.readLab(c.Request().Context(), &p, who); err != nil {
		return err
	}
	if err := s.rerun(c, &p); err != nil {
		return err
	}
	v, err := p.view()
	if err != nil {
		return err
	}
	return s.page(c, status, keepNowhere, views.LabView(v))
}

// readLab reads what the learner left in a lab; nobody left nothing.
func (s *Site) readLab(ctx context.Context, p *labSheet, who *store.Learner) (err error) {
	if who == nil {
		return nil
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("read the record of %s/%s: %w", p.lesson.Slug, p.lab.ID, err)
		}
	}()
	if p.tries, err = s.store.LabTries(ctx, who.ID, p.lesson.Slug, p.lab.ID); err != nil {
		return err
	}
	aids, err := s.store.LabAids(ctx, who.ID, p.lesson.Slug, p.lab.ID)
	if err != nil {
		return err
	}
	for _, a := range aids {
		p.aids = append(p.aids, a.Aid)
	}
	p.draft, err = s.store.LabDraft(ctx, who.ID, p.lesson.Slug, p.lab.ID)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// rerun runs the try that the address asks for once more, or the newest: a run
// is a function of its texts. One that the lab as it is now cannot run is not
// shown.
func (s *Site) rerun(c echo.Context, p *labSheet) error {
	p.asked = labAsked(c.QueryParams(), len(p.tries))
	if p.asked.try == 0 || p.refused.texts != nil {
		return nil
	}
	texts := map[string]string{}
	if err := json.Unmarshal(p.tries[p.asked.try-1].Answer, &texts); err != nil {
		return fmt.Errorf("read a try of %s/%s: %w", p.lesson.Slug, p.lab.ID, err)
	}
	r, err := s.runTexts(c.Request().Context(), p.lesson, p.lab, texts)
	var mistake *lab.Mistake
	if errors.As(err, &mistake) || errors.Is(err, lab.ErrBusy) {
		return nil
	}
	p.result = r
	return err
}

func (s *Site) backToLab(c echo.Context) error {
	l, one, err := labAt(s.edition(c), c)
	if err != nil {
		return err
	}
	return seeOther(c, s.lab(l.Slug, one.ID))
}

// hintName is the aid of a hint, from 1.
func hintName(n int) string { return fmt.Sprintf("hint-%d", n) }

// hintsShown is how many of the hints were shown.
func hintsShown(aids []string) int {
	n := 0
	for slices.Contains(aids, hintName(n+1)) {
		n++
	}
	return n
}
