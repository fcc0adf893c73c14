package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"fencepost/cmd/web/internal/lab"
	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// fittedName is the file of a trained scorer in its concept's folder.
const fittedName = "scorer.fit"

// fitCommand trains what the site would otherwise train when it starts.
func fitCommand() command {
	return command{name: "fit", summary: "train the lessons' scorers and keep them beside the samples, for a quick start", run: runFit}
}

func runFit(_ context.Context, io stdio, args []string) error {
	flags := flag.NewFlagSet("web fit", flag.ContinueOnError)
	flags.SetOutput(io.err)
	dir := flags.String("content", "content", "folder of lessons")
	check := flags.Bool("check", false, "write nothing; end with code 1 where a scorer is not what its samples make")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	lib, problems := examine(new(lessons.Loader), os.DirFS(*dir), lab.Solvable)
	if writeProblems(io.out, *dir, problems); len(problems) > 0 {
		return exitCode(1)
	}
	stale := 0
	for _, l := range lib.Lessons() {
		if l.Rubric == nil {
			continue
		}
		changed, err := fitLesson(*dir, l, *check)
		if err != nil {
			return err
		}
		if changed {
			stale++
			fmt.Fprintf(io.out, "%s: %s\n", l.Slug, fitWord(*check))
		}
	}
	if *check && stale > 0 {
		return exitCode(1)
	}
	return nil
}

func fitWord(check bool) string {
	if check {
		return fittedName + " is not what the samples make; run make generate"
	}
	return fittedName + " written"
}

// fitLesson trains one lesson's scorer and says whether the stored one was
// another, which it replaces unless this is only a check.
func fitLesson(dir string, l *lessons.Lesson, check bool) (bool, error) {
	s, err := grade.Train(l.Rubric, l.Samples, grade.PageText(l))
	if err != nil {
		return false, fmt.Errorf("train the scorer of %s: %w", l.Slug, err)
	}
	data, err := s.Store()
	if err != nil || bytes.Equal(data, l.Fitted) || check {
		return !bytes.Equal(data, l.Fitted), err
	}
	file := filepath.Join(dir, l.Slug, fittedName)
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return false, fmt.Errorf("keep the scorer of %s: %w", l.Slug, err)
	}
	return true, nil
}
