package lint_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"fencepost/lessons"
	"fencepost/lessons/lint"
)

// Each archive in testdata is a content tree that reads well file by file, and
// what is wrong with it as a whole.
func TestCheck(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			lib, want := library(t, file)
			var got []string
			for _, p := range lint.Check(lib, lint.Rules{Simulate: light, Compile: compile, Try: tried}) {
				got = append(got, p.String())
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

// Without rules only what the lessons say of each other is checked.
func TestCheckWithoutRules(t *testing.T) {
	lib, _ := library(t, "testdata/figures.txtar")
	problems := lint.Check(lib, lint.Rules{})
	if len(problems) != 1 || problems[0].Pos.Line != 35 || problems[0].Pos.Col != 1 {
		t.Errorf("told %v, want only the link on line 35 that leads to no figure", problems)
	}
}

// light is a world with one scenario, "light", that has one parameter, "on".
func light(scenario string, set map[string]string) error {
	if scenario == "broken" && set != nil {
		return errors.New("out of events")
	}
	if scenario != "light" && scenario != "broken" {
		return &lint.Fault{Part: lint.Scenario, Message: "no scenario " + scenario, Mend: "light a light"}
	}
	for name, value := range set {
		switch {
		case name != "on":
			return &lint.Fault{Part: lint.Parameter, Message: "no parameter " + name, Mend: "turn it on"}
		case value != "yes" && value != "no":
			return &lint.Fault{Part: lint.Value, Message: "on=" + value, Mend: "say yes or no"}
		}
	}
	return nil
}

// tried says of everything that it was tried.
func tried(_ *lessons.Lesson, b lessons.Block) []lessons.Problem {
	switch b := b.(type) {
	case *lessons.Predict:
		return []lessons.Problem{{Pos: b.Pos, Message: b.ID + " was tried", Mend: "well done"}}
	case *lessons.Check:
		return []lessons.Problem{{Pos: b.Pos, Message: b.ID + " was tried", Mend: "well done"}}
	case *lessons.Challenge:
		return []lessons.Problem{{Pos: b.Pos, Message: b.ID + " was tried", Mend: "well done"}}
	}
	return nil
}

// compile dislikes patterns that hold a question mark.
func compile(l *lessons.Lesson) []lessons.Problem {
	var out []lessons.Problem
	for _, p := range l.Rubric.Points {
		for _, phrase := range p.Patterns {
			if strings.Contains(phrase.Text, "?") {
				out = append(out, lessons.Problem{Pos: phrase.Pos, Message: "a question", Mend: "answer it"})
			}
		}
		if len(p.Patterns) == 0 {
			out = append(out, lessons.Problem{Message: "no pattern", Mend: "write one"})
		}
	}
	return out
}

func library(t *testing.T, file string) (*lessons.Library, []string) {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tree, want := fstest.MapFS{}, []string(nil)
	for _, f := range a.Files {
		if f.Name == "want" {
			want = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
			continue
		}
		tree[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	lib, problems := lessons.Load(tree)
	if len(problems) > 0 {
		t.Fatalf("the archive does not load: %v", problems)
	}
	return lib, want
}

// Of a page that broke off, nobody is told what it lacks.
func TestCheckMissesNothingInATornPage(t *testing.T) {
	a, err := txtar.ParseFile("testdata/torn/torn.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	for _, f := range a.Files {
		tree[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	lib, problems := lessons.Load(tree)
	if len(problems) != 2 {
		t.Errorf("told %v, want that a fence and a front matter do not end", problems)
	}
	for _, p := range lint.Check(lib, lint.Rules{Simulate: light, Compile: func(*lessons.Lesson) []lessons.Problem { return nil }, Faulty: problems}) {
		t.Errorf("and then %v", p)
	}
}
