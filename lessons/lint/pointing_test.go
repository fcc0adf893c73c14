package lint_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/lessons/lint"
)

// Spaced review asks checks and predictions alone: what points at the page
// around them is told, at the word; what compares is not.
func TestPointing(t *testing.T) {
	lib, _ := library(t, "testdata/advice/pointing.txtar")
	var got []string
	for _, p := range lint.Advise(lib, nil) {
		if strings.Contains(p.Message, "spaced review") {
			got = append(got, p.Pos.String()+" "+p.Message[:strings.Index(p.Message, " points")])
		}
	}
	want := []string{
		`demo/lesson.md:19:3 "below" in "points"`,
		`demo/lesson.md:19:64 "above" in "points"`,
		`demo/lesson.md:24:31 "above" in "points"`,
		`demo/lesson.md:25:63 "above" in "points"`,
		`demo/lesson.md:37:26 "above" in "compares"`,
		`demo/lesson.md:38:16 "Below" in "compares"`,
		`demo/lesson.md:43:58 "above" in "own-lines"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}
