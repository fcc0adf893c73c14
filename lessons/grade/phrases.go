package grade

// phraseBook is the phrasings and near misses of all targets, filed by term so
// that a window is compared with all of them in one pass.
type phraseBook struct {
	filed    postings
	size     int
	chapters []chapter // by target
}

// chapter says which phrases are a target's: the phrasings end where the near
// misses start.
type chapter struct{ start, misses, end int }

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
		if lacking := int(id) + 1 - len(*p); lacking > 0 {
			*p = append(*p, make(postings, lacking)...)
		}
		have := &(*p)[id]
		have.docs, have.weights = append(have.docs, int32(n)), append(have.weights, v.val[i])
	}
}

// cosines writes into sums, by document, how alike each is to v.
func (p postings) cosines(v termVec, sums []float64) {
	clear(sums)
	for i, id := range v.ids {
		if int(id) >= len(p) {
			continue
		}
		docs, value := p[id].docs, v.val[i]
		weights := p[id].weights[:len(docs)]
		for k, doc := range docs {
			sums[doc] += float64(value * weights[k])
		}
	}
}

// closeness is how close a text comes to a target's phrasings and near misses:
// the greatest similarity of any window to any of them.
type closeness struct{ right, wrong float64 }

// open starts the next target's chapter.
func (b *phraseBook) open() {
	b.chapters = append(b.chapters, chapter{b.size, b.size, b.size})
}

// add files a phrase in the chapter that was opened last, phrasings first.
func (b *phraseBook) add(right bool, v termVec) {
	b.filed.file(b.size, v)
	b.size++
	c := &b.chapters[len(b.chapters)-1]
	c.end = b.size
	if right {
		c.misses = b.size
	}
}

// closest compares every window with every phrase by their cosine.
func (b *phraseBook) closest(r *reading) {
	r.near = sized(r.near, len(b.chapters))
	clear(r.near)
	r.sums = sized(r.sums, b.size)
	for i := range r.windows {
		b.filed.cosines(r.windows[i].vec, r.sums)
		for k, c := range b.chapters {
			near := &r.near[k]
			near.right = greater(near.right, r.sums[c.start:c.misses])
			near.wrong = greater(near.wrong, r.sums[c.misses:c.end])
		}
	}
}

// greater is the greatest of v and the figures of a list.
func greater(v float64, list []float64) float64 {
	for _, w := range list {
		if w > v {
			v = w
		}
	}
	return v
}
