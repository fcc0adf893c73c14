package site

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/store"
)

// TestGradebooks holds the files against the shapes that Canvas and Moodle
// export themselves: heads, their order, and the row of points possible with
// its four blanks. A prediction counts as done however it came out, and what a
// student never did has no grade.
func TestGradebooks(t *testing.T) {
	c := newClass(t, nil)
	c.must(c.db.Assign(t.Context(), store.ScopeOf(store.Person{ID: "ida"}), store.Assignment{CohortID: "first", Lesson: deskLesson, AtMS: 1}))
	l, _ := c.site.shelf.Edition().library.Lesson(deskLesson)
	c.chose("sam", l.Predicts()[0].ID, l.Predicts()[0].Options[0].ID, false)
	c.chose("sam", "self-fencing", "stops-needlessly", false)
	c.chose("sam", "self-fencing", "pause-after-check", true)
	c.hands("sam", "x1", "slow_or_dead:covered stale_owner:covered expires_unless_renewed:unsure", "A text of some words.")
	questions, title := len(l.Checks())+len(l.Predicts())+len(l.Challenges()), l.Title
	if questions != 6 || len(l.Rubric.Points) != 7 {
		t.Fatalf("the lesson has %d questions and %d points; this test was worked out for 6 and 7", questions, len(l.Rubric.Points))
	}
	want := [][]string{
		{"Student", "ID", "SIS User ID", "SIS Login ID", "Section", title + ": questions", title + ": explanation", title + ": labs"},
		{"    Points Possible", "", "", "", "", "6", "7", "1"},
		{"Lovelace, Sam", "", "", "sam@example.org", "First", "2", "2", ""},
		{"Lovelace, Sue", "", "", "sue@example.org", "First", "", "", ""},
	}
	if diff := cmp.Diff(want, c.taken("ida", "canvas.csv")); diff != "" {
		t.Errorf("Canvas: %s", diff)
	}
	got := c.taken("ida", "moodle.csv?student=l-sam")
	at := got[1][len(got[1])-1]
	want = [][]string{
		{"First name", "Last name", "ID number", "Institution", "Department", "Email address", title + ": questions (Real)", title + ": explanation (Real)", title + ": labs (Real)", "Last downloaded from this course"},
		{"Sam", "Lovelace", "", "", "", "sam@example.org", "2", "2", "", at},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Moodle: %s", diff)
	}
	if len(at) != len("1764496800") {
		t.Errorf("made at %q, want Unix seconds", at)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string][2]string{
		"Ada Lovelace":        {"Ada", "Lovelace"},
		"Gabriel José García": {"Gabriel José", "García"},
		"Plato":               {"Plato", ""},
		"":                    {"", ""},
	} {
		if first, last := names(name); [2]string{first, last} != want {
			t.Errorf("%q: %q, %q", name, first, last)
		}
	}
}
