package site

import (
	"fmt"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// maxKept is the longest sentence of the comment bank, in characters.
const maxKept = 400

// fillBank adds the comment bank of the answer's lesson to a form.
func (s *Site) fillBank(c echo.Context, f *views.TeachForm, at sitting) error {
	list, err := s.store.Comments(c.Request().Context(), s.scope(c), at.file.Explanation.Lesson)
	if err != nil {
		return fmt.Errorf("read the comment bank: %w", err)
	}
	f.Keep = s.to("/teach/comments")
	f.Lesson = at.file.Explanation.Lesson
	f.Back = withQuery("/teach/answers/"+url.PathEscape(at.file.Explanation.ID), at.query)
	for _, k := range list {
		v := views.TeachComment{ID: k.ID, Text: k.Text, Item: k.Item, About: itemWords(at.rubric, []string{k.Item})}
		if k.Item == "" {
			v.About = ""
		}
		if k.MadeBy == at.me {
			v.Remove = s.to("/teach/comments/" + url.PathEscape(k.ID) + "/removal")
		}
		f.Bank = append(f.Bank, v)
	}
	return nil
}

// keepComment adds a sentence to the bank.
func (s *Site) keepComment(c echo.Context) error {
	fields, err := s.teachForm(c)
	if err != nil {
		return err
	}
	text := oneLine(fields.Get("text"))
	l, ok := s.edition(c).library.Lesson(fields.Get("lesson"))
	if !ok || l.Rubric == nil {
		return &unknown{what: "lesson", id: fields.Get("lesson")}
	}
	item := fields.Get("item")
	if n, name := placeIn(l.Rubric, item); n == 0 && name == "" {
		item = ""
	}
	if cleanText(fields.Get("text")) != "" || text == "" || characters(text) > maxKept {
		return &refusal422{message: fmt.Sprintf("A sentence of the bank has 1 to %s characters.", digits(maxKept)), back: s.afterForm(fields)}
	}
	_, err = s.store.AddComment(c.Request().Context(), s.scope(c), store.Comment{ID: newID(), Lesson: l.Slug, Item: item, Text: text, AtMS: s.at()})
	if err != nil {
		return fmt.Errorf("add to the comment bank: %w", err)
	}
	return seeOther(c, s.afterForm(fields))
}

// removeComment takes a sentence out of the bank.
func (s *Site) removeComment(c echo.Context) error {
	fields, err := s.teachForm(c)
	if err != nil {
		return err
	}
	if err := s.store.RemoveComment(c.Request().Context(), s.scope(c), c.Param("id")); err != nil {
		return fmt.Errorf("remove from the comment bank: %w", err)
	}
	return seeOther(c, s.afterForm(fields))
}

// afterForm is where the desk goes on after a form.
func (s *Site) afterForm(fields url.Values) string { return s.to(next(fields)) }

// countUse notes which sentences of the bank a review used.
func (s *Site) countUse(c echo.Context, fields url.Values) {
	used := fields["used"]
	slices.Sort(used)
	for i, id := range slices.Compact(used) {
		if i == 9 {
			return
		}
		if err := s.store.UseComment(c.Request().Context(), s.scope(c), id); err != nil && !isNotFound(err) {
			s.log.Warn("use of a comment not counted", "err", err)
			return
		}
	}
}
