package site

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/lessons/glossary"
	"fencepost/views"
)

// glossaryPage lists every term of the glossary.
func (s *Site) glossaryPage(c echo.Context) error {
	e := s.edition(c)
	v := views.Glossary{Chrome: views.Chrome{
		Title: "Glossary", Canonical: s.links.whole(s.to("/glossary")),
		Description: "The terms of distributed systems that the lessons use, each in a sentence or two.",
	}}
	for _, t := range e.library.Glossary.Terms() {
		v.Terms = append(v.Terms, views.GlossaryTerm{ID: t.ID, Name: t.Name, HTML: t.HTML, Lessons: e.users(t, s.links)})
	}
	return s.page(c, http.StatusOK, keepPrivately, views.GlossaryPage(v))
}

// users leads to the lessons that use a term.
func (e *Edition) users(t glossary.Term, to links) []views.Link {
	var out []views.Link
	for _, l := range e.library.Lessons() {
		if e.uses[l.Slug][t.ID] {
			out = append(out, views.Link{Text: l.Title, Href: to.lesson(l.Slug)})
		}
	}
	return out
}

// gloss marks the glossary's terms in the prose of every step.
func (e *Edition) gloss() {
	e.glossed, e.uses = map[lessons.Block]string{}, map[string]map[string]bool{}
	for _, l := range e.library.Lessons() {
		e.uses[l.Slug] = map[string]bool{}
		for _, step := range l.Steps {
			m := e.library.Glossary.Marker(step.ID)
			for _, b := range step.Blocks {
				switch b := b.(type) {
				case *lessons.Prose:
					e.glossed[b] = m.Mark(b.HTML)
				case *lessons.Note:
					e.glossed[b] = m.Mark(b.HTML)
				}
			}
			m.Used(e.uses[l.Slug])
		}
	}
}

// html is what a page shows of a block's words.
func (e *Edition) html(b lessons.Block, plain string) string {
	if marked, ok := e.glossed[b]; ok && strings.Contains(marked, "gloss") {
		return marked
	}
	return plain
}
