package site

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
	"fencepost/views"
)

// inForce is what the scorer says with what a person decided over it. The
// evidence stays the scorer's: people say what they think of the words, not
// which words they mean.
func inForce(r *grade.Result, j *store.Judged) *grade.Result {
	if r == nil || j == nil {
		return r
	}
	out := *r
	out.Points, out.Misconceptions = overruled(r.Points, j), overruled(r.Misconceptions, j)
	return &out
}

func overruled(list []grade.Finding, j *store.Judged) []grade.Finding {
	out := slices.Clone(list)
	for i, f := range out {
		if v, ok := j.Verdicts[f.ID]; ok && v != string(f.Verdict) {
			out[i].Verdict, out[i].Why = grade.Verdict(v), ""
		}
	}
	return out
}

// judgement tells a student what people decided about an explanation.
func (s *Site) judgement(v *views.Result, a scored, rubric *lessons.Rubric) {
	if len(a.file.Reviews) == 0 {
		return
	}
	j := &views.Judgement{Past: judgedBefore(a.file, rubric)}
	v.Judgement = j
	now := a.file.InForce
	if now == nil {
		return
	}
	machine, err := resultOf(a.file.Score)
	if err != nil || machine == nil {
		machine = &grade.Result{}
	}
	j.By, j.At, j.Comment, j.New = now.Reviewer, moment(now.AtMS), now.Comment, now.SeenMS == 0
	j.Changed = otherwise(machine, *now, rubric)
	j.Reply = &views.JudgementReply{Action: s.explanation(a.ID) + "/replies", Review: now.ID, Max: maxReason}
	if now.Reply != nil {
		j.Reply.Text, j.Reply.At = now.Reply.Text, moment(now.Reply.AtMS)
	}
	decidedBy(v, machine, *now)
}

// otherwise are the findings on which the person and the scorer differ.
func otherwise(machine *grade.Result, j store.Judged, rubric *lessons.Rubric) []string {
	var out []string
	for i, f := range slices.Concat(machine.Points, machine.Misconceptions) {
		mixup := i >= len(machine.Points)
		if v, ok := j.Verdicts[f.ID]; ok && v != string(f.Verdict) {
			out = append(out, sentence(itemWords(rubric, []string{f.ID}))+": "+verdictIs(mixup, v)+
				"; by the scorer "+verdictIs(mixup, string(f.Verdict))+".")
		}
	}
	return out
}

// decidedBy says at each finding that a person decided.
func decidedBy(v *views.Result, machine *grade.Result, j store.Judged) {
	said := map[string]grade.Verdict{}
	for _, f := range slices.Concat(machine.Points, machine.Misconceptions) {
		said[f.ID] = f.Verdict
	}
	words := func(id string, mixup bool) string {
		switch verdict, ok := j.Verdicts[id]; {
		case !ok:
			return ""
		case verdict == string(said[id]):
			return "Confirmed by " + j.Reviewer + "."
		}
		return "Decided by " + j.Reviewer + "; by the scorer " + verdictIs(mixup, string(said[id])) + "."
	}
	for i, p := range v.Points {
		v.Points[i].By = words(p.ID, false)
	}
	for i, m := range v.Misconceptions {
		v.Misconceptions[i].By = words(m.ID, true)
	}
}

// judgedBefore is how an explanation was judged, step by step.
func judgedBefore(f store.File, rubric *lessons.Rubric) []views.JudgementPast {
	var out []views.JudgementPast
	for _, sc := range f.Scores {
		p := views.JudgementPast{At: moment(sc.AtMS), Who: "The scorer", What: "compared your words with the points."}
		if r, err := resultOf(&sc); err == nil {
			p.What = fmt.Sprintf("found %d of %d points covered.", len(coveredIDs(r)), len(r.Points))
		}
		out = append(out, p)
	}
	for _, j := range f.Reviews {
		p := views.JudgementPast{At: moment(j.AtMS), Who: j.Reviewer, What: "reviewed it.", Note: j.Comment}
		if j.Reply != nil {
			p.Mine = j.Reply.Text
		}
		out = append(out, p)
		if j.WithdrawnMS > 0 {
			out = append(out, views.JudgementPast{At: moment(j.WithdrawnMS), Who: j.Reviewer, What: "took the review back."})
		}
	}
	for _, d := range f.Disputes {
		what := "disputed " + itemWords(rubric, []string{d.Item}) + ": “I did say this.”"
		if d.Claim == notMeant {
			what = "disputed " + itemWords(rubric, []string{d.Item}) + ": “That is not what I meant.”"
		}
		out = append(out, views.JudgementPast{At: moment(d.AtMS), Who: "You", What: what, Note: d.Reason})
	}
	slices.SortStableFunc(out, func(a, b views.JudgementPast) int { return cmp.Compare(a.At.MS, b.At.MS) })
	return out
}

