package site

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"fencepost/lessons"
	"fencepost/store"
)

// record is what one learner left in one lesson. The zero record is that of
// someone who did nothing yet.
type record struct {
	store.Standing
	attempts []store.Attempt
	draft    store.Draft
	newest   store.Explanation // the newest, or the zero value
	labs     []store.LabStanding

	question string // where nothing but the answers to it was read
	tries    store.ItemTries
}

// record reads what the learner left in a lesson; nobody left nothing.
func (s *Site) record(ctx context.Context, l *store.Learner, slug string) (record, error) {
	if l == nil {
		return record{}, nil
	}
	t, err := s.store.Trail(ctx, l.ID, slug)
	if err != nil {
		return record{}, fmt.Errorf("read the record of %s: %w", slug, err)
	}
	return record{Standing: t.Standing, attempts: t.Attempts, draft: t.Draft, newest: t.Newest, labs: t.Labs}, nil
}

// recordAt is the part of a learner's record that one question of a lesson needs.
func (s *Site) recordAt(ctx context.Context, l *store.Learner, slug, question string) (r record, err error) {
	if l == nil {
		return r, nil
	}
	a, err := s.store.Answered(ctx, l.ID, slug, question)
	if err != nil {
		return r, fmt.Errorf("read the answers in %s: %w", slug, err)
	}
	r.Tried, r.Right, r.question, r.tries = a.Tried, a.Right, question, a.ItemTries
	return r, nil
}

// triesAt are the answers to one check.
func (r *record) triesAt(check string) (t store.ItemTries) {
	if r.question == check {
		return r.tries
	}
	for i := range r.attempts {
		if a := &r.attempts[i]; a.Item == check {
			t.First = t.First || t.N == 0 && a.Right
			t.Done = t.Done || a.Right
			t.N, t.Last = t.N+1, a.Answer
		}
	}
	return t
}

// answer is what an attempt at a check, a prediction or a challenge holds.
type answer = lessons.Answer

// of are the attempts at one check, oldest first.
func (r record) of(check string) []store.Attempt {
	var out []store.Attempt
	for _, a := range r.attempts {
		if a.Item == check {
			out = append(out, a)
		}
	}
	return out
}

// questions is how many questions a lesson asks: checks, predictions and
// challenges.
func questions(l *lessons.Lesson) int {
	return len(l.Checks()) + len(l.Predicts()) + len(l.Challenges())
}

// answered counts the lesson's own questions that are done: checks answered right,
// challenges solved and predictions made, whether or not they came true. Ids that
// the lesson no longer has do not count, so that done never exceeds the total.
func answered(l *lessons.Lesson, s store.Standing) int {
	n := 0
	for i := range l.Steps {
		for _, b := range l.Steps[i].Blocks {
			switch b := b.(type) {
			case *lessons.Predict:
				n += count(slices.Contains(s.Tried, b.ID))
			case *lessons.Challenge:
				n += count(slices.Contains(s.Right, b.ID))
			case *lessons.Check:
				n += count(slices.Contains(s.Right, b.ID))
			}
		}
	}
	return n
}

// finished says whether a learner did all that a lesson asks: read every step,
// got its questions done and explained it.
func finished(l *lessons.Lesson, s store.Standing) bool {
	for _, step := range l.Steps {
		if !slices.Contains(s.Read, step.ID) {
			return false
		}
	}
	return answered(l, s) == questions(l) && (l.Rubric == nil || s.Explanations > 0)
}

// labsPassed counts the labs of the lesson that a learner passed.
func labsPassed(l *lessons.Lesson, s store.Standing) int {
	n := 0
	for _, one := range l.Labs() {
		n += count(slices.Contains(s.LabsPassed, one.ID))
	}
	return n
}

// begun says whether a learner did anything in a lesson.
func begun(s store.Standing) bool {
	return len(s.Read) > 0 || len(s.Tried) > 0 || len(s.LabsTried) > 0 || s.Explanations > 0
}

// givenIn is the answer that an attempt holds.
func givenIn(body json.RawMessage) answer {
	var got answer
	if json.Unmarshal(body, &got) != nil {
		return answer{} // another kind of answer, from another version of the check
	}
	return got
}
