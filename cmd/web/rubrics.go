package main

import (
	"fmt"
	"io"
	"strings"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// poorKappa is the agreement below which a key point's worst mistakes are
// quoted.
const poorKappa = 0.65

// writeRubrics prints for every rubric how well each of its points is
// recognised on samples that were kept out of the fit, and what its author may
// want to look at. Nothing of it is a problem that keeps a lesson from being
// served.
func writeRubrics(w io.Writer, dir string, lib *lessons.Library) error {
	for _, l := range lib.Lessons() {
		if l.Rubric == nil || len(l.Samples.Get()) == 0 {
			continue
		}
		report, err := grade.Validate(l.Rubric, l.Samples.Get(), grade.PageText(l))
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n%s, tried on %s\n", l.Slug, count(report.Samples, "sample"))
		fmt.Fprintf(w, "  %-28s %5s %6s %6s %6s %6s\n", "", "says", "prec.", "recall", "kappa", "unsure")
		for _, a := range append(report.Points, report.Wrong...) {
			writeAgreement(w, a)
		}
		if err := writeReview(w, dir, l); err != nil {
			return err
		}
	}
	return nil
}

// writeAgreement prints one row, and the worst mistakes where it is poor.
func writeAgreement(w io.Writer, a grade.Agreement) {
	fmt.Fprintf(w, "  %-28s %5d %6.2f %6.2f %6.2f %5.0f%%\n", a.ID, a.Positive, a.Precision, a.Recall, a.Kappa, 100*a.Unsure)
	if a.Kappa >= poorKappa {
		return
	}
	for _, m := range a.Worst {
		said := "does not say it"
		if m.Label {
			said = "says it"
		}
		fmt.Fprintf(w, "      %s %s, judged %.2f: %s\n", m.Sample.ID, said, m.Probability, shorten(m.Sample.Text, 120))
	}
}

// shorten is the beginning of a text on one line.
func shorten(text string, most int) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) <= most {
		return string(r)
	}
	return string(r[:most]) + "…"
}

// writeReview prints what an author may want to look at, with its place.
func writeReview(w io.Writer, dir string, l *lessons.Lesson) error {
	problems, err := grade.Review(l.Rubric, l.Samples.Get())
	if err != nil {
		return err
	}
	for _, p := range problems {
		p.Pos.File = sourcePath(dir, p.Pos.File)
		fmt.Fprintf(w, "  look at %s: %s\n", p.Pos, p.Text)
	}
	return nil
}
