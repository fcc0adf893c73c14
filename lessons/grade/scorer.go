package grade

import (
	"sync"

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
	known      text.Memo[lore]
	lexicon    *match.Lexicon
	targets    []*target
	index      *index
	phrases    *phraseBook
	vocab      *vocabulary
	subject    *subject // nil where there are too few samples to know it
	neighbours *neighbours
	models     []*model // by target
	words      *panel   // the targets' models of the learned features
	windows    *panel   // and of those of a single window
	context    context
	gates      *gates

	readings sync.Pool // of texts that were scored: the next ones take their memory
}

// model is what decides one target beside its words.
type model struct {
	belief  float64   // what the author's patterns count for
	scale   fit.Platt // turns log odds into a calibrated probability
	low     float64   // decided as missing up to here
	high    float64   // decided as said from here on
	heldOut []float64 // log odds of each sample by a model fitted without it
}

// Version names everything that a score depends on but the text: the code's
// own version, the rubric and the samples.
func (s *Scorer) Version() string { return s.version }
