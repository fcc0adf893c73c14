package site

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
)

// teachRoutes are the addresses of the review desk.
func (s *Site) teachRoutes() {
	s.get("/teach", s.teachPage)
	s.get("/teach/lease", s.teachLeasePage)
	s.scorerRoutes()
	s.get("/teach/answers/:id", s.teachAnswerPage)
	s.post("/teach/answers/:id/lease", s.takeAnswer)
	s.get("/teach/answers/:id/lease", s.backToAnswer)
	s.post("/teach/answers/:id/renewal", s.renewAnswer)
	s.post("/teach/answers/:id/release", s.releaseAnswer)
	s.get("/teach/answers/:id/release", s.backToAnswer)
	s.post("/teach/answers/:id/reviews", s.saveReview)
	s.get("/teach/answers/:id/reviews", s.backToAnswer)
	s.post("/teach/answers/:id/withdrawal", s.withdrawReview)
	s.get("/teach/answers/:id/withdrawal", s.backToAnswer)
	s.get("/teach/groups", s.teachGroupsPage)
	s.get("/teach/group", s.teachGroupPage)
	s.post("/teach/group", s.saveGroup)
	s.post("/teach/batches/:id/withdrawal", s.withdrawBatch)
	s.get("/teach/batches/:id/withdrawal", s.backToDesk)
	s.post("/teach/comments", s.keepComment)
	s.get("/teach/comments", s.backToDesk)
	s.post("/teach/comments/:id/removal", s.removeComment)
	s.get("/teach/comments/:id/removal", s.backToDesk)
}

// backToAnswer leads from the address of a form to the answer that it is about.
func (s *Site) backToAnswer(c echo.Context) error {
	return seeOther(c, s.teachAnswer(c.Param("id"), deskQuery(c.QueryParams())))
}

func (s *Site) backToDesk(c echo.Context) error { return seeOther(c, s.teach(nil)) }

// reviewer answers nil where the request's person may review the work of
// anybody. Whose, the store's scope decides for each query, and mayReview for
// each answer.
func (s *Site) reviewer(c echo.Context) error {
	of, err := s.taughtHere(c)
	if err != nil {
		return err
	}
	return s.may(c, auth.ReviewWork, auth.Object{Cohorts: of})
}

// taughtHere are the cohorts that the request's person is a member of.
func (s *Site) taughtHere(c echo.Context) ([]string, error) {
	list, err := s.memberships(c)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, m := range list {
		ids = append(ids, m.ID)
	}
	return ids, nil
}

// reviewable is everything about the explanation of the request's address,
// where the request's person may review it. Out of sight, and one's own: not
// there.
func (s *Site) reviewable(c echo.Context) (store.File, error) {
	none := &unknown{what: "answer", id: c.Param("id")}
	if err := s.reviewer(c); err != nil {
		return store.File{}, err
	}
	f, err := s.store.File(c.Request().Context(), s.scope(c), c.Param("id"))
	switch {
	case isNotFound(err):
		return f, none
	case err != nil:
		return f, err
	case f.Owner.PersonID != "" && f.Owner.PersonID == s.scope(c).PersonID():
		return f, none // nobody reviews their own work
	}
	return f, nil
}

// teachForm is what was sent from a form of the desk, by somebody who may review.
func (s *Site) teachForm(c echo.Context) (url.Values, error) {
	if err := s.reviewer(c); err != nil {
		return nil, err
	}
	return form(c)
}

func (l links) teach(q url.Values) string { return withQuery(l.to("/teach"), q) }

func (l links) teachAnswer(id string, q url.Values) string {
	return withQuery(l.to("/teach/answers/"+url.PathEscape(id)), q)
}

// teachAct is the address of a form about an answer.
func (l links) teachAct(id, act string) string { return l.teachAnswer(id, nil) + "/" + act }

func withQuery(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// teachLeasePage says what the lease on an answer is and why.
func (s *Site) teachLeasePage(c echo.Context) error {
	if err := s.reviewer(c); err != nil {
		return err
	}
	return s.page(c, http.StatusOK, keepPrivately, s.leaseWords(c))
}
