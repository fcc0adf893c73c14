package lab_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"fencepost/cmd/web/internal/lab"
	"fencepost/lessons"
)

// What an author is told of a lab that reads well and does not hold together when
// it is run.
func TestWhatIsSaidOfAnUnfinishedLab(t *testing.T) {
	a, err := txtar.ParseFile("testdata/unfinished.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tree, want := fstest.MapFS{}, ""
	for _, f := range a.Files {
		if f.Name == "want" {
			want = string(f.Data)
			continue
		}
		tree[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	lib, problems := lessons.Load(tree)
	for _, l := range lib.Lessons() {
		for _, x := range l.Labs() {
			problems = append(problems, lab.Examine(x)...)
		}
	}
	lessons.SortProblems(problems)
	var got strings.Builder
	for _, p := range problems {
		got.WriteString(p.String() + "\n")
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}
