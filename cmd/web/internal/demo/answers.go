package demo

import (
	"context"
	"encoding/json"
	"time"

	"fencepost/cmd/web/internal/figure"
	"fencepost/cmd/web/internal/trial"
	"fencepost/lessons"
	"fencepost/sim"
	"fencepost/store"
)

// answerStep has a student answer what a step asks and says when they are
// through.
func (s *story) answerStep(p part, step lessons.Step, at time.Time) time.Time {
	for _, b := range step.Blocks {
		switch b := b.(type) {
		case *lessons.Check:
			at = s.check(p, b, at)
		case *lessons.Predict:
			at = s.predict(p, b, at)
		case *lessons.Challenge:
			at = s.challenge(p, b, at)
		case *lessons.LabPlace:
			at = s.practise(p, b.Lab, at)
		}
	}
	return at
}

func (s *story) attempt(p part, item string, g lessons.Answer, right bool, at time.Time) {
	body, _ := json.Marshal(g) // strings always can be
	a := store.Attempt{
		ID: p.student.id(at), LearnerID: p.LearnerID, Key: p.student.id(at), Lesson: p.lesson.Slug, Item: item,
		Answer: body, Right: right, Content: p.lesson.Version, AtMS: at.UnixMilli(),
	}
	s.counts.Attempts++
	p.do(at, func(ctx context.Context, db Store) error {
		_, err := db.AddAttempt(ctx, a)
		return err
	})
}

// check is answered until it is right or the student has had enough.
func (s *story) check(p part, c *lessons.Check, at time.Time) time.Time {
	const most = 4
	for n := range most {
		at = at.Add(p.student.between(20*time.Second, 2*time.Minute))
		knows := p.student.hits(0.25 + 0.5*p.skill + 0.2*float64(n))
		a, ok := p.answer(p.student.chance, c, knows)
		if !ok {
			return at
		}
		right := c.Mark(a).Right
		s.attempt(p, c.ID, a, right, at)
		if right || !p.student.hits(0.4+0.55*p.zeal) {
			return at
		}
	}
	return at
}

// predict is answered once. Whether it comes true, the run says.
func (s *story) predict(p part, f *lessons.Predict, at time.Time) time.Time {
	setting, err := trial.Of(p.lesson, f.Run)
	if err != nil {
		return at // lint tells its author
	}
	run := setting.Run()
	right := trial.Right(f, &run)
	i := p.student.IntN(len(f.Options))
	if right >= 0 && p.student.hits(0.15+0.45*p.skill) {
		i = right
	}
	at = at.Add(p.student.between(15*time.Second, 90*time.Second))
	s.attempt(p, f.ID, lessons.Answer{Options: []string{f.Options[i].ID}}, i == right, at)
	return at
}

// challenge is tried with settings that the student thinks of; the simulator
// says whether one of them solves it.
func (s *story) challenge(p part, ch *lessons.Challenge, at time.Time) time.Time {
	start, err := trial.Of(p.lesson, ch.Run)
	stage := p.stage(ch.Run.Figure)
	if err != nil || stage == nil {
		return at
	}
	for range 2 + p.student.IntN(7) {
		v := think(p.student.chance, ch, start)
		t, err := trial.Decide(p.lesson, ch, v, order(p.student.chance, start.Scenario, v))
		if err != nil {
			return at
		}
		at = at.Add(p.student.between(20*time.Second, 80*time.Second))
		run := stage.Of(t.Values, t.Tape, trial.Deciding(&t.Run)+1).String()
		s.attempt(p, ch.ID, lessons.Answer{Run: run}, t.Solved, at)
		if t.Solved {
			return at
		}
	}
	return at
}

func (c *course) stage(id string) *figure.Stage {
	for _, s := range c.stages {
		if s.ID() == id {
			return s
		}
	}
	return nil
}

// order is one order of events, decided by chance wherever a run asks.
func order(by chance, sc *sim.Scenario, v sim.Values) []int {
	const longest = 64
	tape := []int{}
	for range longest {
		run := sc.RunUntilAsked(v, tape)
		if run.Pending == nil {
			break
		}
		tape = append(tape, by.IntN(len(run.Pending.Options)))
	}
	return tape
}

// think moves what a challenge leaves free to some other value, towards the
// low end where it is to be kept small.
func think(by chance, ch *lessons.Challenge, start trial.Setting) sim.Values {
	v := start.Values
	for _, f := range ch.Free {
		i := start.Scenario.Params.Index(f.Text)
		if i < 0 {
			continue
		}
		p := &start.Scenario.Params[i]
		low, _, step := p.Bounds()
		k := by.IntN(p.Count())
		if f.Text == ch.Minimise {
			k = min(k, by.IntN(p.Count()))
		}
		v = v.With(i, low+int64(k)*step)
	}
	return v
}
