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
	right, checks    int // checks answered right at least once
	came, not        int // predictions that came true, and that did not
	predictions      int
	solved, contests int // challenges
	passed, labs     int
}

// deedsIn is what was done in one lesson.
func (m mine) deedsIn(l *lessons.Lesson) deeds {
	d := deedsIn(l, m.at[l.Slug])
	d.labs = len(l.Labs())
	d.passed = passedOf(l, m.passed[l.Slug])
	return d
}

// passedOf counts the labs that passed and that the lesson still has.
func passedOf(l *lessons.Lesson, passed []string) int {
	n := 0
	for _, one := range l.Labs() {
		n += count(slices.Contains(passed, one.ID))
	}
	return n
}

func deedsIn(l *lessons.Lesson, at store.Standing) deeds {
	d := deeds{steps: len(l.Steps), checks: len(l.Checks()), predictions: len(l.Predicts()), contests: len(l.Challenges())}
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
	d := m.deedsIn(l)
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
	if d.checks > 0 {
		out = append(out, views.MeFact{Label: "Checks right", Done: d.right, Of: d.checks})
	}
	if d.predictions > 0 {
		out = append(out, views.MeFact{Label: "Predictions that came true", Done: d.came, Missed: d.not, Of: d.predictions})
	}
	if d.contests > 0 {
		out = append(out, views.MeFact{Label: "Challenges solved", Done: d.solved, Of: d.contests})
	}
	if d.labs > 0 {
		out = append(out, views.MeFact{Label: "Labs passed", Done: d.passed, Of: d.labs})
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
	g.Href = m.lesson(l.Slug) + "#explain"
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
