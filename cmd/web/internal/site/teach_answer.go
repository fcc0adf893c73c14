package site

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
	"fencepost/views"
)

// sitting is one answer as one reviewer has it before them.
type sitting struct {
	asking
	file    store.File
	result  *grade.Result   // of the score in force; nil for none
	rubric  *lessons.Rubric // nil where the lesson or its rubric is gone
	edition *Edition
	me      string
	holds   bool  // the reviewer has the lease, under its newest token
	typed   typed // what was sent and is not stored
}

// typed is a review as its form was sent.
type typed struct {
	verdicts map[string]string
	comment  string
	no       string // why it was not stored
}

// teachAnswerPage shows one answer. To look changes nothing: the lease is
// taken by a form, which the page's script sends at once.
func (s *Site) teachAnswerPage(c echo.Context) error {
	at, err := s.sit(c)
	if err != nil {
		return err
	}
	return s.showAnswer(c, http.StatusOK, at)
}

// sit reads what a reviewer sees of the answer of the request's address.
func (s *Site) sit(c echo.Context) (sitting, error) {
	f, err := s.reviewable(c)
	if err != nil {
		return sitting{}, err
	}
	if f.Score == nil {
		s.scoreOrLeave(c.Request().Context(), f.Explanation)
		if f, err = s.reviewable(c); err != nil {
			return sitting{}, err
		}
	}
	a, err := s.asking(c)
	if err != nil {
		return sitting{}, err
	}
	result, err := resultOf(f.Score)
	at := sitting{
		asking: a, file: f, result: result, edition: s.edition(c), me: s.scope(c).PersonID(),
		rubric: rubricOf(s.edition(c), f.Explanation.Lesson),
	}
	at.holds = f.Lease.Token > 0 && f.Lease.PersonID == at.me && f.Lease.UntilMS > s.at()
	return at, err
}

// showAnswer draws the desk with an answer open.
func (s *Site) showAnswer(c echo.Context, status int, at sitting) error {
	v := views.TeachAnswer{
		Chrome: views.Chrome{Nav: "teach", Noindex: true, Description: "An explanation on the review desk: what the scorer said of each point, and what a person says."},
		Error:  at.typed.no, Hold: s.hold(at), Form: s.reviewForm(at), Done: s.teachDone(c, at.asking),
	}
	rows, err := s.deskPage(c, at.asking)
	if err != nil {
		return err
	}
	if v.Queue, err = s.queue(c, at.asking, rows, at.file.Explanation.ID); err != nil {
		return err
	}
	s.fillAnswer(&v, at, rows)
	v.Chrome.Title = v.Who + ", " + v.Lesson.Text + " · Review desk"
	if err := s.fillBank(c, &v.Form, at); err != nil {
		return err
	}
	if err := s.fillGroup(c, &v, at); err != nil {
		return err
	}
	return s.page(c, status, keepNowhere, views.TeachAnswerPage(v))
}

// fillAnswer writes what the file says.
func (s *Site) fillAnswer(v *views.TeachAnswer, at sitting, rows store.Listing[store.Answer]) {
	e := at.file.Explanation
	v.Who = at.who()
	v.Lesson = views.Link{Text: s.lessonTitle(at.edition, e.Lesson)}
	if l, ok := at.edition.library.Lesson(e.Lesson); ok {
		v.Lesson.Href = s.links.lesson(l.Slug)
		if l.Rubric != nil {
			v.Prompt = l.Rubric.Prompt
		}
	}
	v.Sent, v.Run = moment(e.AtMS), at.edition.referred(e.Lesson, e.Run)
	v.Facts = at.facts()
	v.Text = pieces(e.Text, at.reading().spans())
	if at.result != nil {
		v.Gates = gates(at.result.Flags)
	}
	for _, r := range rows.Rows {
		if r.ExplanationID == e.ID {
			v.Why, v.Glyph = s.whyWords(at.edition, r), reasonGlyph(r)
		}
	}
	v.Earlier = earlier(at.file)
	v.Disputes = at.disputes()
	if v.InForce = at.inForce(); v.InForce != "" {
		v.InForceAt = moment(at.file.InForce.AtMS)
	}
	v.Past = s.past(at)
}

// reading is the scorer's result with no verdict of a person in it: the desk
// shows what the machine saw.
func (at sitting) reading() reading {
	r := reading{text: at.file.Explanation.Text, rubric: at.rubric, revealed: true}
	if at.result != nil {
		r.result = *at.result
	}
	return r
}

func (at sitting) who() string {
	return nameOf(at.hidden, at.file.Explanation.ID, at.file.Owner.Name)
}

func (at sitting) facts() []string {
	e := at.file.Explanation
	out := []string{"attempt " + strconv.Itoa(len(at.file.Earlier)+1), howMany(words(e.Text), "word", "words")}
	if e.AfterReveal {
		out = append(out, "written after the points were shown")
	}
	if at.hidden {
		out = append(out, "name hidden until you save")
	}
	return out
}

// disputes are what the student holds against verdicts.
func (at sitting) disputes() []views.TeachSaid {
	var out []views.TeachSaid
	for _, d := range at.file.Disputes {
		claim := "“I did say this”"
		if d.Claim == notMeant {
			claim = "“That is not what I meant”"
		}
		out = append(out, views.TeachSaid{
			About: sentence(itemWords(at.rubric, []string{d.Item})) + ": " + claim, Text: d.Reason,
			Open: at.file.InForce == nil || d.AtMS > at.file.InForce.AtMS,
			Run:  at.edition.referred(at.file.Explanation.Lesson, d.Run),
		})
	}
	return out
}

// inForce says whose verdict counts, up to the time that it is of.
func (at sitting) inForce() string {
	j := at.file.InForce
	switch {
	case j == nil:
		return ""
	case j.ReviewerID == at.me:
		return "Your own verdict is in force, of"
	}
	return "The verdict of " + j.Reviewer + " is in force, of"
}

// past are the reviews, newest first.
func (s *Site) past(at sitting) []views.TeachPast {
	var out []views.TeachPast
	for _, j := range slices.Backward(at.file.Reviews) {
		p := views.TeachPast{At: moment(j.AtMS), Who: j.Reviewer, Comment: j.Comment, What: at.verdictsOf(j)}
		if j.Reply != nil {
			p.Reply = j.Reply.Text
		}
		if j.WithdrawnMS > 0 {
			p.Withdrawn = new(moment(j.WithdrawnMS))
		} else if j.ReviewerID == at.me {
			p.Undo, p.ID = withQuery(s.teachAct(at.file.Explanation.ID, "withdrawal"), at.query), j.ID
		}
		out = append(out, p)
	}
	return out
}

// verdictsOf says in a line what a review decided: against the scorer where
// it differs.
func (at sitting) verdictsOf(j store.Judged) string {
	var other []string
	same := 0
	for _, item := range at.items() {
		switch v, ok := j.Verdicts[item.id]; {
		case !ok:
		case v == item.machine:
			same++
		default:
			other = append(other, sentence(itemWords(at.rubric, []string{item.id}))+": "+verdictIs(item.n == 0, v))
		}
	}
	if len(other) == 0 {
		return "Agreed with the scorer on everything."
	}
	return sentence(series(other)) + "; the rest as the scorer."
}

// moment is a time as pages show it.
func moment(ms int64) views.Moment { return views.Moment{Text: utc(ms), MS: ms} }
