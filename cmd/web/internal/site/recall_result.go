package site

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/lessons/recall"
	"fencepost/store"
	"fencepost/views"
)

// recallResult says what came of one answer, and when the thing is asked again.
func (s *Site) recallResult(c echo.Context) error {
	who, e, card, err := s.ownRecall(c)
	if err != nil {
		return err
	}
	events, err := s.store.RecallEvents(c.Request().Context(), who.ID, e.RecallItem)
	if err != nil {
		return fmt.Errorf("read what was reviewed: %w", err)
	}
	q, ok := s.edition(c).recalled(e.RecallItem, e.Turn)
	if !ok {
		return &unknown{what: "review", id: e.Item}
	}
	m := modeOf(c.QueryParam)
	v := views.RecallResult{
		Chrome: views.Chrome{Title: "Review", Nav: "review", Noindex: true}, Sort: q.sort(), Changed: q.changed(),
		Lesson: views.Link{Text: q.lesson.Title, Href: s.links.lesson(q.Lesson)}, Next: views.Link{Text: "Next", Href: s.review() + m.query()},
		Check: q.view(s.shuffleFor(c, who), detailOf(e).Answer, q.marking(detailOf(e))),
	}
	s.tell(&v, q, detailOf(e))
	aim(&v.Check, v.Lesson.Href)
	s.schedule(&v, e, card, events, m)
	return s.page(c, http.StatusOK, keepNowhere, views.RecallResultPage(v))
}

// tell says what came of an answer, and what is right.
func (s *Site) tell(v *views.RecallResult, q recalled, d recallDetail) {
	v.Outcome, v.Heading = d.Outcome, map[string]string{
		outcomeRight: "Right", outcomeWrong: "Not this time", outcomeDoubt: "Hard to tell",
	}[d.Outcome]
	if d.GaveUp {
		v.Heading = "For next time"
	}
	if d.Outcome != outcomeRight {
		v.See = &views.Link{Text: "See it in the lesson", Href: q.place(s.links)}
	}
	switch {
	case q.predict != nil:
		s.tellRun(v, q, d)
	case q.point != nil:
		v.Quote, v.Model, v.Check.Options = d.Answer.Text, q.point.Statement, nil
		v.Wrong = wrongs(q.lesson.Rubric, d.Answer.Wrong)
	default:
		s.tellCheck(v, q, d)
	}
}

// tellCheck marks the options that were chosen, and says what is right.
func (s *Site) tellCheck(v *views.RecallResult, q recalled, d recallDetail) {
	if _, is := q.check.Body.(*lessons.Sentence); is {
		v.Quote = d.Answer.Text
	} else if d.Answer.Text != "" {
		v.Said = append(v.Said, "You answered "+d.Answer.Text+unitOf(v.Check.Unit)+".")
	}
	if said := q.marking(d); said.Whole != nil && said.Whole.HTML != "" {
		v.Check.Said = lessonPage{lesson: q.lesson}.said(said)
	}
	if d.Outcome != outcomeRight {
		v.Right = rightAnswer(q.asked())
	}
	if k, is := q.check.Body.(*lessons.Sentence); is {
		if p := pointOf(q.lesson.Rubric, k.Point); p != nil {
			v.Model = p.Statement
		}
	}
}

