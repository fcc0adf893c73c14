package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"fencepost/cmd/web/internal/lab"
	"fencepost/lessons"
)

// webOutput runs a subcommand as the shell would.
func webOutput(t *testing.T, args ...string) (code int, out, err string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), stdio{strings.NewReader(""), &o, &e}, args)
	return code, o.String(), e.String()
}

// badLesson is a content folder with one lesson that names a parameter value
// which the lease simulator does not have, and a step without an id.
func badLesson(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "demo"), 0o755); err != nil {
		t.Fatal(err)
	}
	text := `---
title: Demo
category: Testing
summary: A line.
order: 1
---

## First

` + "```sim lease" + `
caption: Frozen for longer than the model runs.
show: {freeze: 40s, fence: off}
` + "```\n"
	if err := os.WriteFile(filepath.Join(dir, "demo", "lesson.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestLintOfTheLessonsBuiltIn(t *testing.T) {
	t.Setenv("CONTENT_DIR", "")
	code, out, err := webOutput(t, "lint")
	if code != 0 || err != "" {
		t.Fatalf("exit code %d, %s%s", code, out, err)
	}
	if want := "leases-and-fencing-tokens: 5 steps, 1 simulator, "; !strings.HasPrefix(out, want) {
		t.Errorf("said %q, want it to begin with %q", out, want)
	}
}

func TestLintNamesPlaceAndMend(t *testing.T) {
	dir := badLesson(t)
	code, out, err := webOutput(t, "lint", "-content", dir)
	want := []string{
		dir + `/demo/lesson.md:8:1: the heading "First" has no id; end it with {#an-id}; the id is permanent, for addresses and progress point at it`,
		dir + `/demo/lesson.md:12:8: freeze=40s: is more than 30s; write freeze: 30s, say`,
		dir + `/demo/lesson.md:12:21: no parameter "fence"; there are: freeze, fencing, `,
	}
	got := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if code != 1 || err != "3 problems\n" || len(got) != len(want) {
		t.Fatalf("exit code %d, said %q and\n%s", code, err, out)
	}
	for i, line := range got {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("line %d is\n%s\nwant\n%s", i+1, line, want[i])
		}
	}
}

// A pattern that does not compile would leave every explanation unscored.
func TestLintCompilesTheRubric(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"lesson.md": "---\ntitle: Demo\ncategory: Testing\nsummary: A line.\norder: 1\n---\n\n" +
			"## First {#first}\n\nWords.\n\n## Explain {#explain}\n\nDo.\n",
		"rubric.yaml": "prompt: Why?\npoints:\n  - id: one\n    name: One\n    statement: One.\n    hint: What?\n" +
			"    patterns:\n      - '@nobody & word'\n",
	}
	if err := os.Mkdir(filepath.Join(dir, "demo"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, "demo", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	code, out, _ := webOutput(t, "lint", "-content", dir)
	if want := dir + "/demo/rubric.yaml:8:9: "; code != 1 || !strings.HasPrefix(out, want) || !strings.Contains(out, "nobody") {
		t.Errorf("exit code %d, said %q, want it to begin with %q and to name @nobody", code, out, want)
	}
}

// The server says of bad content what lint says, and does not start.
func TestServeRefusesWhatDoesNotLint(t *testing.T) {
	dir := badLesson(t)
	_, told, _ := webOutput(t, "lint", "-content", dir)
	code, _, said := webOutput(t, "serve", "-content-dir", dir, "-data-dir", t.TempDir(), "-listen-addr", "127.0.0.1:0")
	if code != 1 || said != told {
		t.Errorf("exit code %d, said\n%s\nwant\n%s", code, said, told)
	}
}

// The lesson that the guide for authors shows is one that can be published.
func TestTheGuidesLessonLints(t *testing.T) {
	guide, err := os.ReadFile("../../docs/writing-lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(guide), "````markdown\n")
	lesson, _, closed := strings.Cut(rest, "````\n")
	if !found || !closed {
		t.Fatal("the guide shows no lesson")
	}
	tree := fstest.MapFS{"visibility-timeouts/lesson.md": {Data: []byte(lesson)}}
	if _, problems := examine(new(lessons.Loader), tree, lab.Solvable); len(problems) > 0 {
		t.Error(problems)
	}
}

// Every check that the guide shows is one that can be published, in the lesson
// from which the guide takes its examples.
func TestTheGuidesChecksLint(t *testing.T) {
	guide, err := os.ReadFile("../../docs/writing-lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	fences := regexp.MustCompile("(?m)^    ```check (.*\n(?:    .*\n|\n)*?    ```)$").FindAllString(string(guide), -1)
	if len(fences) != 7 {
		t.Fatalf("the guide shows %d checks, want 7", len(fences))
	}
	lesson := "---\ntitle: Demo\ncategory: Testing\nsummary: A line.\norder: 1\n---\n\n## Checks {#checks}\n\n" +
		"```sim lease\nid: simulator\ncaption: A run.\n```\n\n" +
		regexp.MustCompile("(?m)^    ").ReplaceAllString(strings.Join(fences, "\n\n"), "") +
		"\n\n## Explain {#explain}\n\nDo.\n"
	const rubric = "prompt: Why a token?\npoints:\n  - {id: monotonic_token, name: Higher, statement: It is higher., hint: Who is later?}\n"
	tree := fstest.MapFS{"demo/lesson.md": {Data: []byte(lesson)}, "demo/rubric.yaml": {Data: []byte(rubric)}}
	if _, problems := examine(new(lessons.Loader), tree, lab.Solvable); len(problems) > 0 {
		t.Error(problems)
	}
}
