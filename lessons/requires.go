package lessons

import "slices"

// needed checks what lessons say must be read before them: it exists or is a
// related concept still to come, it stands there once, and nobody needs itself,
// not even by way of others.
func needed(all []*loader) {
	needs := map[string][]Phrase{}
	for _, l := range all {
		needs[l.lesson.Slug] = l.lesson.Requires
	}
	for _, l := range all {
		for i, need := range l.lesson.Requires {
			_, exists := needs[need.Text]
			switch {
			case !exists && !related(l.lesson, need.Text):
				l.add(need.Pos, "name the folder of a lesson, or of a related concept that is still to come", "no lesson %q to read first", need.Text)
			case slices.ContainsFunc(l.lesson.Requires[:i], func(p Phrase) bool { return p.Text == need.Text }):
				l.add(need.Pos, "keep it once", "%q stands twice under requires", need.Text)
			case reaches(needs, need.Text, l.lesson.Slug, map[string]bool{}):
				l.add(need.Pos, "take one of them out", "the lesson needs %q, which needs the lesson", need.Text)
			}
		}
	}
}

func related(l *Lesson, slug string) bool {
	return slices.ContainsFunc(l.Related, func(r Relation) bool { return r.Slug == slug })
}

// reaches says whether from needs to, by way of others or at once.
func reaches(needs map[string][]Phrase, from, to string, seen map[string]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	return slices.ContainsFunc(needs[from], func(p Phrase) bool { return reaches(needs, p.Text, to, seen) })
}
