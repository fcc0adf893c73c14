package site

import (
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fencepost/lessons/grade"
)

func TestAgreementIsOverAllPoints(t *testing.T) {
	for _, tt := range []struct {
		name   string
		report *grade.Report
		want   string
	}{
		{"not measured", nil, ""},
		{"nothing to measure with", &grade.Report{Points: []grade.Agreement{{Same: 1}}}, ""},
		{
			"two points", &grade.Report{Samples: 140, Points: []grade.Agreement{{Same: 0.9, Unsure: 0.2}, {Same: 0.8, Unsure: 0.1}}},
			"On 140 sample answers, written and labelled for this lesson and each tried without being learnt from, " +
				"the program said what the labels say for 85\u00a0% of the points and was not sure about 15\u00a0%. Whoever wrote its patterns " +
				"had read most of them, so expect less on new answers.",
		},
	} {
		if got := agreement(tt.report); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := share(math.NaN()); got != "none said" {
		t.Errorf("a share of nothing is %q", got)
	}
}

func TestScoringPageTellsWhatWasMeasured(t *testing.T) {
	s := testSite(t, testBase)
	for _, training := range s.shelf.Edition().scorers {
		training.begin()
		<-training.done
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/how-scoring-works", nil))
	l, err := s.shelf.Edition().lesson("leases-and-fencing-tokens")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range l.Rubric.Points {
		if !strings.Contains(w.Body.String(), p.Name) {
			t.Errorf("the page does not tell how well %q is recognised", p.Name)
		}
	}
}
