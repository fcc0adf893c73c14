package grade

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// contribution is what one feature added to the log odds.
type contribution struct {
	name   string
	weight float64
	value  float64
}

// Explain writes for every target what each feature of the text added to its
// log odds, the heaviest first, for the author of a rubric.
func (s *Scorer) Explain(w io.Writer, src string) error {
	r := s.read(src)
	shared := s.vocab.features(r)
	result := s.Score(src)
	findings := append(append([]Finding(nil), result.Points...), result.Misconceptions...)
	for k, f := range findings {
		_, err := fmt.Fprintf(w, "\n%s: %s %.4f %s\n", f.ID, f.Verdict, f.Probability, f.Why)
		if err != nil {
			return err
		}
		for _, e := range f.Evidence {
			fmt.Fprintf(w, "    says: %s\n", src[e.Start:e.End])
		}
		for _, c := range s.contributions(k, r, shared) {
			fmt.Fprintf(w, "    %+6.2f  %s\n", c.weight*c.value, c.name)
		}
	}
	_, err := fmt.Fprintf(w, "flags: %v\n\n", result.Flags)
	return err
}

// shown is how many contributions are listed.
const shown = 14

func (s *Scorer) contributions(k int, r *reading, shared []int) []contribution {
	m := s.models[k].logistic
	out := []contribution{{"bias", m.Bias, 1}}
	for _, f := range s.features(k, r, shared) {
		out = append(out, contribution{s.featureName(k, f.Index), m.Weights[f.Index], f.Value})
	}
	slices.SortStableFunc(out, func(a, b contribution) int {
		return cmp.Compare(math.Abs(b.weight*b.value), math.Abs(a.weight*a.value))
	})
	return out[:min(len(out), shown)]
}

func (s *Scorer) featureName(k, i int) string {
	t := s.targets[k]
	switch {
	case i < fDense:
		return denseNames[i]
	case i < fDense+len(t.patterns):
		return "pattern " + t.patterns[i-fDense].Source
	}
	return s.vocab.name(i-fDense-len(t.patterns), s.lexicon)
}
