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
	r := &reading{}
	s.read(r, src)
	result := s.judge(r)
	findings := append(append([]Finding(nil), result.Points...), result.Misconceptions...)
	for k, f := range findings {
		_, err := fmt.Fprintf(w, "\n%s: %s %.4f %s\n", f.ID, f.Verdict, f.Probability, f.Why)
		if err != nil {
			return err
		}
		for _, e := range f.Evidence {
			fmt.Fprintf(w, "    says: %s\n", src[e.Start:e.End])
		}
		for _, line := range s.patternLines(k, r) {
			fmt.Fprintf(w, "    pattern %s\n", line)
		}
		for _, c := range s.contributions(k, r) {
			fmt.Fprintf(w, "    %+6.2f  %s\n", c.weight*c.value, c.name)
		}
	}
	_, err := fmt.Fprintf(w, "flags: %v\n\n", result.Flags)
	return err
}

// shown is how many contributions are listed.
const shown = 14

func (s *Scorer) contributions(k int, r *reading) []contribution {
	weight := func(feature int) float64 { return float64(s.words.of(feature)[k]) }
	out := []contribution{{"bias", s.words.bias[k], 1}}
	for _, f := range r.near[k].similar() {
		out = append(out, contribution{denseNames[f.Index], weight(f.Index), f.Value})
	}
	for _, i := range r.features {
		out = append(out, contribution{s.vocab.name(int(i), s.lexicon), weight(int(i)), 1})
	}
	slices.SortStableFunc(out, func(a, b contribution) int {
		return cmp.Compare(math.Abs(b.weight*b.value), math.Abs(a.weight*a.value))
	})
	out = append([]contribution{{"patterns", s.models[k].belief, s.evidence(k, r)}}, out...)
	return out[:min(len(out), shown)]
}

// patternLines list the patterns of a target that a text matches.
func (s *Scorer) patternLines(k int, r *reading) []string {
	var out []string
	for i, p := range s.targets[k].patterns {
		f := &r.found[k][i]
		if !f.said && !f.denied {
			continue
		}
		start, end := r.doc.Range(f.at.Start, f.at.End)
		if f.said {
			out = append(out, fmt.Sprintf("%s  <-  %s", p.Source, r.doc.Src[start:end]))
		}
		if f.denied {
			out = append(out, fmt.Sprintf("DENIED %s  <-  %s", p.Source, r.doc.Src[start:end]))
		}
	}
	return out
}
