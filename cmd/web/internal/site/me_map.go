package site

import (
	"slices"

	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// mostAttempts is how many explanations a grid of points has room for on a
// phone; of more, the newest are shown.
const mostAttempts = 6

// deeds is what a learner did of what one lesson asks.
type deeds struct {
	read, steps      int
	answered         int // of questions: those of the three kinds together that are done
	questions        int
	right, checks    int // checks answered right at least once
	came, not        int // predictions that came true, and that did not
	predictions      int
	solved, contests int // challenges
	passed, labs     int
}

// deedsIn is what was done in one lesson.
func deedsIn(l *lessons.Lesson, at store.Standing) deeds {
	d := deeds{
		steps: len(l.Steps), checks: len(l.Checks()), predictions: len(l.Predicts()), contests: len(l.Challenges()),
		answered: answered(l, at), questions: questions(l), passed: labsPassed(l, at), labs: len(l.Labs()),
	}
	for _, step := range l.Steps {
		d.read += count(slices.Contains(at.Read, step.ID))
	}
	for _, c := range l.Checks() {
		d.right += count(slices.Contains(at.Right, c.ID))
	}
	for _, p := range l.Predicts() {
		came := slices.Contains(at.Right, p.ID)
		d.came += count(came)
		d.not += count(!came && slices.Contains(at.Tried, p.ID))
	}
	for _, c := range l.Challenges() {
		d.solved += count(slices.Contains(at.Right, c.ID))
	}
	return d
}

// concept is what a learner did in one lesson.
func (m mine) concept(l *lessons.Lesson) views.MeLesson {
	at := m.at[l.Slug]
	d := deedsIn(l, at)
	v := views.MeLesson{
		ID: l.Slug, Link: views.Link{Text: l.Title, Href: m.lesson(l.Slug)},
		Finished: finished(l, at), Last: moment(at.LastMS),
	}
	for _, step := range l.Steps {
		v.Steps = append(v.Steps, slices.Contains(at.Read, step.ID))
	}
	v.Facts = d.facts()
	if r, any := m.reviews[l.Slug]; any {
		v.Facts = append(v.Facts, views.MeFact{Label: "Reviews", Words: r.words(), Href: m.review()})
	}
	if anchor, words := toDo(l, at); anchor != "" {
		v.Next = &views.GoOn{Link: views.Link{Text: sentence(words), Href: m.lesson(l.Slug) + "#" + anchor}}
	}
	v.Points = m.grid(l)
	return v
}

// facts are the figures, each with what it counts. What a lesson does not ask
// has none.
func (d deeds) facts() []views.MeFact {
	out := []views.MeFact{{Label: "Steps read", Done: d.read, Of: d.steps}}
	if d.questions > 0 {
		out = append(out, views.MeFact{Label: "Questions done", Done: d.answered, Of: d.questions})
	}
	if d.checks > 0 {
		out = append(out, views.MeFact{Label: "Checks right", Done: d.right, Of: d.checks, Part: true})
	}
	if d.predictions > 0 {
		out = append(out, views.MeFact{Label: "Predictions that came true", Done: d.came, Missed: d.not, Of: d.predictions, Part: true})
	}
	if d.contests > 0 {
		out = append(out, views.MeFact{Label: "Challenges solved", Done: d.solved, Of: d.contests, Part: true})
	}
	if d.labs > 0 {
		out = append(out, views.MeFact{Label: "Labs solved", Done: d.passed, Of: d.labs})
	}
	return out
}

// grid sets the lesson's key points against the explanations of it; nil where
// there are none.
func (m mine) grid(l *lessons.Lesson) *views.MeGrid {
	all := m.explained[l.Slug]
	if l.Rubric == nil || len(all) == 0 {
		return nil
	}
	g := &views.MeGrid{Lesson: l.Title, Attempts: len(all)}
	from := max(0, len(all)-mostAttempts)
	for i, e := range all[from:] {
		g.Columns = append(g.Columns, views.MeAttempt{
			N: from + i + 1, Href: m.explanation(e.ID), Sent: moment(e.AtMS), AfterReveal: e.AfterReveal, ByPerson: e.ByPerson, Pending: e.Verdicts == nil,
		})
	}
	newest := all[len(all)-1]
	for _, p := range l.Rubric.Points {
		row := views.MePoint{Name: p.Name}
		for _, e := range all[from:] {
			row.Verdicts = append(row.Verdicts, pointVerdict(e, p.ID))
		}
		g.Covered += count(newest.Verdicts[p.ID] == "covered")
		g.Rows = append(g.Rows, row)
	}
	return g
}

// pointVerdict is what is in force about a key point: "pending" before a score,
// "" for one that the rubric did not have when it was scored.
func pointVerdict(e store.Explained, point string) string {
	if e.Verdicts == nil {
		return "pending"
	}
	return e.Verdicts[point]
}
