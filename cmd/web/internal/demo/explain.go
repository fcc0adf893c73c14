package demo

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"fencepost/cmd/web/internal/trial"
	"fencepost/lessons/grade"
	"fencepost/sim/catalog"
	"fencepost/store"
)

// handed is an account that a student handed in.
type handed struct {
	account
	store.Explanation
	by       *student
	course   *course
	score    store.Score
	disputed string // item; "" for none
	reviewed bool
}

// explain has a student hand in their texts, each better than the one before
// or meant to be, and whatever comes of each.
func (s *story) explain(p part, at time.Time) {
	at = at.Add(p.student.between(4*time.Minute, 25*time.Minute))
	turns := s.turns(p, at)
	quality := p.student.near(p.skill, 0.15)
	a, ok := p.first(p.student.chance, quality)
	revealed := false
	for i, at := range turns {
		if i > 0 {
			quality = min(quality+0.3*p.student.Float64(), 1)
			a, ok = p.again(p.student.chance, a, quality)
		}
		if !ok {
			return // every sample was used
		}
		if i > 0 && !revealed && p.student.hits(0.12) {
			revealed = true
			s.reveal(p, at.Add(-time.Minute))
		}
		s.handIn(p, a, at, revealed)
	}
	if p.student.hits(0.1) {
		s.draft(p, a.text, turns)
	}
}

// turns are the moments at which a student hands in: the first after reading,
// some soon after, some on another day.
func (s *story) turns(p part, first time.Time) []time.Time {
	var out []time.Time
	room := min(s.Until.Sub(first)-time.Hour, time.Duration(p.texts)*3*day)
	for i := range p.texts {
		out = append(out, first)
		if i == 0 {
			continue
		}
		out[i] = first.Add(p.student.between(time.Hour, room))
		soon := out[i-1].Add(p.student.between(5*time.Minute, 40*time.Minute))
		if p.student.hits(0.5) && soon.Before(first.Add(room)) {
			out[i] = soon
		}
	}
	slices.SortFunc(out, time.Time.Compare)
	return out
}

func (s *story) reveal(p part, at time.Time) {
	p.do(at, func(ctx context.Context, db Store) error {
		return db.MarkRevealed(ctx, p.LearnerID, p.lesson.Slug, at.UnixMilli())
	})
}

// draft is the beginning of a text that was not handed in.
func (s *story) draft(p part, text string, turns []time.Time) {
	words := strings.Fields(text)
	text = strings.Join(words[:len(words)*2/3], " ")
	at := s.Until.Add(-p.student.between(time.Hour, 2*day))
	if n := len(turns); n > 0 && !at.After(turns[n-1]) {
		return
	}
	p.do(at, func(ctx context.Context, db Store) error {
		_, err := db.SaveDraft(ctx, p.LearnerID, p.lesson.Slug, text, 0, at.UnixMilli())
		return err
	})
}

// handIn stores a text with what the scorer says of it, and what follows.
func (s *story) handIn(p part, a account, at time.Time, revealed bool) {
	h := &handed{account: a, by: p.student, course: p.course, Explanation: store.Explanation{
		ID: p.student.id(at), LearnerID: p.LearnerID, Key: p.student.id(at), Lesson: p.lesson.Slug, Text: a.text,
		AfterReveal: revealed, Run: s.run(p), AtMS: at.UnixMilli(),
	}}
	h.score = scoreOf(p.student.chance, h.Explanation.ID, a, at.Add(p.student.between(3*time.Millisecond, 30*time.Millisecond)))
	s.counts.Explanations++
	p.student.texts++
	p.do(at, func(ctx context.Context, db Store) error {
		if _, err := db.AddExplanation(ctx, h.Explanation); err != nil {
			return err
		}
		return db.AddScore(ctx, h.score)
	})
	s.argue(h, at)
	s.judge(h, at)
	s.handedIn = append(s.handedIn, h)
}

func scoreOf(by chance, explanation string, a account, at time.Time) store.Score {
	body, _ := json.Marshal(a.result) // nothing in it can fail
	return store.Score{
		ID: by.id(at), ExplanationID: explanation, Rubric: a.result.Rubric, Scorer: a.result.Scorer,
		Result: body, Wording: grade.Wording(a.text), AtMS: at.UnixMilli(),
	}
}

// run is a step of a run that one in seven texts refers to: of some figure of
// the lesson, at the entry that decided it.
func (s *story) run(p part) string {
	figures := p.lesson.Figures()
	if len(figures) == 0 || !p.student.hits(0.15) {
		return ""
	}
	f := one(p.student.chance, figures)
	sc, err := catalog.Find(f.Scenario)
	if err != nil {
		return ""
	}
	v := sc.Params.Defaults()
	for _, name := range sortedKeys(f.Show) {
		if v, err = v.Set(name, f.Show[name]); err != nil {
			return ""
		}
	}
	run := sc.Run(v, nil)
	return p.stage(f.ID).Of(v, nil, trial.Deciding(&run)+1).String()
}
