package site

import (
	"context"
	"log/slog"
	"slices"

	"fencepost/cmd/web/internal/trial"
	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// unheard is said where a sentence cannot be judged just now.
const unheard = "The scorer is not ready yet. Your sentence is still here; send it again in a moment."

// hear lets the lesson's scorer say whether a sentence makes its key point, once
// and for all: what it said is recorded with the answer. Answers of other kinds
// are left as they are. The result says why it could not, or is "".
func (s *Site) hear(ctx context.Context, e *Edition, l *lessons.Lesson, check *lessons.Check, a *answer) string {
	_, fault := s.hearSurely(ctx, e, l, check, a)
	return fault
}

// hearSurely is hear that says how probable it is that the sentence makes the
// point.
func (s *Site) hearSurely(ctx context.Context, e *Edition, l *lessons.Lesson, check *lessons.Check, a *answer) (probability float64, fault string) {
	k, ok := check.Body.(*lessons.Sentence)
	if !ok {
		return 0, ""
	}
	ctx, cancel := context.WithTimeout(ctx, scoreWithin)
	defer cancel()
	heard, err := s.heard(ctx, e, l, k.Point, a.Text)
	if err != nil {
		s.log.LogAttrs(ctx, slog.LevelError, "sentence not judged",
			slog.String("lesson", l.Slug), slog.String("check", check.ID), slog.Any("err", err))
		return 0, unheard
	}
	a.Verdict, a.Wrong = spoken(heard.Verdict), heard.Against
	return heard.Probability, ""
}

func (s *Site) heard(ctx context.Context, e *Edition, l *lessons.Lesson, point, text string) (grade.Heard, error) {
	t, ok := e.scorers[l.Slug]
	if !ok {
		return grade.Heard{}, &unknown{what: "scorer", id: l.Slug, lesson: l}
	}
	scorer, err := t.wait(ctx)
	if err != nil {
		return grade.Heard{}, err
	}
	return safely(func() grade.Heard { return scorer.Hear(point, text) })
}

// spoken is a scorer's verdict as a check has it.
func spoken(v grade.Verdict) string {
	switch v {
	case grade.Covered:
		return lessons.Says
	case grade.Unsure:
		return lessons.Unclear
	}
	return lessons.Not
}

// aidsOf is what checks of a lesson need beyond its words, for anybody.
func aidsOf(l *lessons.Lesson) lessons.Aids {
	return lessons.Aids{Entries: func(r lessons.FigureRun) []lessons.Entry { return trial.Entries(l, r) }}
}

// wrongs are what a rubric says of misconceptions.
func wrongs(r *lessons.Rubric, ids []string) []string {
	var out []string
	for i := range r.Misconceptions {
		if m := &r.Misconceptions[i]; slices.Contains(ids, m.ID) {
			out = append(out, m.Wrong)
		}
	}
	return out
}
