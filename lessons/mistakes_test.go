package lessons_test

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"fencepost/lessons"
)

// Each archive in testdata/mistakes is a content tree with mistakes in it and,
// in the file want, what its author is told: place, message and mend, worked
// out by hand.
func TestMistakes(t *testing.T) {
	files, err := filepath.Glob("testdata/mistakes/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			tree, want := archive(t, file)
			_, problems := lessons.Load(tree)
			if diff := cmp.Diff(want, lines(problems)); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

// archive reads a txtar file into a content tree and the lines of its want.
func archive(t *testing.T, file string) (fstest.MapFS, []string) {
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
	return tree, want
}

func lines(problems []lessons.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, p.String())
	}
	return out
}
