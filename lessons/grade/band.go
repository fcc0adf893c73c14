package grade

import (
	"cmp"
	"slices"

	"fencepost/lessons/grade/fit"
)

// trusted is the accuracy that decided verdicts must reach, and sure the
// normal quantile of the confidence asked for it (one-sided 75 %).
const (
	trusted = 0.9
	sure    = 0.6745
	// mostUnsure is the largest share of the samples that may be left unsure:
	// beyond it a target's doubt says more about the target than the text.
	mostUnsure = 0.2
	// fewVerdicts is used where no margin reaches the accuracy wanted.
	cautious = 0.25
)

// band is the narrowest unsure band around one half outside of which held-out
// verdicts are trusted, on each side apart.
func band(p fit.Platt, z []float64, labels []bool) (low, high float64) {
	var said, missing []verdict
	for i := range z {
		prob := p.Probability(z[i])
		if prob >= 0.5 {
			said = append(said, verdict{prob - 0.5, labels[i]})
		} else {
			missing = append(missing, verdict{0.5 - prob, !labels[i]})
		}
	}
	most := int(mostUnsure * float64(len(z)))
	return 0.5 - margin(missing, most), 0.5 + margin(said, most)
}

// verdict is a held-out verdict: its distance from one half and its truth.
type verdict struct {
	margin float64
	right  bool
}

// margin is the least distance from one half from which on verdicts are
// trusted, giving up at most the given number of them.
func margin(list []verdict, most int) float64 {
	slices.SortFunc(list, func(a, b verdict) int {
		return cmp.Or(cmp.Compare(a.margin, b.margin), cmp.Compare(truth(a.right), truth(b.right)))
	})
	right := 0
	for _, v := range list {
		right += truth(v.right)
	}
	for i, v := range list {
		if i >= most || fit.WilsonLow(float64(right), float64(len(list)-i), sure) >= trusted {
			return max(v.margin, 0.02)
		}
		right -= truth(v.right)
	}
	return cautious
}
