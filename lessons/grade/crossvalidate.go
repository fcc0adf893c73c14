package grade

import (
	"fencepost/lessons"
)

// Prediction is what a scorer that never saw a sample says of it.
type Prediction struct {
	ID     string
	Result Result
}

// CrossValidate scores every sample by a scorer that was trained on the
// samples of the other parts only: vocabulary, weights, calibration and unsure
// bands included. Samples marked TestOnly are scored by a scorer trained on
// all others. Predictions come in the order of the samples.
func CrossValidate(r *lessons.Rubric, samples []lessons.Sample, page string) ([]Prediction, error) {
	scorers := map[int]*Scorer{}
	var out []Prediction
	for _, sample := range samples {
		part := -1
		if !sample.TestOnly {
			part = fold(sample.ID)
		}
		if scorers[part] == nil {
			s, err := Train(r, without(samples, part), page)
			if err != nil {
				return nil, err
			}
			scorers[part] = s
		}
		out = append(out, Prediction{sample.ID, scorers[part].Score(sample.Text)})
	}
	return out, nil
}

// without are the samples of all parts but one.
func without(samples []lessons.Sample, part int) []lessons.Sample {
	var out []lessons.Sample
	for _, s := range samples {
		if fold(s.ID) != part {
			out = append(out, s)
		}
	}
	return out
}
