package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"fencepost/cmd/web/internal/lab"
	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// The files that follow from a concept's others, in its folder: the trained
// scorer, and the samples as they are built in.
const (
	fittedName = "scorer.fit"
	packedName = "samples.gz"
)

// fitCommand trains what the site would otherwise train when it starts.
func fitCommand() command {
	return command{name: "fit", summary: "train the lessons' scorers and keep them beside the samples, for a quick start", run: runFit}
}

func runFit(_ context.Context, std stdio, args []string) error {
	flags := flag.NewFlagSet("web fit", flag.ContinueOnError)
	flags.SetOutput(std.err)
	dir := flags.String("content", contentDir(), "folder of lessons")
	check := flags.Bool("check", false, "write nothing; end with code 1 where a scorer is not what its samples make")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	lib, problems := examine(new(lessons.Loader), os.DirFS(*dir), lab.Solvable)
	if writeProblems(std.out, *dir, problems); len(problems) > 0 {
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
			fmt.Fprintf(std.out, "%s: %s\n", l.Slug, fitWord(*check))
		}
	}
	if *check && stale > 0 {
		return exitCode(1)
	}
	return nil
}

func fitWord(check bool) string {
	if check {
		return fittedName + " or " + packedName + " is not what the samples make; run make generate"
	}
	return fittedName + " and " + packedName + " written"
}

// fitLesson trains one lesson's scorer and packs its samples. It says whether
// what is stored of them was anything else, which it replaces unless this is
// only a check.
func fitLesson(dir string, l *lessons.Lesson, check bool) (bool, error) {
	page, samples := grade.PageText(l), l.Samples.Get()
	s, err := grade.Train(l.Rubric, samples, page)
	if err != nil {
		return false, fmt.Errorf("train the scorer of %s: %w", l.Slug, err)
	}
	scorer, err := s.Store(grade.Source(l.Rubric, nil, page), s.Report(samples))
	if err != nil {
		return false, err
	}
	files := map[string][]byte{fittedName: scorer}
	switch text, err := os.ReadFile(filepath.Join(dir, l.Slug, "samples.jsonl")); {
	case errors.Is(err, fs.ErrNotExist): // a rubric that patterns alone decide
	case err != nil:
		return false, fmt.Errorf("pack the samples of %s: %w", l.Slug, err)
	default:
		if files[packedName], err = lessons.PackSamples(text); err != nil {
			return false, err
		}
	}
	return renewAll(filepath.Join(dir, l.Slug), files, check)
}

// renewAll says whether any file of a folder is not what it should be, and gives
// each its content unless this is only a check.
func renewAll(dir string, files map[string][]byte, check bool) (changed bool, err error) {
	for name, data := range files {
		other, err := renew(filepath.Join(dir, name), data, check)
		if err != nil {
			return false, fmt.Errorf("keep what was trained: %w", err)
		}
		changed = changed || other
	}
	return changed, nil
}

// renew is renewAll for one file.
func renew(file string, data []byte, check bool) (bool, error) {
	was, err := os.ReadFile(file)
	switch {
	case err == nil && bytes.Equal(was, data):
		return false, nil
	case check:
		return true, nil
	}
	return true, os.WriteFile(file, data, 0o644)
}
