package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"fencepost/cmd/web/internal/lab"
	"fencepost/lessons"
	"fencepost/store"
)

// labAnswer is what somebody may write in a lab, with what came of it.
type labAnswer struct {
	store.LabTry
	passed bool
}

// runLabs runs answers to the course's labs once: the two likeliest wrong ones,
// and those that hold.
func (c *course) runLabs() error {
	c.labs = map[string][]labAnswer{}
	for _, one := range c.lesson.Labs() {
		answers := append([]lessons.LabAnswer{one.Solution}, one.Right[:min(1, len(one.Right))]...)
		for _, a := range append(answers, one.Wrong[:min(2, len(one.Wrong))]...) {
			r, err := lab.Run(one, a.Texts)
			if err != nil {
				return fmt.Errorf("run the lab %s/%s: %w", c.lesson.Slug, one.ID, err)
			}
			c.labs[one.ID] = append(c.labs[one.ID], labAnswerOf(c.lesson, one, a, r))
		}
	}
	return nil
}

func labAnswerOf(l *lessons.Lesson, one *lessons.Lab, a lessons.LabAnswer, r *lab.Result) labAnswer {
	given, _ := json.Marshal(a.Texts) // strings always can be
	o := r.First()
	t := store.LabTry{
		Lesson: l.Slug, Lab: one.ID, Answer: given, Passed: r.Passed, Broke: o.Broke,
		Said: o.Run.Verdict.Sentence, Content: l.Version,
	}
	if !r.Passed {
		t.Schedule = o.Schedule
	}
	return labAnswer{t, r.Passed}
}

// practise has a student try a lab until it holds or they have had enough. Some
// ask for a hint or look at the solution; some leave labs alone.
func (s *story) practise(p part, one *lessons.Lab, at time.Time) time.Time {
	by := p.practice
	if one == nil || !by.hits(0.2+0.6*p.zeal) {
		return at
	}
	const most = 5
	for n := range most {
		at = at.Add(by.between(2*time.Minute, 9*time.Minute))
		knows := by.hits(0.1 + 0.4*p.skill + 0.15*float64(n))
		s.tryLab(p, p.labAnswer(by, one.ID, knows), at)
		switch {
		case knows:
			return at
		case by.hits(0.3):
			s.aid(p, one.ID, "hint-1", at.Add(time.Minute))
		case n > 1 && by.hits(0.3):
			s.aid(p, one.ID, store.AidSolution, at.Add(time.Minute))
		case !by.hits(0.4 + 0.5*p.zeal):
			return at
		}
	}
	return at
}

// labAnswer is one that holds, or one that does not.
func (c *course) labAnswer(by chance, id string, holds bool) labAnswer {
	var some []labAnswer
	for _, a := range c.labs[id] {
		if a.passed == holds {
			some = append(some, a)
		}
	}
	if len(some) == 0 {
		return c.labs[id][0]
	}
	return one(by, some)
}

func (s *story) tryLab(p part, a labAnswer, at time.Time) {
	t := a.LabTry
	t.ID, t.Key, t.LearnerID, t.AtMS = p.practice.id(at), p.practice.id(at), p.LearnerID, at.UnixMilli()
	s.counts.LabTries++
	p.do(at, func(ctx context.Context, db Store) error {
		_, err := db.AddLabTry(ctx, t)
		return err
	})
}

func (s *story) aid(p part, id, aid string, at time.Time) {
	a := store.LabAid{LearnerID: p.LearnerID, Lesson: p.lesson.Slug, Lab: id, Aid: aid, AtMS: at.UnixMilli()}
	p.do(at, func(ctx context.Context, db Store) error { return db.AddLabAid(ctx, a) })
}
