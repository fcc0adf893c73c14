package demo

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"fencepost/lessons/grade"
	"fencepost/store"
)

// spare is left before the end for what follows at once.
const spare = 30 * time.Minute

// argue has a student object where the scorer does not see what the sample's
// label says is there, or sees what is not; now and then one objects who is
// wrong.
func (s *story) argue(h *handed, at time.Time) {
	item, claim, p := h.grievance()
	if item == "" || !h.by.hits(p) {
		return
	}
	at = at.Add(h.by.between(2*time.Minute, 5*time.Hour))
	if at.After(s.Until) {
		return
	}
	h.disputed = item
	s.counts.Disputes++
	d := store.Dispute{
		ID: h.by.id(at), LearnerID: h.LearnerID, Key: h.by.id(at), ExplanationID: h.Explanation.ID, Item: item, Claim: claim,
		Reason: reason(claim, h.text), AtMS: at.UnixMilli(),
	}
	h.by.do(at, func(ctx context.Context, db Store) error {
		_, err := db.AddDispute(ctx, d)
		return err
	})
}

// grievance is what a student could object to, and how likely they do.
func (h *handed) grievance() (item, claim string, p float64) {
	for _, f := range h.result.Points {
		if f.Verdict != grade.Covered && h.says[f.ID] == 1 {
			return f.ID, "said", 0.2
		}
	}
	for _, f := range h.result.Misconceptions {
		if f.Verdict == grade.Present && h.believes[f.ID] == 0 {
			return f.ID, "not_meant", 0.2
		}
	}
	for _, f := range h.result.Points {
		if f.Verdict == grade.Missing {
			return f.ID, "said", 0.02
		}
	}
	return "", "", 0
}

// reason is what an objection says: it points at words of the text.
func reason(claim, text string) string {
	words := strings.Fields(text)
	n := min(len(words), 8)
	if claim == "said" {
		last := strings.TrimRight(strings.Join(words[len(words)-n:], " "), ".!?,;:")
		return "I did say it, though in other words: ‘… " + last + "’."
	}
	return "I wrote ‘" + strings.Join(words[:n], " ") + " …’ and meant the opposite of what was found."
}

// judge has an instructor look at a text some days later, at most of those
// that ask for a person and at few of the others.
func (s *story) judge(h *handed, at time.Time) {
	p := 0.06
	switch {
	case h.disputed != "":
		p = 0.6
	case h.unsure():
		p = 0.35
	}
	at = at.Add(h.by.between(10*time.Hour, 6*day))
	if !h.by.hits(p) || at.After(s.Until.Add(-spare)) {
		return
	}
	h.reviewed = true
	who := one(h.by.chance, s.school.instructors)
	review := s.review(h, who, at)
	switch {
	case h.by.hits(0.05):
		s.withdraw(h, who, review, at.Add(h.by.between(time.Minute, 10*time.Minute)))
	case h.by.hits(0.7):
		s.heed(h, review, at.Add(h.by.between(time.Hour, 3*day)))
	}
}

func (h *handed) unsure() bool {
	is := func(f grade.Finding) bool { return f.Verdict == grade.Unsure }
	return slices.ContainsFunc(h.result.Points, is) || slices.ContainsFunc(h.result.Misconceptions, is)
}

// review stores what somebody finds who reads with the labels' eyes.
func (s *story) review(h *handed, who store.Person, at time.Time) store.Review {
	comment := h.comment()
	r := store.Review{
		ID: h.by.id(at), Key: h.by.id(at), ExplanationID: h.Explanation.ID, Rubric: h.result.Rubric, Scorer: h.result.Scorer,
		Verdicts: h.verdicts(), Comment: comment.Text, Shown: h.shown(), AtMS: at.UnixMilli(),
	}
	s.counts.Reviews++
	scope := store.ScopeOf(who)
	h.by.do(at, func(ctx context.Context, db Store) error {
		lease, err := db.Acquire(ctx, scope, r.ExplanationID, at.Add(-2*time.Minute).UnixMilli(), time.Minute.Milliseconds())
		if err != nil {
			return err
		}
		r.Token = lease.Token
		if _, _, err := db.SaveReview(ctx, scope, r); err != nil || comment.ID == "" {
			return err
		}
		return db.UseComment(ctx, scope, comment.ID)
	})
	return r
}

// verdicts are those of the labels. Who reads does not call missing what was
// contradicted.
func (h *handed) verdicts() map[string]string {
	out := map[string]string{}
	for _, f := range h.result.Points {
		switch {
		case h.says[f.ID] == 1:
			out[f.ID] = string(grade.Covered)
		case f.Verdict == grade.Contradicted:
			out[f.ID] = string(grade.Contradicted)
		default:
			out[f.ID] = string(grade.Missing)
		}
	}
	for _, f := range h.result.Misconceptions {
		out[f.ID] = string(grade.Missing)
		if h.believes[f.ID] == 1 {
			out[f.ID] = string(grade.Present)
		}
	}
	return out
}

// comment is the hint for a point that the text does not make, or words for
// the whole; every third review says nothing.
func (h *handed) comment() store.Comment {
	if h.by.hits(0.3) {
		return store.Comment{}
	}
	open := slices.DeleteFunc(slices.Clone(h.course.bank), func(c store.Comment) bool {
		made, known := h.says[c.Item]
		return c.Item != "" && (!known || made == 1)
	})
	if len(open) == 0 {
		return store.Comment{}
	}
	return one(h.by.chance, open)
}

func (s *story) withdraw(h *handed, who store.Person, r store.Review, at time.Time) {
	h.reviewed = false
	h.by.do(at, func(ctx context.Context, db Store) error {
		return db.Withdraw(ctx, store.ScopeOf(who), r.ID, at.UnixMilli())
	})
}

// heed has the student see a review, and one in six answer it.
func (s *story) heed(h *handed, r store.Review, at time.Time) {
	if at.After(s.Until.Add(-spare)) {
		return
	}
	h.by.do(at, func(ctx context.Context, db Store) error {
		return db.MarkSeen(ctx, h.LearnerID, h.Explanation.ID, at.UnixMilli())
	})
	if !h.by.hits(0.17) {
		return
	}
	at = at.Add(h.by.between(time.Minute, 20*time.Minute))
	reply := store.Reply{ID: h.by.id(at), ReviewID: r.ID, LearnerID: h.LearnerID, Text: one(h.by.chance, replies()), AtMS: at.UnixMilli()}
	h.by.do(at, func(ctx context.Context, db Store) error {
		_, err := db.AddReply(ctx, reply)
		return err
	})
}

func replies() []string {
	return []string{
		"Thank you, that makes sense. I had the two mixed up.",
		"I still think my second sentence says it. Could you look again?",
		"I see what is missing now, and have tried once more.",
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
