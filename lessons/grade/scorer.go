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

	reader  text.Reader
	lexicon *match.Lexicon
	targets []*target
	index   *index
	phrases []phraseVecs // by target
	vocab   *vocabulary
	models  []*model // by target
	gates   *gates
}

// phraseVecs are a target's phrasings and near misses as vectors.
type phraseVecs struct{ right, near []termVec }

// model is what decides one target.
type model struct {
	logistic *fit.Model
	scale    fit.Platt // turns its log odds into a calibrated probability
	low      float64   // decided as missing up to here
	high     float64   // decided as said from here on
	labels   int       // how many samples it was trained on
}

// Version names everything that a score depends on but the text: the code's
// own version, the rubric and the samples.
func (s *Scorer) Version() string { return s.version }
