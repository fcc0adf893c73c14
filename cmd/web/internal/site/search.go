package site

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

const (
	// mostHits is how many places a search shows.
	mostHits = 20
	// longestQuery is in characters; what is longer is cut.
	longestQuery = 200
)

// search is the page at /search?q=….
func (s *Site) search(c echo.Context) error {
	v := views.Search{
		Chrome: views.Chrome{Title: "Search", Nav: "search", Noindex: true},
		Query:  strings.TrimSpace(clipped(c.QueryParam("q"), longestQuery)),
	}
	if v.Query != "" {
		v.Chrome.Title = "Search: " + v.Query
		hits, err := s.store.SearchContent(c.Request().Context(), s.edition(c).library.Version, v.Query, mostHits+1)
		if err != nil {
			return fmt.Errorf("search the lessons: %w", err)
		}
		v.More = len(hits) > mostHits
		v.Hits = s.hits(hits[:min(len(hits), mostHits)])
	}
	return s.page(c, http.StatusOK, keepPrivately, views.SearchPage(v))
}

func (s *Site) hits(found []store.Hit) []views.SearchHit {
	var out []views.SearchHit
	for _, h := range found {
		hit := views.SearchHit{Href: s.links.lesson(h.Lesson), Head: foundRuns(h.Head), Excerpt: foundRuns(h.Excerpt)}
		if h.Anchor != "" {
			hit.Href += "#" + h.Anchor
			hit.Lesson = h.Title
		}
		out = append(out, hit)
	}
	return out
}

func foundRuns(runs []store.Run) []views.FoundRun {
	var out []views.FoundRun
	for _, r := range runs {
		out = append(out, views.FoundRun(r))
	}
	return out
}

// IndexContent brings what readers search in step with the lessons on the
// shelf.
func (s *Site) IndexContent(ctx context.Context) error {
	lib := s.shelf.Edition().library
	return s.store.IndexContent(ctx, lib.Version, passages(lib))
}

// passages are the parts of all lessons, in the catalogue's order.
func passages(lib *lessons.Library) []store.Passage {
	var out []store.Passage
	for _, l := range lib.Lessons() {
		for _, part := range l.Sections() {
			out = append(out, store.Passage{Lesson: l.Slug, Anchor: part.ID, Title: l.Title, Head: part.Title, Text: part.Text})
		}
	}
	return out
}
