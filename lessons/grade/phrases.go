package grade

// phraseBook is the phrasings and near misses of all targets, filed by term so
// that a window is compared with all of them in one pass.
type phraseBook struct {
	entries []entry
	byTerm  map[int][]posting
	targets int
}

// entry says whose phrase it is.
type entry struct {
	target int
	right  bool
}

// posting is a phrase that has a term, and the term's weight in it.
type posting struct {
	phrase int
	weight float64
}

// closeness is how close a text comes to a target's phrasings and near misses.
type closeness struct{ right, wrong likeness }

// likeness is the greatest similarity of any window, and the window's number.
type likeness struct {
	value float64
	at    int
}

func newPhraseBook(targets int) *phraseBook {
	return &phraseBook{byTerm: map[int][]posting{}, targets: targets}
}

// add files a phrase.
func (b *phraseBook) add(target int, right bool, v termVec) {
	n := len(b.entries)
	b.entries = append(b.entries, entry{target, right})
	for i, id := range v.ids {
		b.byTerm[id] = append(b.byTerm[id], posting{n, v.val[i]})
	}
}

// closest compares every window with every phrase by their cosine.
func (b *phraseBook) closest(windows []window) []closeness {
	out := make([]closeness, b.targets)
	sums := make([]float64, len(b.entries))
	for at := range windows {
		clear(sums)
		v := &windows[at].vec
		for i, id := range v.ids {
			for _, p := range b.byTerm[id] {
				sums[p.phrase] += float64(v.val[i] * p.weight)
			}
		}
		for n, sum := range sums {
			b.keep(out, n, likeness{sum, at})
		}
	}
	return out
}

// keep keeps the greater likeness of phrase n's target.
func (b *phraseBook) keep(out []closeness, n int, found likeness) {
	best := &out[b.entries[n].target].wrong
	if b.entries[n].right {
		best = &out[b.entries[n].target].right
	}
	if found.value > best.value {
		*best = found
	}
}
