package figure

// textSize is the size of the diagrams' type, px (--t-xs).
const textSize = 13

// advances are the widths of U+0020 to U+007E in thousandths of an em, read
// from the hmtx tables of Go Regular and Go Bold.
var (
	regular = [95]int{
		278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 584, 584, 316, 584, 316, 278,
		556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 306, 306, 584, 584, 584, 556,
		1015, 667, 667, 722, 722, 667, 611, 778, 722, 399, 496, 667, 556, 833, 722, 778,
		667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
		333, 556, 556, 500, 556, 556, 278, 556, 556, 247, 253, 500, 268, 833, 556, 556,
		556, 556, 333, 500, 283, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
	}
	bold = [95]int{
		278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 558, 584, 278, 584, 278, 278,
		556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
		975, 722, 722, 722, 722, 667, 611, 778, 722, 453, 556, 722, 611, 833, 722, 778,
		667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
		333, 556, 611, 556, 611, 556, 333, 611, 611, 289, 288, 556, 298, 889, 611, 611,
		611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
	}
)

// width is how wide text stands in a diagram, px, with a little room for the
// faces that stand in where Go is missing. A letter outside ASCII counts as
// wide as the widest common one.
func width(text string, heavy bool) int {
	face := &regular
	if heavy {
		face = &bold
	}
	sum := 0
	for _, r := range text {
		if r >= ' ' && r <= '~' {
			sum += face[r-' ']
		} else {
			sum += 778
		}
	}
	return (sum*textSize*104/100 + 999) / 1000
}
