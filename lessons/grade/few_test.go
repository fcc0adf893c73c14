package grade_test

import (
	"testing"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// agreement is Cohen's kappa over the points of some samples, taken together,
// of what a scorer finds probable with the labels.
func agreement(s *grade.Scorer, samples []lessons.Sample) float64 {
	var both, said, truly, n float64
	for _, x := range samples {
		for _, f := range s.Score(x.Text).Points {
			label := x.Points[f.ID] == 1
			found := f.Verdict == grade.Covered || f.Verdict == grade.Unsure && f.Probability >= 0.5
			n++
			both += float64(count(label == found))
			said += float64(count(found))
			truly += float64(count(label))
		}
	}
	chance := said/n*(truly/n) + (1-said/n)*(1-truly/n)
	return (both/n - chance) / (1 - chance)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestAHundredLabelsAreEnough trains on every eighth sample and asks another
// eighth. The author of the patterns had seen both, so that the figure is not
// what strangers' answers get.
func TestAHundredLabelsAreEnough(t *testing.T) {
	l := leases(t)
	var few, others []lessons.Sample
	for i, x := range l.Samples.Get() {
		switch {
		case x.TestOnly:
		case i%8 == 0:
			few = append(few, x)
		case i%8 == 3:
			others = append(others, x)
		}
	}
	for name, c := range map[string]struct {
		samples []lessons.Sample
		least   float64
	}{"a hundred": {few, 0.75}, "none": {nil, 0.5}} {
		s, err := grade.Train(l.Rubric, c.samples, grade.PageText(l))
		if err != nil {
			t.Fatal(err)
		}
		got := agreement(s, others)
		t.Logf("%s: kappa %.2f", name, got)
		if got < c.least {
			t.Errorf("with %s labels the kappa is %.2f, want at least %.2f", name, got, c.least)
		}
	}
}
