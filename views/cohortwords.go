package views

import "strings"

func cohortsLede(c Cohorts) string {
	if len(c.Taught)+len(c.Mine) == 0 {
		return "You are in no cohort yet. A cohort is a class that learns together; you join one by a link or a code that an instructor gives you."
	}
	return "The classes that you are in, with what is due."
}

// joined puts the parts that are not empty behind one another.
func joined(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, ", ")
}

func taughtLine(t TaughtCohort) string {
	archived := ""
	if t.Archived {
		archived = "archived"
	}
	return joined(t.Term, t.Role, archived)
}

func dueStanding(d DueLesson) string {
	done := ""
	if d.Done {
		done = "finished"
	}
	return joined(d.Cohort, d.Standing, done)
}

func archivedWord(c Cohort) string {
	if c.Archived {
		return " · archived"
	}
	return ""
}

func cohortLine(c Cohort) string {
	return joined(c.Term, count(c.Students, "student", "students"), "times of "+c.Zone)
}

func codeLine(k CodeRow) string {
	approval := ""
	if k.Approval {
		approval = "you let each one in"
	}
	return joined(k.State, approval)
}

func handOverLine(l HandOver) string { return joined(l.Email, "works once, until "+l.Until) }

func memberLine(m MemberRow) string { return joined(m.Email, m.Role, m.State) }
