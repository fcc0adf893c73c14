package grade_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// ice is a rubric of one point and one misconception, without samples.
func ice() *lessons.Rubric {
	return &lessons.Rubric{
		Concepts: []lessons.Concept{
			{Name: "ice", Terms: []string{"ice", "frozen water", "iceberg"}},
			{Name: "float", Terms: []string{"float", "swim", "stay .. up", "~sink"}},
			{Name: "light", Terms: []string{"lighter", "less dense", "~heavier"}},
			{Name: "cold", Terms: []string{"cold", "chilly"}},
		},
		Points: []lessons.KeyPoint{{
			ID: "floats", Phrasings: []lessons.Phrase{{Text: "Ice floats because it is less dense than water."}},
			NearMiss: []lessons.Phrase{{Text: "Ice is cold."}},
			Patterns: []lessons.Phrase{{Text: "@ice > +@float"}, {Text: "@ice & +@light"}},
		}},
		Misconceptions: []lessons.Misconception{{
			ID: "cold_floats", Contradicts: []string{"floats"},
			Patterns: []lessons.Phrase{{Text: "@float & because > @cold"}},
		}},
	}
}

func TestARubricWithoutSamplesScoresByItsPatterns(t *testing.T) {
	s, err := grade.Train(ice(), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		answer string
		want   grade.Verdict
	}{
		{"Ice floats on the lake since it is less dense than the water below.", grade.Covered},
		{"An iceberg does not sink, and ice is lighter than the sea around it.", grade.Covered},
		{"Ice does not float and it is not lighter than the water below it.", grade.Contradicted},
		{"My brother went to the lake on Sunday with his new boat.", grade.Missing},
	} {
		if got := s.Score(c.answer).Points[0].Verdict; got != c.want {
			t.Errorf("%q is %s, want %s", c.answer, got, c.want)
		}
	}
}

func TestAPointAndItsMisconceptionTogetherAreUnsure(t *testing.T) {
	s, err := grade.Train(ice(), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	r := s.Score("Ice floats, ice is lighter than water, and it floats because it is so cold out there.")
	if f := r.Points[0]; f.Verdict != grade.Unsure || f.Why != "conflict" {
		t.Errorf("the point is %s (%s), want unsure for the conflict", f.Verdict, f.Why)
	}
}

func TestCheckNamesThePlaceOfWhatIsWrong(t *testing.T) {
	r := ice()
	r.Points[0].Patterns = append(r.Points[0].Patterns,
		lessons.Phrase{Text: "@iec > @float", Pos: lessons.Pos{File: "x/rubric.yaml", Line: 7, Col: 9}},
		lessons.Phrase{Text: "@ice & !@ice", Pos: lessons.Pos{File: "x/rubric.yaml", Line: 8, Col: 9}},
		lessons.Phrase{Text: "[1] @ice > @float > @light", Pos: lessons.Pos{File: "x/rubric.yaml", Line: 9, Col: 9}},
	)
	var got []string
	for _, p := range grade.Check(r) {
		got = append(got, p.Pos.String()+" "+p.Text)
	}
	want := []string{
		`x/rubric.yaml:7:9 pattern "@iec > @float": @iec is not a concept`,
		`x/rubric.yaml:8:9 pattern "@ice & !@ice" never matches: it asks for something to be both there and absent`,
		`x/rubric.yaml:9:9 pattern "[1] @ice > @float > @light" never matches: it asks for 3 words within 1`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := grade.Train(r, nil, ""); err == nil || !strings.Contains(err.Error(), "x/rubric.yaml:7:9") {
		t.Errorf("training a broken rubric says %v", err)
	}
}

func TestReviewPointsAtWhatAnAuthorMayWantToSee(t *testing.T) {
	r := ice()
	r.Concepts = append(r.Concepts, lessons.Concept{Name: "snow", Terms: []string{"snow"}})
	r.Points[0].NearMiss = append(r.Points[0].NearMiss, lessons.Phrase{Text: "Ice is not heavier."})
	problems, err := grade.Review(r, []lessons.Sample{
		{ID: "s1", Text: "Ice can float.", Points: map[string]int{"floats": 0}},
		{ID: "s2", Text: "Ice can swim.", Points: map[string]int{"floats": 0}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range problems {
		got = append(got, p.Text)
	}
	want := []string{
		"no pattern names @snow",
		`floats: pattern "@ice > +@float" matches 2 samples that are labelled otherwise, such as s2, and 1 that say it`,
		`floats: pattern "@ice & +@light" matches the near miss "Ice is not heavier."`,
		`cold_floats: pattern "@float & because > @cold" matches no sample and no phrasing`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestValidateCountsEveryTrainingSampleOnce(t *testing.T) {
	l := leases(t)
	report := scorer(t).Report(l.Samples.Get())
	trained := 0
	for _, s := range l.Samples.Get() {
		if !s.TestOnly {
			trained++
		}
	}
	if report.Samples != trained || len(report.Points) != len(l.Rubric.Points) {
		t.Errorf("%d samples and %d points, want %d and %d", report.Samples, len(report.Points), trained, len(l.Rubric.Points))
	}
	// Floors, so that a change that ruins a point is seen at once.
	for _, p := range report.Points {
		if p.Kappa < 0.65 {
			t.Errorf("%s: kappa %.2f is below 0.65", p.ID, p.Kappa)
		}
	}
}
