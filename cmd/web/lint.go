package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"fencepost/cmd/web/internal/lab"
	"fencepost/cmd/web/internal/trial"
	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/lessons/lint"
	"fencepost/sim"
	"fencepost/sim/catalog"
	"fencepost/views"
)

// lintCommand says what authors got wrong.
func lintCommand() command {
	return command{name: "lint", summary: "check the lessons: every mistake with file, line, column and what to do", run: runLint}
}

// runLint prints each problem on a line of its own and ends with exit code 1
// where there is one.
func runLint(_ context.Context, std stdio, args []string) error {
	flags := flag.NewFlagSet("web lint", flag.ContinueOnError)
	flags.SetOutput(std.err)
	dir := flags.String("content", contentHere(), "folder of lessons; empty: the lessons built in")
	rubrics := flags.Bool("rubrics", false, "then say how well each rubric recognises its points, and what to look at")
	strict := flags.Bool("strict", false, "take what a lesson lacks to be finished for a problem")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	lib, problems := examine(new(lessons.Loader), contentFS(*dir), lab.Examine)
	writeProblems(std.out, *dir, problems)
	if len(problems) > 0 {
		fmt.Fprintf(std.err, "%s\n", count(len(problems), "problem"))
		return exitCode(1)
	}
	advice := lint.Advise(lib, views.Emblems())
	writeSummary(std.out, lib)
	writeAdvice(std.out, *dir, advice)
	if *strict && len(advice) > 0 {
		return exitCode(1)
	}
	if *rubrics {
		return writeRubrics(std.out, *dir, lib)
	}
	return nil
}

// contentHere is the folder of lessons that an author works in: CONTENT_DIR, or
// else content, as in this program's source; "" where there is neither.
func contentHere() string {
	if dir := os.Getenv("CONTENT_DIR"); dir != "" {
		return dir
	}
	if _, err := os.Stat(filepath.Join("content", "glossary.md")); err == nil {
		return "content"
	}
	return ""
}

// writeAdvice prints what lessons lack to be finished.
func writeAdvice(w io.Writer, dir string, advice []lessons.Problem) {
	for i := range advice {
		advice[i].Message = "warning: " + advice[i].Message
	}
	writeProblems(w, dir, advice)
	if len(advice) > 0 {
		fmt.Fprintf(w, "%s: what lessons lack to be finished\n", count(len(advice), "warning"))
	}
}

// examine reads content and holds it against everything that the program
// knows. Content with problems must not be served. practise says how closely
// labs are looked at.
func examine(loader *lessons.Loader, fsys fs.FS, practise func(*lessons.Lab) []lessons.Problem) (*lessons.Library, []lessons.Problem) {
	lib, problems := loader.Load(fsys)
	problems = append(problems, lint.Check(lib, lint.Rules{Simulate: simulate, Compile: compileRubric, Try: trial.Examine, Practise: practise, Faulty: problems})...)
	lessons.SortProblems(problems)
	return lib, problems
}

// sourcePath is a file of the content as one would open it from here; what is
// built in lies in the folder content of the source.
func sourcePath(dir, file string) string { return path.Join(cmp.Or(dir, "content"), file) }

// writeProblems prints problems, a line each.
func writeProblems(w io.Writer, dir string, problems []lessons.Problem) {
	for _, p := range problems {
		p.Pos.File = sourcePath(dir, p.Pos.File)
		fmt.Fprintln(w, p)
	}
}

// writeSummary says what was read, a lesson a line.
func writeSummary(w io.Writer, lib *lessons.Library) {
	for _, l := range lib.Lessons() {
		fmt.Fprintf(w, "%s: %s, %s, %s", l.Slug, count(len(l.Steps), "step"), count(len(l.Figures()), "simulator"), count(len(l.Checks()), "check"))
		if n := len(l.Predicts()); n > 0 {
			fmt.Fprintf(w, ", %s", count(n, "prediction"))
		}
		if n := len(l.Challenges()); n > 0 {
			fmt.Fprintf(w, ", %s", count(n, "challenge"))
		}
		if n := len(l.Labs()); n > 0 {
			fmt.Fprintf(w, ", %s", count(n, "lab"))
		}
		if l.Rubric != nil {
			fmt.Fprintf(w, ", %s, %s, %s", count(len(l.Rubric.Points), "key point"), count(len(l.Rubric.Misconceptions), "misconception"), count(len(l.Samples.Get()), "sample"))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s, no problem\n", count(len(lib.Lessons()), "lesson"))
}

// count is a number with its noun: "1 step", "5 steps".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// simulate says whether a scenario runs with these parameters. What is wrong
// with them it says to a lesson's author.
func simulate(scenario string, set map[string]string) error {
	s, err := catalog.Find(scenario)
	if err != nil {
		return &lint.Fault{Part: lint.Scenario, Message: err.Error(), Mend: "name one of them"}
	}
	values := s.Params.Defaults()
	for name, text := range set {
		if s.Params.Index(name) < 0 {
			_, err := values.Set(name, text)
			return &lint.Fault{Part: lint.Parameter, Message: err.Error(), Mend: "name one of them"}
		}
		if values, err = values.Set(name, text); err != nil {
			return valueFault(s, err)
		}
	}
	return nil
}

// valueFault turns a bad value into words for its author.
func valueFault(s *sim.Scenario, err error) error {
	var bad *sim.ValueError
	if !errors.As(err, &bad) {
		return err
	}
	use := s.Params[s.Params.Index(bad.Param)].Text(bad.Use)
	return &lint.Fault{Part: lint.Value, Message: bad.Error(), Mend: "write " + bad.Param + ": " + use + ", say"}
}

// compileRubric is what the scorer has to say of a lesson's rubric.
func compileRubric(l *lessons.Lesson) []lessons.Problem {
	var out []lessons.Problem
	for _, p := range grade.Check(l.Rubric) {
		out = append(out, lessons.Problem{Pos: p.Pos, Message: p.Text, Mend: "docs/rubrics.md has the language of concepts and patterns"})
	}
	return out
}
