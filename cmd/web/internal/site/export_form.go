package site

import (
	"net/url"

	"fencepost/lessons"
	"fencepost/views"
)

// fileWords name the files, and say what a row of each is.
var fileWords = map[string][2]string{
	"checks.csv":       {"Answers to questions", "A row for every answer to a check, a prediction or a challenge."},
	"explanations.csv": {"Explanations", "A row for every text handed in, with the verdict in force."},
	"reviews.csv":      {"Reviews", "A row for everything that a person decided, taken back or not."},
	"canvas.csv":       {"Gradebook for Canvas", "Students by login id, which is their address here."},
	"moodle.csv":       {"Gradebook for Moodle", "When importing, map “Email address” to the user’s."},
}

// exportForm is the form for files, about one lesson where it is given.
func (b *board) exportForm(about *lessons.Lesson) *views.InsightExport {
	e := &views.InsightExport{Zone: b.zone.String(), Hidden: b.asked.hidden}
	for _, f := range exportFiles {
		file := views.InsightFile{Action: b.exportPath(b.cohort.ID, f.name), Text: fileWords[f.name][0], About: fileWords[f.name][1]}
		switch {
		case !f.grade:
			e.Files = append(e.Files, file)
		case !b.asked.hidden:
			e.Grades = append(e.Grades, file)
		}
	}
	e.Action = e.Files[0].Action
	if about != nil {
		e.Lesson = about.Slug
	} else {
		e.Lessons = append(e.Lessons, views.TeachChoice{Text: "All lessons", Chosen: true})
		for _, l := range b.lessons {
			e.Lessons = append(e.Lessons, views.TeachChoice{Value: l.slug, Text: l.title})
		}
	}
	if !b.asked.hidden {
		e.Students = append(e.Students, views.TeachChoice{Text: "Everybody", Chosen: true})
		for _, st := range b.matrix.Students {
			e.Students = append(e.Students, views.TeachChoice{Value: st.LearnerID, Text: st.Name})
		}
	}
	return e
}

func (l links) exportPath(cohort, file string) string {
	return l.insight(cohort, nil) + "/exports/" + url.PathEscape(file)
}
