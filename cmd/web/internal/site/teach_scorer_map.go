package site

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/adopt"
	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
	"fencepost/views"
)

// movesRows is how many answers that move are shown at a time.
const movesRows = 20

// showScorer draws the page of one lesson's scorer.
func (s *Site) showScorer(c echo.Context, status int, no string) error {
	own, err := s.scoredLesson(c)
	if err != nil {
		return err
	}
	d, err := s.standing(c.Request().Context(), own)
	if err != nil {
		return err
	}
	v := views.Scorer{
		Chrome: views.Chrome{Title: "Scorer of " + own.lesson.Title, Nav: "teach", Noindex: true},
		All:    s.scorers(), Lesson: views.Link{Text: own.lesson.Title, Href: s.links.lesson(own.lesson.Slug)},
		Error: no, Now: s.scorerNow(c, d), News: d.newsWords(), Past: s.scorerPast(c, d),
		Who: "Instructors and administrators may publish.",
	}
	if len(d.pubs) > 0 {
		v.Seen = d.pubs[0].ID
	}
	if s.adminsOnly {
		v.Who = "On this site only administrators publish."
	}
	if s.mayPublish(c) == nil {
		v.Publish = s.scorer(own.lesson.Slug) + "/publication"
	}
	if c.QueryParam("published") == "yes" && len(d.pubs) > 0 {
		v.Done = "Published. New answers are scored by it from now on, and stored ones follow one after the other."
	}
	if d.candidate == nil && d.news() {
		v.Try = s.scorer(own.lesson.Slug) + "/trial"
	}
	if d.candidate != nil {
		if v.Candidate, err = s.scorerCandidate(c, d); err != nil {
			return err
		}
	}
	return s.page(c, status, keepNowhere, views.ScorerPage(v))
}

func (s *Site) scorerCandidate(c echo.Context, d standing) (*views.ScorerCandidate, error) {
	p, err := adopt.ReadPreview(d.candidate.Preview)
	if err != nil {
		return nil, err
	}
	slug := d.own.lesson.Slug
	v := &views.ScorerCandidate{
		ID: d.candidate.ID, Made: moment(d.candidate.AtMS), From: s.madeOf(c, d), Trying: d.candidate.State == store.ScorerTrying,
		Failed: d.candidate.State == store.ScorerFailed, Tried: p.Tried, Of: max(p.Of, p.Tried),
		Discard: s.scorer(slug) + "/discard", LoadNext: s.scorer(slug),
	}
	switch {
	case v.Failed:
		v.Lede = "It could not be made or tried. The log of the program says why. Discard it and try again."
	case v.Trying && p.Of == 0:
		v.Lede = "It is being made, which takes some seconds."
	case v.Trying:
		v.Lede = fmt.Sprintf("Tried on %s of %s stored answers.", digits(p.Tried), digits(v.Of))
	default:
		v.Lede = fmt.Sprintf("Of %s stored answers %s would have a verdict that changes. What a person decided is not among them.", digits(p.Tried), digits(p.Moving))
	}
	v.Agrees = agreesWords(p)
	rubric := d.own.lesson.Rubric
	for _, change := range p.Items {
		v.Rows = append(v.Rows, s.scorerChange(slug, rubric, change))
	}
	v.Moves, err = s.scorerMoves(c, d, rubric)
	return v, err
}

// madeOf says by whom the candidate was made, and of what.
func (s *Site) madeOf(c echo.Context, d standing) string {
	text := s.publisher(c.Request().Context(), d.candidate.MadeBy)
	if d.candidate.Rubric != d.own.lesson.Rubric.Version {
		return text + ", of a rubric that was edited again since."
	}
	text += ", of rubric " + short(d.candidate.Rubric)
	if d.candidate.Marks > 0 {
		text += fmt.Sprintf(" and the marks of people on %s", howMany(d.candidate.Marks, "answer", "answers"))
	}
	return text + "."
}

// agreesWords compares both scorers with people's marks, over all items.
func agreesWords(p adopt.Preview) string {
	before, after := p.Agreement()
	if before.N() == 0 {
		return "Nobody has marked an answer here yet, so there is nothing to hold it against but the samples."
	}
	return fmt.Sprintf("Held against %s marks of people, the scorer in force agrees with %s and the candidate with %s. "+
		"Neither is asked about an answer that it learnt from: a model fitted without it answers instead.",
		digits(before.N()), percent(before.Same()), percent(after.Same()))
}

