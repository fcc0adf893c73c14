package grade

import "slices"

// Cover picks up to n of texts whose marks say most about all of them, by
// index, the best first: greedily the one that most raises how alike each text
// is to the nearest that is picked or known. It is facility location, for which
// the greedy choice comes within 1 - 1/e of the best (Nemhauser, Wolsey and
// Fisher, An analysis of approximations for maximizing submodular set
// functions, 1978). Farthest-point choice (Gonzalez 1985) would ask for the odd
// ones out first, which say nothing of the others. Likeness is Jaccard's over
// content stems and pairs of neighbouring ones. Time and memory grow with the
// square of the number of texts.
func Cover(texts, known []string, n int) []int {
	w := wordSets{no: map[[2]string]int{}}
	sets := make([][]int, len(texts))
	for i, src := range texts {
		sets[i] = w.of(src)
	}
	nearest := make([]float64, len(texts))
	for _, src := range known {
		k := w.of(src)
		for i := range sets {
			nearest[i] = max(nearest[i], jaccard(sets[i], k))
		}
	}
	alike := make([][]float64, len(texts))
	for i := range sets {
		alike[i] = make([]float64, len(texts))
		for j := range i {
			alike[i][j] = jaccard(sets[i], sets[j])
			alike[j][i] = alike[i][j]
		}
		alike[i][i] = 1
	}
	return greedy(alike, nearest, n)
}

// greedy picks until nothing is gained.
func greedy(alike [][]float64, nearest []float64, n int) []int {
	var picked []int
	for len(picked) < n {
		best, most := -1, 1e-9
		for i := range alike {
			gain := 0.0
			for j, a := range alike[i] {
				gain += max(0, a-nearest[j])
			}
			if gain > most && !slices.Contains(picked, i) {
				best, most = i, gain
			}
		}
		if best < 0 {
			return picked
		}
		picked = append(picked, best)
		for j, a := range alike[best] {
			nearest[j] = max(nearest[j], a)
		}
	}
	return picked
}

// wordSets numbers stems and pairs of stems.
type wordSets struct{ no map[[2]string]int }

// of is the set of a text's, ascending.
func (w wordSets) of(src string) []int {
	words := content(asWritten.Read(src))
	var out []int
	for i, word := range words {
		out = append(out, w.number([2]string{word}))
		if i > 0 {
			out = append(out, w.number([2]string{words[i-1], word}))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// number is the number of a stem, or of a pair.
func (w wordSets) number(r [2]string) int {
	if _, known := w.no[r]; !known {
		w.no[r] = len(w.no)
	}
	return w.no[r]
}

// jaccard is the part of two ascending sets that they share, in [0,1].
func jaccard(a, b []int) float64 {
	shared := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			shared, i, j = shared+1, i+1, j+1
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	if shared == 0 {
		return 0
	}
	return float64(shared) / float64(len(a)+len(b)-shared)
}
