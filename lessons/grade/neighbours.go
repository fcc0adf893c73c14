package grade

import (
	"slices"
	"sort"

	"fencepost/lessons/grade/fit"
)

// neighbours are the samples, filed by term: the labels of those most like a
// text say something of their own that no single word does.
type neighbours struct {
	filed  postings
	size   int      // how many samples
	labels [][]int8 // by target, by sample: 1, 0, or -1 without a label
}

const (
	// nearest is how many samples have a say, and likeWeight what one that is
	// all the same has more than the whole of them before any is seen.
	nearest    = 15
	likeWeight = 10
	// before any sample is seen a target is believed like one in three.
	rarity = 0.3
)

func newNeighbours(targets int) *neighbours {
	return &neighbours{labels: make([][]int8, targets)}
}

// add files a sample.
func (n *neighbours) add(v termVec, labels []int8) {
	n.filed.file(n.size, v)
	n.size++
	for k, label := range labels {
		n.labels[k] = append(n.labels[k], label)
	}
}

// fileSamples makes neighbours of a corpus.
func (s *Scorer) fileSamples(c *corpus) {
	s.neighbours = newNeighbours(len(s.targets))
	for i, r := range c.readings {
		var labels []int8
		for _, t := range s.targets {
			label := int8(truth(t.truthOf(&c.samples[i])))
			if t.weightOf(&c.samples[i]) == 0 {
				label = -1
			}
			labels = append(labels, label)
		}
		s.neighbours.add(s.index.vector(r, r.whole()), labels)
	}
}

// like is a sample and how like a text it is, in [0,1].
type like struct {
	sample int
	value  float64
}

// closest finds the samples most like a text, but for one of them.
func (n *neighbours) closest(r *reading, v termVec, but int) {
	r.sums = sized(r.sums, n.size)
	n.filed.cosines(v, r.sums)
	r.like = r.like[:0]
	for i, sum := range r.sums {
		if i != but && sum > 0 {
			r.like = insert(r.like, like{i, round(sum)})
		}
	}
}

// insert puts a sample where it belongs among the nearest, the most like first
// and of the same those that came first, and drops the last of too many.
func insert(list []like, l like) []like {
	if len(list) == nearest && l.value <= list[nearest-1].value {
		return list
	}
	at := sort.Search(len(list), func(i int) bool { return list[i].value < l.value })
	list = slices.Insert(list, at, l)
	return list[:min(len(list), nearest)]
}

// vote is the log odds of a target by the labels of samples like a text.
func (n *neighbours) vote(k int, list []like) float64 {
	said, all := rarity, 1.0
	for _, l := range list {
		weight := float64(likeWeight * float64(l.value*l.value))
		switch n.labels[k][l.sample] {
		case 1:
			said += weight
			all += weight
		case 0:
			all += weight
		}
	}
	return round(fit.Log(said/all) - fit.Log(1-said/all))
}
