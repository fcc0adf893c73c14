package site

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"fencepost/static"
)

// routes lists every address of the site. A page that can be read with GET
// answers HEAD as well; net/http drops the body.
func (s *Site) routes() {
	s.get("/", s.catalogue)
	s.get("/search", s.search)
	s.get("/glossary", s.glossaryPage)
	s.get("/map", s.conceptMap)
	s.get("/concepts/:slug", s.lesson)
	s.get("/concepts/:slug/figures/:figure", s.figure)
	s.post("/concepts/:slug/checks/:check", s.inTurn(s.paced(s.answerCheck)))
	s.get("/concepts/:slug/checks/:check", s.backToCheck)
	s.post("/concepts/:slug/predictions/:predict", s.inTurn(s.paced(s.predict)))
	s.get("/concepts/:slug/predictions/:predict", s.backToPrediction)
	s.post("/concepts/:slug/challenges/:challenge", s.inTurn(s.paced(s.tryChallenge)))
	s.get("/concepts/:slug/challenges/:challenge", s.backToChallenge)
	s.get("/concepts/:slug/labs/:lab", s.labPage)
	s.post("/concepts/:slug/labs/:lab", s.paced(s.runLab))
	s.post("/concepts/:slug/labs/:lab/draft", s.paced(s.labDraft))
	s.get("/concepts/:slug/labs/:lab/draft", s.backToLab)
	s.post("/concepts/:slug/labs/:lab/hints", s.paced(s.labHint))
	s.get("/concepts/:slug/labs/:lab/hints", s.backToLab)
	s.post("/concepts/:slug/labs/:lab/solution", s.paced(s.labSolution))
	s.get("/concepts/:slug/labs/:lab/solution", s.backToLab)
	s.post("/concepts/:slug/steps/:step/read", s.inTurn(s.paced(s.readStep)))
	s.post("/concepts/:slug/draft", s.inTurn(s.paced(s.saveDraft)))
	s.get("/concepts/:slug/draft", s.backToBox)
	s.post("/concepts/:slug/explanations", s.inTurn(s.explain))
	s.get("/concepts/:slug/explanations", s.backToBox)
	s.get("/explanations/:id", s.explanationPage)
	s.post("/explanations/:id/reveal", s.paced(s.revealPoints))
	s.post("/explanations/:id/disputes", s.paced(s.dispute))
	s.post("/explanations/:id/replies", s.paced(s.reply))
	s.get("/explanations/:id/replies", s.backToExplanation)
	s.get("/answers", s.answersPage)
	s.get("/me", s.mePage)
	s.get("/me/data.json", s.meData)
	s.get("/me/files/:file", s.meFile)
	s.get("/me/delete", s.meDeletePage)
	s.post("/me/delete", s.meDelete)
	s.recallRoutes()
	s.get("/how-scoring-works", s.scoringPage)
	if s.accounts != nil {
		s.peopleRoutes()
		s.teachRoutes()
		s.insightRoutes()
	}
	s.get("/privacy", s.privacyPage)
	s.get(static.OfflinePath, s.offlinePage)
	s.get("/worker.js", echo.WrapHandler(static.Worker()))
	s.get("/static/*", echo.WrapHandler(static.Handler()))
	s.get("/healthz", s.healthz)
	s.get("/readyz", s.readyz)
	s.get("/robots.txt", s.robots)
}

func (s *Site) get(path string, h echo.HandlerFunc) {
	s.echo.Match([]string{http.MethodGet, http.MethodHead}, path, h)
}

func (s *Site) post(path string, h echo.HandlerFunc) { s.echo.POST(path, h) }

// A page that refuses a form stands at the form's address. Whoever opens that
// address again comes to the form.

func (s *Site) backToCheck(c echo.Context) error {
	l, check, err := checkAt(s.edition(c), c)
	if err != nil {
		return err
	}
	return seeOther(c, s.links.lesson(l.Slug)+query(c)+"#check-"+check.ID)
}

func (s *Site) backToBox(c echo.Context) error {
	l, err := s.edition(c).lesson(c.Param("slug"))
	if err != nil {
		return err
	}
	return seeOther(c, s.links.lesson(l.Slug)+"#explain")
}

// robots keeps learners' own pages out of search engines.
func (s *Site) robots(c echo.Context) error {
	return c.String(http.StatusOK, strings.Join([]string{
		"User-agent: *", "Disallow: " + s.answers(), "Disallow: " + s.to("/explanations/"),
		"Disallow: " + s.to("/me"), "Disallow: " + s.to("/review"), "Disallow: " + s.to("/account"), "Disallow: " + s.to("/cohorts"), "Disallow: " + s.to("/join/"), "Disallow: " + s.to("/signin"),
		"Disallow: " + s.to("/setup/"), "Disallow: " + s.to("/invite/"), "Disallow: " + s.to("/reset/"), "",
	}, "\n"))
}
