package grade

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"fencepost/lessons"
	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/match"
	"fencepost/lessons/grade/text"
	"fencepost/lessons/grade/words"
)

// engine is the version of this code's scores: it rises whenever a change can
// change a verdict.
const engine = "4"

// Train compiles a rubric and fits its classifiers to the labelled samples,
// those marked TestOnly left out. A sample need not have a label for every
// point: an instructor's mark on one point is a sample with one label. page is
// the lesson's text without markup, by which copying is recognised. It fails
// only on a rubric that does not compile. Without samples the patterns and
// phrasings alone decide.
func Train(r *lessons.Rubric, samples []lessons.Sample, page string) (*Scorer, error) {
	s, err := prepare(r, page)
	if err != nil {
		return nil, err
	}
	samples = trainable(samples)
	c := s.corpus(samples)
	s.models = make([]*model, len(s.targets))
	s.fitGates(c, page, s.fitAll(c))
	s.settle()
	s.version = version(r, samples, page)
	return s, nil
}

// trainable are the samples that may be trained on, in an order of their own.
func trainable(samples []lessons.Sample) []lessons.Sample {
	var out []lessons.Sample
	for _, s := range samples {
		if !s.TestOnly {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b lessons.Sample) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Text, b.Text))
	})
	return out
}

// version names a scorer by what its scores depend on.
func version(r *lessons.Rubric, samples []lessons.Sample, page string) string {
	return engine + "-" + hashed(r, samples, page)
}

// hashed is a short hash of this code's version, a rubric, samples and a page.
func hashed(r *lessons.Rubric, samples []lessons.Sample, page string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%v\n", engine, page, *r)
	for _, s := range samples {
		fmt.Fprintf(h, "%q %q %v %v %d %d %d %v\n", s.ID, s.Text, s.Points, s.Misconceptions, s.Copied, s.Gaming, s.OffTopic, s.Weight)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// prepare compiles what does not depend on the samples.
func prepare(r *lessons.Rubric, page string) (*Scorer, error) {
	lex, targets, problems := compile(r)
	if err := broken(problems); err != nil {
		return nil, err
	}
	english, err := words.Load()
	if err != nil {
		return nil, err
	}
	speller := words.NewSpeller(english, english.Inflected(vocabularyOf(r, page)))
	return &Scorer{rubric: r, lexicon: lex, targets: targets, reader: text.Reader{Fix: speller.Fix, Forms: &text.Memo[text.Form]{}}}, nil
}

// vocabularyOf is the words towards which spelling is mended.
func vocabularyOf(r *lessons.Rubric, page string) []string {
	out := match.Vocabulary(r.Concepts)
	for _, t := range (text.Reader{}).Read(page).Tokens {
		if t.Kind == text.Word && len(t.Norm) > 3 {
			out = append(out, t.Norm)
		}
	}
	return out
}

// corpus is the samples, read, with their labels and the pseudo-labels of the
// rubric's own phrases.
type corpus struct {
	samples  []lessons.Sample
	readings []*reading
	shared   [][]int32   // by sample
	phrases  [][]example // by target: phrasings and near misses
}

// example is a phrase as an example of one target.
type example struct {
	shared []int32
	label  bool
	weight float64
}

// corpus reads the samples and builds what features need to know of them all.
func (s *Scorer) corpus(samples []lessons.Sample) *corpus {
	c := &corpus{samples: samples}
	for i := range samples {
		r := &reading{}
		s.skim(r, samples[i].Text)
		c.readings = append(c.readings, r)
	}
	texts := c.readings
	if len(texts) < wordySamples {
		texts = append(texts[:len(texts):len(texts)], s.skimPhrases()...)
	}
	s.index = newIndex(texts, len(s.rubric.Concepts))
	s.vocab = newVocabulary(texts, len(s.rubric.Concepts))
	s.learnPhrases(c)
	for _, r := range c.readings {
		s.mark(r)
		c.shared = append(c.shared, r.marks.within(r.whole(), nil))
	}
	s.learnSubject(c)
	s.pareAll(c)
	return c
}

// wordySamples is how many samples have words enough: with fewer the phrases of
// the rubric count as texts where it is asked how rare a word is.
const wordySamples = 200

// skimPhrases reads the phrases of all targets.
func (s *Scorer) skimPhrases() []*reading {
	var out []*reading
	for _, t := range s.targets {
		for _, list := range [][]lessons.Phrase{t.right, t.near} {
			for _, p := range list {
				r := &reading{}
				s.skim(r, p.Text)
				out = append(out, r)
			}
		}
	}
	return out
}

// pareAll leaves out of every sample what is beside the point and searches the
// rest.
func (s *Scorer) pareAll(c *corpus) {
	for _, r := range c.readings {
		s.pare(r)
	}
	s.fileSamples(c)
	for i, r := range c.readings {
		s.search(r)
		s.neighbours.closest(r, s.index.vector(r, r.whole()), i)
		c.shared[i] = r.features
	}
}

// phraseWeight is what a phrase counts for beside a labelled sample.
const phraseWeight = 0.7

// readPhrases reads the phrasings and near misses of every target and calls f
// with each once its terms and features are noted.
func (s *Scorer) readPhrases(f func(k int, label bool, r *reading)) {
	s.phrases = &phraseBook{}
	r := &reading{}
	for k, t := range s.targets {
		s.phrases.open()
		for i, p := range slices.Concat(t.right, t.near) {
			label := i < len(t.right)
			s.skim(r, p.Text)
			s.mark(r)
			s.phrases.add(label, s.index.vector(r, r.whole()))
			f(k, label, r)
		}
	}
}

// learnPhrases makes examples of the phrases. A phrasing denied is one more near
// miss.
func (s *Scorer) learnPhrases(c *corpus) {
	c.phrases = make([][]example, len(s.targets))
	s.readPhrases(func(k int, label bool, r *reading) {
		c.phrases[k] = append(c.phrases[k], example{r.marks.within(r.whole(), nil), label, phraseWeight})
		if label && len(r.doc.Tokens) > 0 {
			denied := s.vocab.denied(r, r.whole())
			c.phrases[k] = append(c.phrases[k], example{denied, false, adversaryWeight})
		}
	})
}

// truthOf is a sample's label for a target.
func (t *target) truthOf(s *lessons.Sample) bool {
	if t.wrong {
		return s.Misconceptions[t.id] == 1
	}
	return s.Points[t.id] == 1
}

// weightOf is what a sample counts for when a target is fitted: nothing where
// it has no label for it, as a mark on a single point has not for the others.
func (t *target) weightOf(s *lessons.Sample) float64 {
	labels := s.Points
	if t.wrong {
		labels = s.Misconceptions
	}
	switch _, labelled := labels[t.id]; {
	case !labelled:
		return 0
	case s.Weight > 0:
		return s.Weight
	}
	return 1
}

// priors are the priors of the learned features.
func (s *Scorer) priors() []fit.Prior {
	return append(densePriors[:len(densePriors):len(densePriors)], s.vocab.priors()...)
}

// biasPrior is what a text without any feature is believed to be, where there
// are enough samples to learn better.
var biasPrior = fit.Prior{Mean: -2.5, Var: 1}

// bias is biasPrior, the firmer the fewer samples there are: how many phrasings
// an author wrote, and how many near misses, says nothing of how many texts say
// a target.
func (c *corpus) bias() fit.Prior {
	n := float64(len(c.samples))
	return fit.Prior{Mean: biasPrior.Mean, Var: biasPrior.Var * (n + 0.2) / (n + 20)}
}