func (s *Site) scorerChange(slug string, r *lessons.Rubric, c adopt.Change) views.ScorerChange {
	n, name := placeIn(r, c.Item)
	switch {
	case n > 0:
		name = fmt.Sprintf("%d. %s", n, name)
	case name == "":
		name = c.Item
	default:
		name = "Mix-up: " + name
	}
	count := func(n, way int) views.Link {
		l := views.Link{Text: strconv.Itoa(n)}
		if n > 0 {
			l.Href = withQuery(s.scorer(slug), url.Values{"item": {c.Item}, "way": {strconv.Itoa(way)}}) + "#moves"
		}
		return l
	}
	return views.ScorerChange{
		Name: name, Up: count(c.Up, 1), Down: count(c.Down, -1), Other: count(c.Other, 0),
		Marks: c.Before.N(), Before: kappaWords(c.Before), After: kappaWords(c.After),
	}
}

// kappaWords is how well one rater agrees with another: the share, and kappa
// where chance could say otherwise.
func kappaWords(t grade.Table) string {
	if t.N() == 0 {
		return "no marks"
	}
	return fmt.Sprintf("%s, kappa %.2f", percent(t.Same()), math.Round(100*t.Kappa())/100+0)
}

// scorerMoves lists the answers that move, where the address asks for them.
func (s *Site) scorerMoves(c echo.Context, d standing, r *lessons.Rubric) (*views.ScorerMoves, error) {
	item := c.QueryParam("item")
	way, err := strconv.Atoi(c.QueryParam("way"))
	if item == "" || err != nil || way < -1 || way > 1 || cleanText(item) != "" || d.candidate.State != store.ScorerTried {
		return nil, nil
	}
	page := store.Page{After: c.QueryParam("after"), N: movesRows}
	list, err := s.store.Moves(c.Request().Context(), s.scope(c), d.candidate.ID, item, way, page)
	if err != nil {
		return nil, fmt.Errorf("read moves: %w", err)
	}
	n, name := placeIn(r, item)
	v := &views.ScorerMoves{Title: wayWords(way) + ": " + name, Close: s.scorer(d.own.lesson.Slug) + "#candidate"}
	for _, m := range list.Rows {
		v.Rows = append(v.Rows, s.scorerMove(m, n))
	}
	if len(v.Rows) == 0 {
		v.Empty = "None of these answers is by a student of yours."
	}
	if list.Next != "" {
		q := url.Values{"item": {item}, "way": {strconv.Itoa(way)}, "after": {list.Next}}
		v.Next = withQuery(s.scorer(d.own.lesson.Slug), q) + "#moves"
	}
	return v, nil
}

func wayWords(way int) string {
	switch way {
	case 1:
		return "These go up"
	case -1:
		return "These go down"
	}
	return "These change, neither up nor down"
}

func (s *Site) scorerMove(m store.Moved, n int) views.ScorerMove {
	var ranges []grade.Range
	_ = json.Unmarshal(m.Quotes, &ranges) // without them the text stands unmarked
	var spans []span
	for _, r := range sound(m.Text, ranges) {
		spans = append(spans, span{r, views.Mark{N: n, ID: m.Item, Verdict: m.Will}})
	}
	word := verdictWord
	if n == 0 {
		word = mixupSaid
	}
	return views.ScorerMove{
		Href: s.teachAnswer(m.ExplanationID, nil), Who: nameOf(false, m.ExplanationID, m.Name), Sent: moment(m.AtMS),
		Was: word(m.Was), Will: word(m.Will), Text: pieces(m.Text, spans),
	}
}

// scorerPast are the publications, newest first.
func (s *Site) scorerPast(c echo.Context, d standing) []views.ScorerPast {
	var out []views.ScorerPast
	for i, p := range d.pubs {
		what := "rubric " + short(p.Scorer.Rubric)
		if p.Scorer.Marks > 0 {
			what += fmt.Sprintf(" and marks on %s", howMany(p.Scorer.Marks, "answer", "answers"))
		}
		row := views.ScorerPast{At: moment(p.AtMS), By: s.publisher(c.Request().Context(), p.ByID), What: what}
		if i > 0 && p.Scorer.ID != d.inForce() {
			row.Again = p.Scorer.ID
		}
		out = append(out, row)
	}
	return out
}
