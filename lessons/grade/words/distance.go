package words

// maxLen is the longest word that is compared.
const maxLen = 32

// row is one row of the table of distances.
type row [maxLen + 1]int

// distance is the number of insertions, deletions, substitutions and swaps of
// neighbours that turn a into b (optimal string alignment), or limit+1 where
// it takes more than limit. It compares bytes: words are folded before.
func distance(a, b string, limit int) int {
	if len(a) > maxLen || len(b) > maxLen || max(len(a)-len(b), len(b)-len(a)) > limit {
		return limit + 1
	}
	var before, above, here row
	for j := range here {
		here[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above = above, here
		if here.fill(&above, &before, a, b, i) > limit {
			return limit + 1
		}
	}
	return min(here[len(b)], limit+1)
}

// fill computes row i from the two rows above it and returns its least value.
func (r *row) fill(above, before *row, a, b string, i int) int {
	r[0] = i
	least := i
	for j := 1; j <= len(b); j++ {
		v := min(above[j]+1, r[j-1]+1)
		if a[i-1] == b[j-1] {
			v = min(v, above[j-1])
		} else {
			v = min(v, above[j-1]+1)
		}
		if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
			v = min(v, before[j-2]+1)
		}
		r[j] = v
		least = min(least, v)
	}
	return least
}
