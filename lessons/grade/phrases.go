package grade

// phraseBook is the phrasings and near misses of all targets, filed by term so
// that a window is compared with all of them in one pass.
type phraseBook struct {
	entries []entry
	filed   postings
	targets int
}

// entry says whose phrase it is.
type entry struct {
	target int
	right  bool
}

// posting is a document that has a term, and the term's weight in it.
type posting struct {
	doc    int32
	weight float64
}

// postings lists by term what has it.
type postings [][]posting

// file adds the terms of document n.
func (p *postings) file(n int, v termVec) {
	for i, id := range v.ids {
		for int(id) >= len(*p) {
			*p = append(*p, nil)
		}
		(*p)[id] = append((*p)[id], posting{int32(n), v.val[i]})
	}
}

// cosines adds to sums, by document, how alike each is to v.
func (p postings) cosines(v termVec, sums []float64) {
	for i, id := range v.ids {
		if int(id) >= len(p) {
			continue
		}
		for _, have := range p[id] {
			sums[have.doc] += float64(v.val[i] * have.weight)
		}
	}
}

// closeness is how close a text comes to a target's phrasings and near misses.
type closeness struct{ right, wrong likeness }

// likeness is the greatest similarity of any window, and the window's number.
type likeness struct {
	value float64
	at    int
}

func newPhraseBook(targets int) *phraseBook {
	return &phraseBook{targets: targets}
}

// add files a phrase.
func (b *phraseBook) add(target int, right bool, v termVec) {
	b.filed.file(len(b.entries), v)
	b.entries = append(b.entries, entry{target, right})
}

// closest compares every window with every phrase by their cosine.
func (b *phraseBook) closest(windows []window) []closeness {
	out := make([]closeness, b.targets)
	sums := make([]float64, len(b.entries))
	for at := range windows {
		clear(sums)
		b.filed.cosines(windows[at].vec, sums)
		for n, sum := range sums {
			if sum > 0 {
				b.keep(out, n, likeness{sum, at})
			}
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
