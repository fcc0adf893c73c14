package site

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
)

// rows writes a head and then a row for each of a sequence.
func rows[T any](x *exporting, head []string, all iter.Seq2[T, error], write func(T)) error {
	x.out.Texts(head...)
	if err := x.out.End(); err != nil {
		return err
	}
	for v, err := range all {
		if err != nil {
			return err
		}
		write(v)
		if err := x.out.End(); err != nil {
			return err
		}
	}
	return nil
}

// student adds whose row it is. Where names are hidden the id is, too.
func (x *exporting) student(st store.Student) {
	if x.names != nil {
		x.out.Texts(x.names[st.LearnerID], "")
		return
	}
	x.out.Texts(st.Name, st.PersonID)
}

// checks is a row for every answer to a check, prediction or challenge.
func (x *exporting) checks() error {
	head := []string{"student", "student_id", "lesson", "question", "kind", "answer", "right", "lesson_version", "at"}
	kinds := map[[2]string]string{}
	all := x.store.ExportChecks(x.c.Request().Context(), x.scope(x.c), x.ask)
	return rows(x, head, all, func(r store.CheckRow) {
		x.student(r.Student)
		id := [2]string{r.Lesson, r.Item}
		if _, known := kinds[id]; !known {
			kinds[id] = x.kind(r.Lesson, r.Item)
		}
		x.out.Texts(r.Lesson, r.Item, kinds[id], answerWords(r.Answer))
		x.out.Bool(r.Right)
		x.out.Text(r.Content)
		x.out.Time(r.Attempt.AtMS, x.zone)
	})
}

// kind is what a question is, or "" where the lesson no longer asks it.
func (x *exporting) kind(slug, id string) string {
	l, ok := x.edition.library.Lesson(slug)
	switch {
	case !ok:
	case l.Check(id) != nil:
		return "check"
	case l.Predict(id) != nil:
		return "prediction"
	case l.Challenge(id) != nil:
		return "challenge"
	}
	return ""
}

// answerWords are the ids of the options chosen, or the run that was handed in.
func answerWords(raw json.RawMessage) string {
	var a answer
	if json.Unmarshal(raw, &a) != nil {
		return ""
	}
	if a.Run != "" {
		return a.Run
	}
	return strings.Join(a.Options, " ")
}

var verdictHead = []string{"covered_points", "unsure_points", "missing_points", "contradicted_points", "misconceptions"}

// explanations is a row for every text that was handed in, with the verdict in
// force.
func (x *exporting) explanations() error {
	head := []string{"student", "student_id", "lesson", "explanation_id", "at", "text", "words", "after_reveal", "decided_by", "covered", "points"}
	head = append(append(head, verdictHead...), "flags", "rubric", "scorer", "comment", "reviewed_at")
	all := x.store.ExportExplanations(x.c.Request().Context(), x.scope(x.c), x.ask)
	return rows(x, head, all, func(r store.ExplanationRow) {
		x.student(r.Student)
		e := r.Explanation
		x.out.Texts(e.Lesson, e.ID)
		x.out.Time(e.AtMS, x.zone)
		x.out.Text(e.Text)
		x.out.Int(words(e.Text))
		x.out.Bool(e.AfterReveal)
		x.judgedRow(r)
	})
}

// judgedRow adds what was decided about an explanation.
func (x *exporting) judgedRow(r store.ExplanationRow) {
	s, by := score(r.Score), ""
	verdicts := map[string]string{}
	for _, f := range slices.Concat(s.Points, s.Misconceptions) {
		verdicts[f.ID], by = string(f.Verdict), "scorer"
	}
	review := store.Review{}
	if r.InForce != nil {
		review, by = *r.InForce, r.Reviewer
		for id, v := range review.Verdicts {
			verdicts[id] = v
		}
	}
	sorted := x.sortVerdicts(r.Lesson, verdicts)
	x.out.Text(by)
	x.out.Int(len(sorted["covered"]))
	x.out.Int(len(sorted["covered"]) + len(sorted["unsure"]) + len(sorted["missing"]) + len(sorted["contradicted"]))
	x.verdicts(sorted)
	var flags []string
	for _, f := range s.Flags {
		flags = append(flags, string(f))
	}
	x.out.Texts(strings.Join(flags, " "), s.Rubric, s.Scorer, review.Comment)
	x.out.Time(review.AtMS, x.zone)
}

// score is what a score says; nothing where there is none.
func score(s *store.Score) grade.Result {
	var r grade.Result
	if s != nil && json.Unmarshal(s.Result, &r) == nil {
		r.Rubric, r.Scorer = s.Rubric, s.Scorer
	}
	return r
}

// sortVerdicts are the points by verdict, in order of their ids, and under
// "present" the misconceptions that were said.
func (x *exporting) sortVerdicts(slug string, verdicts map[string]string) map[string][]string {
	out := map[string][]string{}
	r := rubricOf(x.edition, slug)
	for id, v := range verdicts {
		mixup := r != nil && slices.ContainsFunc(r.Misconceptions, func(m lessons.Misconception) bool { return m.ID == id })
		if !mixup || v == "present" {
			out[v] = append(out[v], id)
		}
	}
	for _, ids := range out {
		slices.Sort(ids)
	}
	return out
}

// verdicts adds the cells of verdictHead.
func (x *exporting) verdicts(sorted map[string][]string) {
	for _, v := range []string{"covered", "unsure", "missing", "contradicted", "present"} {
		x.out.Text(strings.Join(sorted[v], " "))
	}
}

// reviews is a row for everything that people decided, taken back or not.
func (x *exporting) reviews() error {
	head := []string{"student", "student_id", "lesson", "explanation_id", "review_id", "reviewer", "at"}
	head = append(append(head, verdictHead...), "comment", "rubric", "scorer", "batch", "withdrawn_at", "seen_at", "reply", "reply_at")
	all := x.store.ExportReviews(x.c.Request().Context(), x.scope(x.c), x.ask)
	return rows(x, head, all, func(r store.ReviewRow) {
		x.student(r.Student)
		x.out.Texts(r.Lesson, r.ExplanationID, r.ID, r.Reviewer)
		x.out.Time(r.AtMS, x.zone)
		x.verdicts(x.sortVerdicts(r.Lesson, r.Verdicts))
		x.out.Texts(r.Comment, r.Rubric, r.Scorer, r.Batch)
		x.out.Time(r.WithdrawnMS, x.zone)
		x.out.Time(r.SeenMS, x.zone)
		reply := store.Reply{}
		if r.Reply != nil {
			reply = *r.Reply
		}
		x.out.Text(reply.Text)
		x.out.Time(reply.AtMS, x.zone)
	})
}
