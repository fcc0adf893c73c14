package site

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/lessons"
	"fencepost/lessons/recall"
	"fencepost/store"
	"fencepost/views"
)

// insightRoutes are the addresses of how a class is doing.
func (s *Site) insightRoutes() {
	s.get("/teach/cohorts/:id", s.insightPage)
	s.get("/teach/cohorts/:id/lessons/:concept", s.insightLessonPage)
	s.get("/teach/cohorts/:id/exports/:file", s.exportCohort)
}

// board is a cohort's work with how it is to be shown.
type board struct {
	*Site
	cohort  store.Membership
	zone    *time.Location
	matrix  store.Matrix
	lessons []boardLesson
	labs    map[string]map[string][]string // that passed, by LearnerID and lesson
	recalls map[string]store.RecallCount   // by LearnerID
	nowMS   int64
	me      string // person who looks
	asked   boardAsk
}

// boardLesson is a column. Of a lesson that is gone only the slug is known.
type boardLesson struct {
	slug, title string
	lesson      *lessons.Lesson // nil where it is gone
}

// boardAsk is what the address asks for.
type boardAsk struct {
	sort   string // one of those that sortKey knows; "" and "name": by name
	down   bool
	seen   bool // cells show when rather than what
	list   bool
	hidden bool // names are not shown
}

func boardAsked(q url.Values) boardAsk {
	return boardAsk{
		sort: q.Get("sort"), down: q.Get("order") == "down", seen: q.Get("show") == "seen",
		list: q.Get("view") == "list", hidden: q.Get("names") == "hidden",
	}
}

// query is the address of the same page.
func (a boardAsk) query() url.Values {
	q := url.Values{}
	set := func(key, value string, there bool) {
		if there {
			q.Set(key, value)
		}
	}
	set("sort", a.sort, a.sort != "" && a.sort != "name")
	set("order", "down", a.down)
	set("show", "seen", a.seen)
	set("view", "list", a.list)
	set("names", "hidden", a.hidden)
	return q
}

// insightPage shows students against lessons.
func (s *Site) insightPage(c echo.Context) error {
	m, err := s.cohort(c, auth.SeeInsight)
	if err != nil {
		return err
	}
	b, err := s.board(c, m)
	if err != nil {
		return err
	}
	b.arrange()
	v := b.view()
	n, err := s.store.DeskCounts(c.Request().Context(), s.scope(c), store.Filter{State: store.StateWaiting, Cohort: m.ID})
	if err != nil {
		return fmt.Errorf("count what waits: %w", err)
	}
	v.Waiting = n.Total
	if s.may(c, auth.ExportCohort, auth.Object{Cohorts: []string{m.ID}}) == nil {
		v.Export = b.exportForm(nil)
	}
	return s.page(c, http.StatusOK, keepNowhere, views.InsightPage(v))
}

// board reads the work of a cohort.
func (s *Site) board(c echo.Context, m store.Membership) (*board, error) {
	ctx, sc := c.Request().Context(), s.scope(c)
	b := &board{
		Site: s, cohort: m, zone: zoneOr(m.Zone), nowMS: s.at(), me: sc.PersonID(), asked: boardAsked(c.QueryParams()),
	}
	var err error
	if b.matrix, err = s.store.Matrix(ctx, sc, m.ID); err != nil {
		return nil, fmt.Errorf("read the work of a cohort: %w", err)
	}
	if err := b.practice(ctx, sc, m.ID); err != nil {
		return nil, err
	}
	set, err := s.store.Assignments(ctx, sc, m.ID)
	if err != nil {
		return nil, fmt.Errorf("list the lessons of a cohort: %w", err)
	}
	b.lessons = boardLessons(s.edition(c).library, set, b.matrix)
	if b.asked.hidden {
		hideNames(b.matrix.Students)
	}
	return b, nil
}

// practice reads labs and reviews of the whole class, in a statement each.
func (b *board) practice(ctx context.Context, sc store.Scope, cohort string) error {
	labs, err := b.store.LabStandingsOf(ctx, sc, cohort)
	if err != nil {
		return fmt.Errorf("read the labs of a cohort: %w", err)
	}
	b.labs = map[string]map[string][]string{}
	for learner, list := range labs {
		b.labs[learner] = map[string][]string{}
		for _, one := range list {
			if one.Passed {
				b.labs[learner][one.Lesson] = append(b.labs[learner][one.Lesson], one.Lab)
			}
		}
	}
	tomorrow := (recall.DayOf(b.nowMS) + 1) * recall.DayMS
	if b.recalls, err = b.store.RecallCountsOf(ctx, sc, cohort, tomorrow); err != nil {
		return fmt.Errorf("read the reviews of a cohort: %w", err)
	}
	return nil
}

// passed is how many labs of a lesson a student passed, of how many.
func (b *board) passed(learner string, l boardLesson) (done, of int) {
	if l.lesson == nil {
		return 0, 0
	}
	return labsPassed(l.lesson, store.Standing{LabsPassed: b.labs[learner][l.slug]}), len(l.lesson.Labs())
}

// boardLessons are the lessons that the cohort is to do and those that somebody
// began, in the order of the catalogue; all of them where none are set. Those
// that are gone come last.
func boardLessons(lib *lessons.Library, set []store.Assignment, m store.Matrix) []boardLesson {
	wanted := map[string]bool{}
	for _, a := range set {
		wanted[a.Lesson] = true
	}
	for _, cells := range m.Cells {
		for slug := range cells {
			wanted[slug] = true
		}
	}
	var out []boardLesson
	for _, l := range lib.Lessons() {
		if wanted[l.Slug] || len(set) == 0 {
			out = append(out, boardLesson{l.Slug, l.Title, l})
		}
		delete(wanted, l.Slug)
	}
	for _, slug := range slices.Sorted(maps.Keys(wanted)) {
		out = append(out, boardLesson{slug: slug, title: slug})
	}
	return out
}

func (l links) insight(cohort string, q url.Values) string {
	return withQuery(l.to("/teach/cohorts/"+url.PathEscape(cohort)), q)
}

func (l links) insightLesson(cohort, slug string, q url.Values) string {
	return withQuery(l.insight(cohort, nil)+"/lessons/"+url.PathEscape(slug), q)
}

// deskFor is the address of the queue with all answers of a cohort, narrowed by
// pairs of a filter and its value; "" values are left out.
func (b *board) deskFor(pairs ...string) url.Values {
	q := url.Values{"cohort": {b.cohort.ID}, "state": {string(store.StateAny)}}
	if b.asked.hidden {
		q.Set("names", "hidden")
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	return q
}
