package demo

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"fencepost/lessons/grade"
	"fencepost/store"
)

// shown is what a reviewer had before them.
func (h *handed) shown() json.RawMessage {
	machine := map[string]string{}
	for _, f := range slices.Concat(h.result.Points, h.result.Misconceptions) {
		machine[f.ID] = string(f.Verdict)
	}
	body, _ := json.Marshal(map[string]any{"score": h.score.ID, "machine": machine}) // strings always can be
	return body
}

// ending is what instructors did last: one decision on a group of answers that
// say the same, and marks asked for.
func (s *story) ending() {
	groups := s.groups()
	if len(groups) > 1 {
		s.judgeGroup(groups[0]) // the others are left to be judged
	}
	s.want()
}

// groups are texts that wait for nobody's sake, cover the same points and have
// nearly the same words, the largest first.
func (s *story) groups() [][]*handed {
	byKey := map[string][]*handed{}
	for _, h := range s.handedIn {
		if h.reviewed || h.disputed != "" || h.score.Wording == "" {
			continue
		}
		key := h.Lesson + " " + h.score.Wording + " " + h.covers()
		byKey[key] = append(byKey[key], h)
	}
	var out [][]*handed
	for _, key := range sortedKeys(byKey) {
		if len(byKey[key]) > 1 {
			out = append(out, byKey[key])
		}
	}
	slices.SortStableFunc(out, func(a, b []*handed) int { return cmp.Compare(len(b), len(a)) })
	return out
}

// covers are the points that the scorer finds, as one text.
func (h *handed) covers() string {
	var ids []string
	for _, f := range h.result.Points {
		if f.Verdict == grade.Covered {
			ids = append(ids, f.ID)
		}
	}
	return strings.Join(ids, " ")
}

func (s *story) judgeGroup(group []*handed) {
	at := s.Until.Add(-spare) // by then all of them are handed in
	batch := s.id(at)
	var list []store.Review
	for _, h := range group {
		h.reviewed = true
		list = append(list, store.Review{
			ID: s.id(at), Key: s.id(at), Batch: batch, ExplanationID: h.Explanation.ID, Rubric: h.result.Rubric, Scorer: h.result.Scorer,
			Verdicts: group[0].verdicts(), Shown: h.shown(), AtMS: at.UnixMilli(),
		})
	}
	s.counts.Reviews += len(list)
	s.last = append(s.last, event{at, func(ctx context.Context, db Store) error {
		return db.SaveGroup(ctx, store.ScopeOf(s.school.instructors[1]), list, make([]string, len(list)))
	}})
}

// want asks for a person's mark on some texts of which nothing else does.
func (s *story) want() {
	const most = 6
	var ids []string
	for _, h := range s.handedIn {
		quiet := !h.reviewed && h.disputed == "" && !h.unsure() && len(h.result.Flags) == 0
		if quiet && len(ids) < most && s.hits(0.1) {
			ids = append(ids, h.Explanation.ID)
		}
	}
	s.last = append(s.last, event{s.Until, func(ctx context.Context, db Store) error {
		return db.Want(ctx, store.ScopeOf(s.school.instructors[0]), ids)
	}})
}
