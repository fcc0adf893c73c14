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

// posting is the documents that have a term, and the term's weight in each.
type posting struct {
	docs    []int32
	weights []float64
}

// postings lists by term what has it.
type postings []posting

// file adds the terms of document n.
func (p *postings) file(n int, v termVec) {
	for i, id := range v.ids {
		for int(id) >= len(*p) {
			*p = append(*p, posting{})
		}
		have := &(*p)[id]
		have.docs, have.weights = append(have.docs, int32(n)), append(have.weights, v.val[i])
	}
}

// cosines adds to sums, by document, how alike each is to v.
func (p postings) cosines(v termVec, sums []float64) {
	for i, id := range v.ids {
		if int(id) >= len(p) {
			continue
		}
		weights := p[id].weights
		for k, doc := range p[id].docs {
			sums[doc] += float64(v.val[i] * weights[k])
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
func (b *phraseBook) closest(r *reading) {
	r.near = sized(r.near, b.targets)
	clear(r.near)
	r.sums = sized(r.sums, len(b.entries))
	for at := range r.windows {
		clear(r.sums)
		b.filed.cosines(r.windows[at].vec, r.sums)
		for n, sum := range r.sums {
			if sum > 0 {
				b.keep(r.near, n, likeness{sum, at})
			}
		}
	}
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
