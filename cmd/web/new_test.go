package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A new concept can be published as it is laid out, and lint says of every
// place in it what is still to be written.
func TestNewConceptLintsAndIsNotFinished(t *testing.T) {
	dir := t.TempDir()
	if code, out, err := webOutput(t, "new", "concept", "vector-clocks", "-content", dir); code != 0 || !strings.Contains(out, "web lint -content "+dir) {
		t.Fatalf("exit code %d, %s%s", code, out, err)
	}
	code, out, err := webOutput(t, "lint", "-content", dir)
	if code != 0 || err != "" {
		t.Fatalf("exit code %d, %s%s", code, out, err)
	}
	lesson := filepath.Join(dir, "vector-clocks", "lesson.md")
	for _, want := range []string{
		"vector-clocks: 4 steps, 0 simulators, 1 check, 1 key point, 1 misconception, 0 samples\n",
		lesson + ":3:11: warning: a TODO is left; write what belongs there\n",
		lesson + ":1:1: warning: the lesson has no simulator;",
		lesson + ":1:1: warning: the lesson has 1 check; have 2 to 5, of different types\n",
		lesson + ":1:1: warning: nothing is predicted;",
		lesson + ":1:1: warning: no challenge is set;",
		lesson + ":1:1: warning: the lesson has no further reading;",
		lesson + ":1:1: warning: the lesson has no related concept;",
		lesson + ":1:1: warning: the lesson has no emblem of its own;",
		filepath.Join(dir, "vector-clocks", "rubric.yaml") + `:4:5: warning: "first_point" has 1 phrasing; write 3 or more`,
		filepath.Join(dir, "vector-clocks", "rubric.yaml") + ":1:1: warning: the rubric has 0 samples; write and label 120",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("not said: %s\nsaid:\n%s", want, out)
		}
	}
	if strings.Contains(out, "quick reference") {
		t.Error("the quick reference has all its parts, and lint misses one")
	}
	if code, _, _ := webOutput(t, "lint", "-strict", "-content", dir); code != 1 {
		t.Errorf("strict: exit code %d", code)
	}
	text, readErr := os.ReadFile(lesson)
	if readErr != nil || !strings.Contains(string(text), "title: Vector clocks\n") {
		t.Errorf("the title is not the name: %v", readErr)
	}
}

// Nothing that is there is written over, and no odd name becomes a folder.
func TestNewConceptRefuses(t *testing.T) {
	dir := t.TempDir()
	webOutput(t, "new", "concept", "there", "-content", dir)
	for _, tt := range []struct {
		args []string
		code int
		said string
	}{
		{[]string{"concept", "there", "-content", dir}, 1, "is there already"},
		{[]string{"concept", "../there", "-content", dir}, 1, "cannot be a concept"},
		{[]string{"concept", "There", "-content", dir}, 1, "cannot be a concept"},
		{[]string{"concept", "new", "-content", filepath.Join(dir, "nowhere")}, 1, "there is no folder"},
		{[]string{"concept"}, 2, "usage: web new concept NAME"},
		{[]string{"lesson", "new"}, 2, "usage: web new concept NAME"},
	} {
		code, _, err := webOutput(t, append([]string{"new"}, tt.args...)...)
		if code != tt.code || !strings.Contains(err, tt.said) {
			t.Errorf("%v: exit code %d, %q; want %d, %q", tt.args, code, err, tt.code, tt.said)
		}
	}
}
