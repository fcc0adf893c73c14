package lessons_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"fencepost/lessons"
)

// No line ends between a number and its unit, in prose and in captions; code
// stays as it is, and so does a number with a word that is no unit.
func TestANumberStaysWithItsUnit(t *testing.T) {
	tree := fstest.MapFS{}
	for _, f := range txtar.Parse([]byte(`
-- demo/lesson.md --
---
title: Demo
category: Testing
summary: A line.
order: 1
---

## First {#first}

It lasts 10 s, *2.5 s* or 40 ms; 3 slots, ` + "`sleep 5 s`" + `, 90 % of 64 KB.

` + "```sim lease\ncaption: After 12 s it is over.\n```" + `

## Explain {#explain}

Say it.
-- demo/rubric.yaml --
prompt: Explain it.
points:
  - {id: one, name: The point, statement: It is so., hint: Is it?, phrasings: [It is so.]}
`)).Files {
		tree[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	_, l := demo(t, lessons.Loader{}, tree)
	const want = "<p>It lasts 10\u00a0s, <em>2.5\u00a0s</em> or 40\u00a0ms; 3 slots, <code>sleep 5 s</code>, 90\u00a0% of 64\u00a0KB.</p>"
	if got := l.Steps[0].Blocks[0].(*lessons.Prose).HTML; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := l.Steps[0].Blocks[1].(*lessons.Figure).Caption; !strings.Contains(got, "12\u00a0s it") {
		t.Errorf("the caption is %q", got)
	}
}

// An author types words of a line by keyboard, and the line is printed.
func TestALineIsFoundByWhatAKeyboardTypes(t *testing.T) {
	lines := []string{"A’s lease ends after 10\u00a0s.", "B’s lease ends after 20\u00a0s."}
	for _, words := range []string{"A's lease", "A’s lease", "after 10 s", "after 10\u00a0s"} {
		if at, n := lessons.FindLine(lines, words); at != 0 || n != 1 {
			t.Errorf("%q is in line %d, of %d", words, at, n)
		}
	}
}
