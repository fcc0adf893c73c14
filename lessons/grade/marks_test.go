package grade_test

import (
	"testing"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// TestMarksTeachTheScorer marks a wording that the rubric does not know.
func TestMarksTeachTheScorer(t *testing.T) {
	before, err := grade.Train(ice(), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	var marks []lessons.Sample
	for i, text := range []string{
		"It bobs on top since it weighs little.", "A berg bobs on top.", "The cubes bob on top of my drink.",
		"Cubes bobbed on top all evening.", "It just bobs on top of it.", "What bobs on top is what weighs less.",
	} {
		marks = append(marks, lessons.Sample{ID: string(rune('a' + i)), Text: "Ice: " + text, Points: map[string]int{"floats": 1}})
	}
	for i, text := range []string{
		"Ice is cold.", "Ice melts in spring.", "I like ice in my drink.", "Ice: the bottom of the lake is dark.",
		"Ice is slippery and hard.", "Ice forms in winter.",
	} {
		marks = append(marks, lessons.Sample{ID: string(rune('p' + i)), Text: text, Points: map[string]int{"floats": 0}})
	}
	after, err := grade.Train(ice(), marks, "")
	if err != nil {
		t.Fatal(err)
	}
	if before.Version() == after.Version() {
		t.Error("marks do not change the scorer's version")
	}
	for text, want := range map[string]grade.Verdict{
		"The ice bobs on top of the water in a glass.": grade.Covered,
		"The ice of the lake is dark and hard.":        grade.Missing,
	} {
		if got := after.Score(text).Points[0]; got.Verdict != want {
			t.Errorf("with the marks %q is %s", text, got.Verdict)
		}
	}
	if got := before.Score("The ice bobs on top of the water in a glass.").Points[0]; got.Verdict == grade.Covered {
		t.Error("the wording was known without the marks")
	}
}

// TestAMarkOnOnePointSaysNothingOfTheOthers adds marks of one point.
func TestAMarkOnOnePointSaysNothingOfTheOthers(t *testing.T) {
	r := ice()
	r.Points = append(r.Points, lessons.KeyPoint{
		ID: "colder", Patterns: []lessons.Phrase{{Text: "@ice & @cold"}},
		Phrasings: []lessons.Phrase{{Text: "Ice is cold to the touch."}},
	})
	const answer = "Ice is cold to the touch, very cold and chilly ice."
	before, err := grade.Train(r, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	var marks []lessons.Sample
	for i := range 12 {
		marks = append(marks, lessons.Sample{ID: string(rune('a' + i)), Text: answer, Points: map[string]int{"floats": 0}})
	}
	after, err := grade.Train(r, marks, "")
	if err != nil {
		t.Fatal(err)
	}
	was, is := before.Score(answer).Points[1], after.Score(answer).Points[1]
	if was.Verdict != grade.Covered || is.Verdict != grade.Covered {
		t.Errorf("the other point went from %s to %s", was.Verdict, is.Verdict)
	}
}
