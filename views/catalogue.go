package views

import "fmt"

func catalogueEmpty(c Catalogue) bool { return len(c.Groups) == 0 }

// CatalogueGroup is one category.
type CatalogueGroup struct {
	Name            string
	Finished, Total int
	Entries         []CatalogueEntry
}

// CatalogueEntry is one concept. Href is "" while its lesson is still to come.
type CatalogueEntry struct {
	Title, Summary, Href string
	Steps                []bool // read or not, one a step
	Questions, Answered  int    // checks, predictions and challenges; those done
	Labs, LabsSolved     int
	Explained            bool
	Begun, Finished      bool
}

// coming is how many concepts are listed without a lesson.
func coming(c Catalogue) int {
	n := 0
	for _, g := range c.Groups {
		for _, e := range g.Entries {
			if e.Href == "" {
				n++
			}
		}
	}
	return n
}

// catalogueHeading is "Seven concepts", or "One concept, six to come".
func catalogueHeading(c Catalogue) string {
	if catalogueEmpty(c) {
		return "No concepts yet"
	}
	noun := " concepts"
	if c.Total == 1 {
		noun = " concept"
	}
	if n := coming(c); n > 0 {
		return capital(spelt(c.Total)) + noun + ", " + spelt(n) + " to come"
	}
	return capital(spelt(c.Total)) + noun
}

// catalogueProgress is "2 of 7 finished, 3 begun".
func catalogueProgress(c Catalogue) string {
	s := fmt.Sprintf("%d of %d finished", c.Finished, c.Total)
	if c.Begun > 0 {
		s += fmt.Sprintf(", %d begun", c.Begun)
	}
	return s
}

// groupProgress is the same for one category.
func groupProgress(g CatalogueGroup) string {
	return fmt.Sprintf("%d of %d finished", g.Finished, g.Total)
}

// entryProgress says in words where the learner stands in one lesson.
func entryProgress(e CatalogueEntry) []string {
	if !e.Begun {
		out := []string{count(len(e.Steps), "step", "steps")}
		if e.Labs > 0 {
			out = append(out, count(e.Labs, "lab", "labs"))
		}
		return append(out, "not begun")
	}
	out := []string{fmt.Sprintf("%d of %s", readCount(e.Steps), count(len(e.Steps), "step", "steps"))}
	if e.Questions > 0 {
		out = append(out, fmt.Sprintf("%d of %s", e.Answered, count(e.Questions, "question", "questions")))
	}
	if e.Labs > 0 {
		out = append(out, labsSolved(e.LabsSolved, e.Labs))
	}
	switch {
	case e.Finished:
		out = append(out, "finished")
	case e.Explained:
		out = append(out, "explained")
	}
	return out
}

// nextLesson leads to where a learner left, or to the first lesson that was
// not begun; nil where nothing is left to do.
func nextLesson(c Catalogue) *GoOn {
	if c.Continue != nil {
		return c.Continue
	}
	for _, g := range c.Groups {
		for _, e := range g.Entries {
			if e.Href != "" && !e.Begun {
				return &GoOn{Link: Link{Text: "Begin with " + e.Title, Href: e.Href}}
			}
		}
	}
	return nil
}
