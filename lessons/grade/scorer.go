package grade

import (
	"fencepost/lessons"
	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/match"
	"fencepost/lessons/grade/text"
)

// Scorer scores explanations of one lesson. It does not change once trained
// and is safe for concurrent use.
type Scorer struct {
	rubric  *lessons.Rubric
	version string

	reader     text.Reader
	lexicon    *match.Lexicon
	targets    []*target
	index      *index
	phrases    *phraseBook
	vocab      *vocabulary
	subject    *subject // nil where there are too few samples to know it
	neighbours *neighbours
	models     []*model // by target
	windows    *panel   // the targets' models of windows
	context    context
	gates      *gates
}

// model is what decides one target.
type model struct {
	words   *fit.Model // of the learned features
	passage *fit.Model // of those of a single window
	belief  float64    // what the author's patterns count for
	scale   fit.Platt  // turns log odds into a calibrated probability
	low     float64    // decided as missing up to here
	high    float64    // decided as said from here on
	heldOut []float64  // log odds of each sample by a model fitted without it
}

// panels puts the models side by side.
func (s *Scorer) panels() {
	var passage []*fit.Model
	for _, m := range s.models {
		passage = append(passage, m.passage)
	}
	s.windows = newPanel(passage)
}

// Version names everything that a score depends on but the text: the code's
// own version, the rubric and the samples.
func (s *Scorer) Version() string { return s.version }
