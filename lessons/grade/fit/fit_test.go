package fit

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestFunctionsAgreeWithTheStandardLibrary compares our own exponential and
// logarithms, which are the same everywhere, with the machine's.
func TestFunctionsAgreeWithTheStandardLibrary(t *testing.T) {
	for x := -40.0; x <= 40; x += 0.37 {
		near(t, "exp", Exp(x)/math.Exp(x), 1, 1e-14)
		near(t, "softplus", softplus(x), math.Log1p(math.Exp(-math.Abs(x)))+math.Max(x, 0), 1e-12)
		near(t, "sigmoid", Sigmoid(x), 1/(1+math.Exp(-x)), 1e-14)
		near(t, "log", Log(math.Exp(x)), x, 1e-12)
	}
}

func TestSigmoidIsSymmetricAndBounded(t *testing.T) {
	near(t, "the sum", Sigmoid(3)+Sigmoid(-3), 1, 1e-15)
	near(t, "sigmoid of 0", Sigmoid(0), 0.5, 0)
	if v := Sigmoid(-5000); v < 0 || v > 1e-300 {
		t.Errorf("sigmoid of -5000 is %v", v)
	}
}

// TestLogisticOfOneFeature has a solution by hand: with a flat prior, 3 of 4
// examples with the feature and 1 of 4 without are positive, so the bias is
// log(1/3) and the weight log 3 - log(1/3).
func TestLogisticOfOneFeature(t *testing.T) {
	var examples []Example
	for i := range 8 {
		e := Example{Weight: 1, Label: i == 0 || i >= 5}
		if i >= 4 {
			e.Ones = []int32{0}
		}
		examples = append(examples, e)
	}
	m := Logistic(examples, Prior{0, 1e6}, []Prior{{0, 1e6}}, nil)
	near(t, "the bias", m.Bias, math.Log(1.0/3), 0.02)
	near(t, "the weight", m.Weights[0], 2*math.Log(3), 0.03)
	near(t, "the log odds", m.Logit(nil, []int32{0}), math.Log(3), 0.02)
}

func TestPriorsStandWhereThereIsNothingToLearn(t *testing.T) {
	m := Logistic(nil, Prior{-2, 1}, []Prior{{3, 0.5}, {0, 1}}, nil)
	near(t, "the bias", m.Bias, -2, 1e-6)
	near(t, "the first weight", m.Weights[0], 3, 1e-6)
	near(t, "the second weight", m.Weights[1], 0, 1e-6)
}

func TestANearStartEndsAtTheSamePlace(t *testing.T) {
	var examples []Example
	for i := range 40 {
		examples = append(examples, Example{
			Features: []Feature{{0, float64(i%7) / 7}, {1, float64(i%5) / 5}}, Label: i%3 == 0, Weight: 1,
		})
	}
	priors := []Prior{{0, 1}, {0, 1}}
	a := Logistic(examples, Prior{0, 1}, priors, nil)
	b := Logistic(examples, Prior{0, 1}, priors, &Model{Bias: a.Bias + 0.1, Weights: []float64{a.Weights[0] - 0.1, a.Weights[1]}})
	near(t, "the bias", b.Bias, a.Bias, 0.02)
	near(t, "the weight", b.Weights[0], a.Weights[0], 0.02)
}

// TestWilson holds the bound against the textbook's 8 of 10 at 95 %.
func TestWilson(t *testing.T) {
	near(t, "8 of 10", WilsonLow(8, 10, 1.96), 0.4902, 0.0005)
	near(t, "none of none", WilsonLow(0, 0, 1.96), 0, 0)
	near(t, "all of 100", WilsonLow(100, 100, 1.96), 0.9630, 0.0005)
}

// TestCalibrateMeetsOverconfidence has log odds of 4 that are right three
// times in four.
func TestCalibrateMeetsOverconfidence(t *testing.T) {
	var judged []Judged
	for i := range 400 {
		judged = append(judged, Judged{4, i%4 != 0, 1}, Judged{-4, i%4 == 0, 1})
	}
	near(t, "the probability", Calibrate(judged).Probability(4), 0.75, 0.05)
}

func BenchmarkLogistic(b *testing.B) {
	var examples []Example
	for i := range 300 {
		var ones []int32
		for k := range 150 {
			ones = append(ones, int32((i*31+k*17)%1500))
		}
		examples = append(examples, Example{Ones: ones, Label: i%3 == 0, Weight: 1})
	}
	priors := make([]Prior, 1500)
	for i := range priors {
		priors[i].Var = 0.1
	}
	b.ReportAllocs()
	for b.Loop() {
		Logistic(examples, Prior{-1, 1}, priors, nil)
	}
}
