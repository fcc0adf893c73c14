package grade

import (
	"cmp"
	"slices"

	"fencepost/lessons/grade/fit"
)

const (
	// trusted is the accuracy that decided verdicts must reach, and sure the
	// normal quantile of the confidence asked for it (one-sided 75 %).
	trusted = 0.92
	sure    = 0.6745
	// trustedWrong is the accuracy for the verdict that a misconception is
	// there, which a student is asked about and not marked down for.
	trustedWrong = 0.75
	// overlooked is the largest share of the samples that say a target which
	// may be decided as missing.
	overlooked = 0.05
	// mostUnsure is the largest share of the samples that may be left unsure on
	// either side: beyond it a target's doubt says more about the target than
	// about the text.
	mostUnsure = 0.10
	// cautious is the margin where no other reaches the accuracy wanted.
	cautious = 0.25
	// leastMargin keeps verdicts from hanging on the last digits.
	leastMargin = 0.02
)

// verdict is a held-out verdict: its distance from one half and its truth.
type verdict struct {
	margin float64
	right  bool
}

// band is the narrowest unsure band around one half outside of which held-out
// verdicts are trusted, on each side apart; asserted is the accuracy asked of
// those that the target is said.
func band(p fit.Platt, judged []fit.Judged, asserted float64) (low, high float64) {
	var said, missing []verdict
	positive := 0
	for _, j := range judged {
		prob := p.Probability(j.Logit)
		positive += truth(j.Label)
		if prob >= 0.5 {
			said = append(said, verdict{prob - 0.5, j.Label})
		} else {
			missing = append(missing, verdict{0.5 - prob, !j.Label})
		}
	}
	most := int(mostUnsure * float64(len(judged)))
	few := int(overlooked * float64(positive))
	return 0.5 - margin(missing, most, few, trusted), 0.5 + margin(said, most, len(judged), asserted)
}

// margin is the least distance from one half from which on verdicts are
// trusted and no more than the given number are wrong, giving up at most the
// given number of verdicts.
func margin(list []verdict, most, wrong int, trusted float64) float64 {
	slices.SortFunc(list, func(a, b verdict) int {
		return cmp.Or(cmp.Compare(a.margin, b.margin), cmp.Compare(truth(a.right), truth(b.right)))
	})
	right := 0
	for _, v := range list {
		right += truth(v.right)
	}
	for i, v := range list {
		left := len(list) - i
		good := left-right <= wrong && fit.WilsonLow(float64(right), float64(left), sure) >= trusted
		if i >= most || good {
			return max(v.margin, leastMargin)
		}
		right -= truth(v.right)
	}
	return cautious
}