func unitOf(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

// rightAnswer is the right answer of a check; nil where a sentence is asked for.
func rightAnswer(c *lessons.Check) *views.RecallRight {
	switch k := c.Body.(type) {
	case *lessons.Numeric:
		return &views.RecallRight{Lede: "The answer is " + k.Text() + "."}
	case *lessons.Matching:
		v := &views.RecallRight{Lede: "These belong together"}
		for _, o := range c.Options {
			v.Items = append(v.Items, views.RecallLine{Text: o.Text, With: k.PartnerText(o.Partner)})
		}
		return v
	}
	v := &views.RecallRight{Lede: "Right is", Ordered: c.Type == lessons.Order}
	if v.Ordered {
		v.Lede = "The order is"
	}
	for _, o := range c.Options {
		if o.Right || v.Ordered {
			v.Items = append(v.Items, views.RecallLine{Text: cmp.Or(o.Text, o.Line)})
		}
	}
	if len(v.Items) == 0 {
		return nil
	}
	return v
}

// tellRun says what came of the run, in its own sentence.
func (s *Site) tellRun(v *views.RecallResult, q recalled, d recallDetail) {
	for i := range v.Check.Options {
		o := &v.Check.Options[i]
		switch {
		case o.ID == d.Came:
			o.Verdict, o.Feedback = verdict(true), "<p>This is what comes.</p>"
		case o.Chosen:
			o.Verdict, o.Feedback = verdict(false), "<p>You expected this.</p>"
		}
	}
	set, ok := q.setting(d)
	stage, staged := q.edition.stage(q.Lesson, q.predict.Run.Figure)
	if !ok || !staged {
		return
	}
	run := set.Run()
	v.Said = append(v.Said, run.Verdict.Word+". "+run.Verdict.Sentence)
	v.Run = &views.Link{Text: "See this run", Href: stage.Of(set.Values, set.Tape, max(run.Verdict.Entry, 0)+1).Address()}
}

// schedule says when the thing is asked again, and what may be said of how it
// went.
func (s *Site) schedule(v *views.RecallResult, e store.RecallEvent, card store.RecallCard, events []store.RecallEvent, m mode) {
	rating := ratingOf(e, events)
	v.Undone = slices.ContainsFunc(events, func(u store.RecallEvent) bool { return u.Of == e.ID && u.Act == store.RecallUndone })
	newest := !slices.ContainsFunc(events, func(o store.RecallEvent) bool { return o.Act == store.RecallAnswered && o.Turn > e.Turn })
	if v.Undone || !newest {
		v.Due = "It was asked again since."
		return
	}
	if rating > 0 {
		v.Due = fmt.Sprintf("Asked again %s, %s.", inDays(card.Days), dayWords(recall.DayOf(card.DueMS), recall.DayOf(s.at())))
	}
	turn := strconv.FormatInt(card.Turn, 10)
	v.Rate = views.RecallForm{Action: s.recallAnswer(e.ID) + "/rating", Hidden: m.hidden(hidden("key", newKey()), hidden("turn", turn))}
	v.Undo = &views.RecallForm{Action: s.recallAnswer(e.ID) + "/undo", Hidden: m.hidden(hidden("key", newKey()), hidden("turn", turn))}
	v.Ask = askRating(e)
	for i, after := range s.recall.All(s.before(e, card, events), e.AtMS) {
		if r := i + 1; mayRate(e, r) {
			v.Ratings = append(v.Ratings, views.RecallRating{
				Value: strconv.Itoa(r), Word: ratingWords[i], Due: inDays(after.Days), Given: r == rating,
			})
		}
	}
}

// hidden are the fields that a form carries along in this mode.
func (m mode) hidden(list ...views.Hidden) []views.Hidden {
	if m.more {
		list = append(list, hidden("more", "1"))
	}
	return list
}

var ratingWords = [4]string{"Not known", "Hard", "Good", "Easy"}

// before is the memory that an answer met.
func (s *Site) before(e store.RecallEvent, card store.RecallCard, events []store.RecallEvent) recall.Card {
	return s.replay(card, slices.DeleteFunc(slices.Clone(events), func(o store.RecallEvent) bool { return o.ID == e.ID }))
}

// askRating is over the ratings.
func askRating(e store.RecallEvent) string {
	d := detailOf(e)
	switch {
	case d.Outcome == outcomeDoubt:
		return "The scorer cannot tell whether this makes the point. Compare, and say how it went:"
	case d.Outcome == outcomeRight:
		return "Was it harder or easier than that?"
	case d.GaveUp:
		return "Had you known it after all?"
	}
	return "Does your sentence make the point after all? Compare, and say how it went:"
}

// undoForm takes back today's last answer.
func (s *Site) undoForm(e store.RecallEvent, d deck, m mode) *views.RecallForm {
	card, ok := d.find(e.RecallItem)
	if !ok {
		return nil
	}
	return &views.RecallForm{Action: s.recallAnswer(e.ID) + "/undo", Hidden: m.hidden(
		hidden("key", newKey()), hidden("turn", strconv.FormatInt(card.Turn, 10)))}
}
