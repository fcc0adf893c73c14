package site

import (
	"slices"

	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// toDo is what a learner has still to do in a lesson: the first step that was
// not read, then what was asked on the way, then the explanation. anchor is its
// place on the page, words what it is; both are "" where nothing is left.
func toDo(l *lessons.Lesson, at store.Standing) (anchor, words string) {
	for i, step := range l.Steps {
		if !slices.Contains(at.Read, step.ID) {
			return step.ID, "step " + spell(i+1) + ", " + step.Title
		}
	}
	if id, what := unasked(l, at); id != "" {
		return "check-" + id, what
	}
	if l.Rubric != nil && at.Explanations == 0 {
		return "explain", "explain it in your own words"
	}
	return "", ""
}

// unasked is the first question that is not done, in the order in which they
// are counted; id is "" for none.
func unasked(l *lessons.Lesson, at store.Standing) (id, words string) {
	for _, p := range l.Predicts() {
		if !slices.Contains(at.Tried, p.ID) {
			return p.ID, "a prediction to make"
		}
	}
	for _, c := range l.Checks() {
		if !slices.Contains(at.Right, c.ID) {
			return c.ID, "a check that is not right yet"
		}
	}
	for _, c := range l.Challenges() {
		if !slices.Contains(at.Right, c.ID) {
			return c.ID, "a challenge to solve"
		}
	}
	return "", ""
}

// unfinished is the lesson left last among those begun and not done, or nil.
func unfinished(lib *lessons.Library, at map[string]store.Standing) *lessons.Lesson {
	var last *lessons.Lesson
	for _, lesson := range lib.Lessons() {
		s := at[lesson.Slug]
		if begun(s) && !finished(lesson, s) && (last == nil || s.LastMS > at[last.Slug].LastMS) {
			last = lesson
		}
	}
	return last
}

// goOn leads back to where a learner left, or is nil where nothing was left.
func goOn(l links, lib *lessons.Library, at map[string]store.Standing) *views.GoOn {
	lesson := unfinished(lib, at)
	if lesson == nil {
		return nil
	}
	anchor, words := toDo(lesson, at[lesson.Slug])
	return &views.GoOn{
		Link: views.Link{Text: "Continue with " + lesson.Title, Href: l.lesson(lesson.Slug) + "#" + anchor},
		At:   words,
	}
}