// markSeen notes that the student read a review. Only a page that was opened
// counts, so that no picture on another site can make it look read.
func (s *Site) markSeen(c echo.Context, who store.Learner, j *views.Judgement, id string) error {
	h := c.Request().Header
	opened := h.Get("Sec-Fetch-Site") == "" || h.Get("Sec-Fetch-Dest") == "document"
	if j == nil || !j.New || !opened || c.Request().Method != http.MethodGet || h.Get("Sec-Purpose") != "" {
		return nil
	}
	err := s.store.MarkSeen(c.Request().Context(), who.ID, id, s.at())
	if statusOf(err) == http.StatusServiceUnavailable {
		return nil // it stays new, and can be read
	}
	if err != nil {
		return fmt.Errorf("mark reviews of %s seen: %w", id, err)
	}
	s.forgetNews(c)
	return nil
}

const newsKey = "news"

// news are the reviews of the request's person's own work that they have not
// seen, found once. A page is shown even where that cannot be found out.
func (s *Site) news(c echo.Context) []store.News {
	if list, ok := c.Get(newsKey).([]store.News); ok {
		return list
	}
	who, err := s.who(c)
	if err != nil || !who.In() {
		return nil
	}
	list, err := s.store.News(c.Request().Context(), who.Person.LearnerID)
	if err != nil {
		s.log.Warn("news not read", "id", idOf(c), "err", err)
	}
	c.Set(newsKey, list)
	return list
}

// newsCount is how many news there are: those that the request has read, else
// as many as there were when its person was looked up.
func (s *Site) newsCount(c echo.Context, w auth.Who) int {
	if list, ok := c.Get(newsKey).([]store.News); ok {
		return len(list)
	}
	if c.Get(newsForgottenKey) != nil {
		return len(s.news(c))
	}
	return w.Around.News
}

const newsForgottenKey = "news forgotten"

func (s *Site) forgetNews(c echo.Context) {
	c.Set(newsKey, nil)
	c.Set(newsForgottenKey, true)
}

// newsLinks lead to reviews that were not seen.
func (s *Site) newsLinks(c echo.Context) []views.Link {
	var out []views.Link
	for _, n := range s.news(c) {
		out = append(out, views.Link{
			Text: "A person reviewed your explanation of " + s.lessonTitle(s.edition(c), n.Lesson) + ".",
			Href: s.explanation(n.ExplanationID) + "#review",
		})
	}
	return out
}

func (s *Site) backToExplanation(c echo.Context) error {
	return seeOther(c, s.explanation(c.Param("id"))+"#review")
}

// reply records the one answer that a student may give to a review.
func (s *Site) reply(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	who, e, err := s.own(c)
	if err != nil {
		return err
	}
	f, err := s.store.OwnFile(c.Request().Context(), who.ID, e.ID)
	if err != nil {
		return fmt.Errorf("read the reviews of %s: %w", e.ID, err)
	}
	if !slices.ContainsFunc(f.Reviews, func(j store.Judged) bool { return j.ID == fields.Get("review") }) {
		return &unknown{what: "review", id: fields.Get("review")}
	}
	text := plainText(fields.Get("text"))
	if no := unfitReply(text); no != "" {
		return s.refuseReply(c, http.StatusUnprocessableEntity, who, e, repaired(text), no)
	}
	_, err = s.store.AddReply(c.Request().Context(), store.Reply{
		ID: newID(), ReviewID: fields.Get("review"), LearnerID: who.ID, Text: text, AtMS: s.at(),
	})
	switch {
	case errors.Is(err, store.ErrConflict):
		return s.refuseReply(c, http.StatusConflict, who, e, text, "You answered this review before, in other words. They stand; one answer is all there is.")
	case err != nil:
		return fmt.Errorf("record a reply: %w", err)
	}
	return seeOther(c, s.explanation(e.ID)+"#review")
}

func unfitReply(text string) string {
	switch n := characters(text); {
	case cleanText(text) != "":
		return cleanText(text)
	case n == 0:
		return "There is nothing in the box yet."
	case n > maxReason:
		return fmt.Sprintf("Your answer has %s characters, and %s is the most.", digits(n), digits(maxReason))
	}
	return ""
}

func (s *Site) refuseReply(c echo.Context, status int, who store.Learner, e store.Explanation, text, no string) error {
	v, err := s.resultView(c.Request().Context(), s.edition(c), who, e)
	if err != nil {
		return err
	}
	switch {
	case v.Judgement == nil || v.Judgement.Reply == nil:
		return &refusal422{message: no, back: s.explanation(e.ID)}
	case v.Judgement.Reply.Text != "":
		v.Gates = append(v.Gates, no)
	default:
		v.Judgement.Reply.Draft, v.Judgement.Reply.Error = text, no
	}
	return s.page(c, status, keepNowhere, views.ResultPage(v))
}
