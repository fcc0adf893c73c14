package grade

import (
	"math"
	"testing"

	"fencepost/lessons"
)

func TestAVerdictMovesInTheStudentsFavourOrAgainstIt(t *testing.T) {
	for _, tt := range []struct {
		before, after Verdict
		want          int
	}{
		{Missing, Covered, 1},
		{Missing, Unsure, 1},
		{Covered, Unsure, -1},
		{Unsure, Contradicted, -1},
		{Missing, Contradicted, 0},
	} {
		if got := Way(tt.before, tt.after); got != tt.want {
			t.Errorf("from %s to %s: %d, want %d", tt.before, tt.after, got, tt.want)
		}
	}
	for before, want := range map[Verdict]int{Missing: -1, Unsure: -1, Present: 0} {
		if got := WayOfMisconception(before, Present); got != want {
			t.Errorf("a misconception from %s to present: %d, want %d", before, got, want)
		}
	}
}

// Of 100 cases 45 are both yes, 25 both no: 0.70 agree. By chance 0.6 x 0.6 +
// 0.4 x 0.4 = 0.52 would, so kappa is 0.18 / 0.48 = 0.375.
func TestKappaByHand(t *testing.T) {
	table := Table{{25, 15}, {15, 45}}
	if k := table.Kappa(); math.Abs(k-0.375) > 1e-12 || table.N() != 100 || table.Same() != 0.7 {
		t.Errorf("kappa %v of %d, %v the same", k, table.N(), table.Same())
	}
}

// What is unseen of a sample is what a model says that was fitted without it:
// the report counts the very same.
func TestUnseenIsWhatTheReportCounts(t *testing.T) {
	r := &lessons.Rubric{Points: []lessons.KeyPoint{{ID: "cold", Phrasings: []lessons.Phrase{{Text: "it is cold outside"}}}}}
	var samples []lessons.Sample
	for i, text := range []string{
		"outside it is cold", "it was cold and windy", "cold weather came", "so cold today", "the air is cold", "cold rain fell",
		"the sun shines", "nothing happened", "we ate bread", "a dog barked", "they went home", "music played",
	} {
		samples = append(samples, lessons.Sample{ID: string(rune('a' + i)), Text: text, Points: map[string]int{"cold": truth(i < 6)}})
	}
	samples = append(samples, lessons.Sample{ID: "test", Text: "cold", TestOnly: true, Points: map[string]int{"cold": 1}})
	s, err := Train(r, samples, "")
	if err != nil {
		t.Fatal(err)
	}
	unseen := s.Unseen(samples)
	if _, ok := unseen["test"]; ok || len(unseen) != 12 {
		t.Fatalf("%d samples are unseen", len(unseen))
	}
	var table Table
	for _, sample := range samples[:12] {
		f := unseen[sample.ID]["cold"]
		table.Add(sample.Points["cold"] == 1, f.Probability >= 0.5)
	}
	if want := s.Report(samples).Points[0].Same; table.Same() != want {
		t.Errorf("agree on %v, the report says %v", table.Same(), want)
	}
}
