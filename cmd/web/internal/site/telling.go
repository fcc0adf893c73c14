package site

import (
	"context"
	"fmt"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/xapi"
	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
)

// Where a learning record store is told of what learners do, each write that is
// worth telling goes under a context that carries its statement, so that both are
// stored or neither.

// telling makes the next write under the context store the events' statements.
func (s *Site) telling(ctx context.Context, list ...xapi.Event) (context.Context, error) {
	if s.teller == nil {
		return ctx, nil
	}
	return s.teller.Tell(ctx, list...)
}

// activity is what something that a lesson asks is to a record store.
type activity struct{ path, interaction string }

var (
	aPrediction = activity{"predictions", xapi.Choice}
	aChallenge  = activity{"challenges", xapi.Performance}
	aLab        = activity{"labs", xapi.Performance}
)

func aCheck(c *lessons.Check) activity {
	kinds := map[lessons.CheckType]string{
		lessons.Choice: xapi.Choice, lessons.Multiple: xapi.Choice, lessons.Spot: xapi.Choice, lessons.Number: xapi.Numeric,
		lessons.Order: xapi.Sequencing, lessons.Match: xapi.Matching, lessons.Short: xapi.LongText,
	}
	return activity{"checks", kinds[c.Type]}
}

// addAttempt stores an answer to a question of a lesson.
func (s *Site) addAttempt(ctx context.Context, l *lessons.Lesson, q activity, a store.Attempt) error {
	e := aboutLesson(l, q, a.Item)
	e.Learner, e.About, e.Success, e.Response, e.AtMS = a.LearnerID, a.ID, &a.Right, answerWords(a.Answer), a.AtMS
	ctx, err := s.telling(ctx, e)
	if err != nil {
		return err
	}
	if _, err := s.store.AddAttempt(ctx, a); err != nil {
		return fmt.Errorf("record attempt at %s/%s: %w", a.Lesson, a.Item, err)
	}
	return nil
}

// aboutLesson is an event about a part of a lesson.
func aboutLesson(l *lessons.Lesson, q activity, item string) xapi.Event {
	return xapi.Event{
		Verb: xapi.Answered, Object: "/concepts/" + l.Slug + "/" + q.path + "/" + item, Interaction: q.interaction,
		Lesson: l.Slug, Title: l.Title, Version: l.Version,
	}
}

// aboutExplanation is an event about an explanation, whose lesson may be gone.
func aboutExplanation(l *lessons.Lesson, x store.Explanation, verb xapi.Verb) xapi.Event {
	e := xapi.Event{
		Learner: x.LearnerID, About: x.ID, Explanation: x.ID, Verb: verb, Object: "/concepts/" + x.Lesson + "/explanations",
		Interaction: xapi.LongText, Lesson: x.Lesson, Title: x.Lesson, AtMS: x.AtMS,
	}
	if l != nil {
		e.Title, e.Version = l.Title, l.Version
	}
	return e
}

// submitted is the event of an explanation that is handed in.
func submitted(l *lessons.Lesson, x store.Explanation) xapi.Event {
	e := aboutExplanation(l, x, xapi.Submitted)
	e.Response = x.Text
	return e
}

// judgedSo is the event of a verdict on an explanation, of the scorer's or, with
// a reviewer, of a person's.
func judgedSo(l *lessons.Lesson, x store.Explanation, record string, r *grade.Result, reviewer string, atMS int64) xapi.Event {
	e := aboutExplanation(l, x, xapi.Scored)
	e.About, e.Reviewer, e.AtMS = record, reviewer, atMS
	if r == nil {
		return e
	}
	e.Points, e.Verdicts = len(r.Points), map[string][]string{}
	for _, f := range r.Points {
		e.Covered += count(f.Verdict == grade.Covered)
		e.Verdicts[string(f.Verdict)] = append(e.Verdicts[string(f.Verdict)], f.ID)
	}
	return e
}

// reviewed are the events of reviews that are about to be stored.
func reviewed(at []sitting, reviews []store.Review, reviewer string) (list []xapi.Event) {
	for i, r := range reviews {
		x := at[i].file.Explanation
		l, _ := at[i].edition.library.Lesson(x.Lesson)
		list = append(list, judgedSo(l, x, r.ID, inForce(at[i].result, &store.Judged{Review: r}), reviewer, r.AtMS))
	}
	return list
}

// recalledSo are the events of what was answered or rated in spaced review: none
// while it is in doubt how it went, nor where it is taken back.
func recalledSo(l *lessons.Lesson, e store.RecallEvent) []xapi.Event {
	if l == nil || e.Act == store.RecallUndone || e.Rating == 0 {
		return nil
	}
	q := activity{"points", xapi.LongText}
	if e.Kind == store.RecallCheck {
		q = askedBy(l, e.Item)
	}
	out := aboutLesson(l, q, e.Item)
	recalled := e.Rating > 1 // 1 is that it was forgotten
	out.Learner, out.About, out.Success, out.Spaced, out.AtMS = e.LearnerID, e.ID, &recalled, true, e.AtMS
	return []xapi.Event{out}
}

// askedBy finds what kind of question an id is.
func askedBy(l *lessons.Lesson, id string) activity {
	if c := l.Check(id); c != nil {
		return aCheck(c)
	}
	return aPrediction
}

// tellingScore is telling of a score that is about to be stored.
func (s *Site) tellingScore(ctx context.Context, x store.Explanation, score store.Score) (context.Context, error) {
	if s.teller == nil {
		return ctx, nil
	}
	r, err := resultOf(&score)
	if err != nil {
		return ctx, err
	}
	l, _ := s.shelf.Edition().library.Lesson(x.Lesson)
	return s.telling(ctx, judgedSo(l, x, score.ID, r, "", score.AtMS))
}

// tellingReviews is telling of reviews that are about to be stored, each of the
// answer in the same place.
func (s *Site) tellingReviews(c echo.Context, at []sitting, reviews ...store.Review) (context.Context, error) {
	ctx := c.Request().Context()
	if s.teller == nil {
		return ctx, nil
	}
	w, err := s.in(c)
	if err != nil {
		return ctx, err
	}
	return s.telling(ctx, reviewed(at, reviews, w.Person.LearnerID)...)
}

// triedSo is the event of a try at a lab.
func triedSo(l *lessons.Lesson, t store.LabTry) xapi.Event {
	e := aboutLesson(l, aLab, t.Lab)
	e.Learner, e.About, e.Success, e.Response, e.AtMS = t.LearnerID, t.ID, &t.Passed, string(t.Answer), t.AtMS
	return e
}
