package site

import (
	"slices"

	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// coming is the group of concepts that lessons name and that have none yet.
const coming = "Still to come"

// catalogueView is the catalogue for someone who stands in lessons as given.
func catalogueView(l links, lib *lessons.Library, at map[string]store.Standing) views.Catalogue {
	v := views.Catalogue{Chrome: views.Chrome{
		Title: "Concepts", Nav: "concepts", Canonical: l.whole(l.home()),
		Description: "Short lessons on how distributed systems behave, each with a simulator that runs the protocol.",
	}}
	for _, lesson := range lib.Lessons() {
		e := entry(l, lesson, at[lesson.Slug])
		v.Total++
		v.Begun += count(e.Begun)
		v.Finished += count(e.Finished)
		g := group(&v, lesson.Category)
		g.Total++
		g.Finished += count(e.Finished)
		g.Entries = append(g.Entries, e)
	}
	v.Continue = goOn(l, lib, at)
	if later := toCome(lib); len(later) > 0 {
		v.Groups = append(v.Groups, views.CatalogueGroup{Name: coming, Entries: later})
	}
	return v
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// group finds or adds the group of a category.
func group(v *views.Catalogue, name string) *views.CatalogueGroup {
	i := slices.IndexFunc(v.Groups, func(g views.CatalogueGroup) bool { return g.Name == name })
	if i < 0 {
		i = len(v.Groups)
		v.Groups = append(v.Groups, views.CatalogueGroup{Name: name})
	}
	return &v.Groups[i]
}

func entry(l links, lesson *lessons.Lesson, s store.Standing) views.CatalogueEntry {
	e := views.CatalogueEntry{
		Title: lesson.Title, Summary: lesson.Summary, Href: l.lesson(lesson.Slug),
		Questions: questions(lesson), Answered: answered(lesson, s), Labs: len(lesson.Labs()), LabsSolved: labsPassed(lesson, s),
		Explained: s.Explanations > 0, Begun: begun(s), Finished: begun(s) && finished(lesson, s),
	}
	for _, step := range lesson.Steps {
		e.Steps = append(e.Steps, slices.Contains(s.Read, step.ID))
	}
	return e
}

// toCome are the related concepts without a lesson, each once, in the order in
// which lessons name them.
func toCome(lib *lessons.Library) []views.CatalogueEntry {
	var out []views.CatalogueEntry
	seen := map[string]bool{}
	for _, lesson := range lib.Lessons() {
		for _, r := range lesson.Related {
			if _, exists := lib.Lesson(r.Slug); exists || seen[r.Slug] {
				continue
			}
			seen[r.Slug] = true
			out = append(out, views.CatalogueEntry{Title: r.Name, Summary: r.Line})
		}
	}
	return out
}
