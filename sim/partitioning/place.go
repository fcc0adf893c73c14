package partitioning

import (
	"math"
	"slices"
)

// Bounds of the world.
const (
	maxNodes  = 9 // eight, and one that joins
	maxKeys   = 240
	parts     = 4 // of a key that is split
	maxPoints = 32
	total     = 10_000 // requests a second
)

// key is one key and how often it is asked for a second.
type key struct {
	rank, part int
	requests   int64
	hash       uint64
}

// point is a place on the ring.
type point struct {
	at   uint64
	node int
}

// fill makes n keys whose requests follow Zipf's law with an exponent of so
// many halves.
func fill(keys []key, n int, halves int64) []key {
	var sum int64
	for r := 1; r <= n; r++ {
		k := key{rank: r, requests: weight(r, halves)}
		k.hash = hashKey(k)
		keys = append(keys, k)
		sum += k.requests
	}
	rest := int64(total)
	for i := range keys {
		keys[i].requests = keys[i].requests * total / sum
		rest -= keys[i].requests
	}
	for i := range keys[:rest] {
		keys[i].requests++
	}
	return keys
}

// weight is a million over r to the exponent. A square root is exact to the last
// bit on every machine, which a power need not be.
func weight(r int, halves int64) int64 {
	x := 1.0
	for range halves / 2 {
		x *= float64(r)
	}
	if halves%2 == 1 {
		x *= math.Sqrt(float64(r))
	}
	return int64(1e6 / x)
}

// split makes four keys of the first: one where it was, the others behind.
func split(keys []key) []key {
	hot := keys[0]
	for p := 1; p <= parts; p++ {
		k := key{rank: hot.rank, part: p, requests: hot.requests / parts}
		if int64(p) <= hot.requests%parts {
			k.requests++
		}
		k.hash = hashKey(k)
		if p == 1 {
			keys[0] = k
		} else {
			keys = append(keys, k)
		}
	}
	return keys
}

// place finds the owner of every key among the live nodes, in the order of
// their numbers, and writes it into owners.
func (m *model) place(live []int, owners []int) {
	if m.method == ring {
		m.draw(live)
	}
	for i := range m.keys {
		owners[i] = m.owner(live, &m.keys[i])
	}
}

func (m *model) owner(live []int, k *key) int {
	switch m.method {
	case modulo:
		return live[k.hash%uint64(len(live))]
	case ring:
		return onRing(m.ring, k.hash)
	}
	return rendezvousOf(live, k)
}

// draw lays out the ring of the live nodes.
func (m *model) draw(live []int) {
	m.ring = m.ring[:0]
	for _, n := range live {
		for p := range m.points {
			m.ring = append(m.ring, point{hashPoint(n, p), n})
		}
	}
	slices.SortFunc(m.ring, compare)
}

// compare orders points by place and then by node; written out, it takes half the
// time of a generic comparison, which is most of a run's.
func compare(a, b point) int {
	switch {
	case a.at < b.at:
		return -1
	case a.at > b.at:
		return 1
	}
	return a.node - b.node
}

// onRing is the node of the first point at or after a hash.
func onRing(r []point, h uint64) int {
	low, high := 0, len(r)
	for low < high {
		if mid := (low + high) / 2; r[mid].at < h {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return r[low%len(r)].node
}

// rendezvousOf is the node whose hash with the key is highest.
func rendezvousOf(live []int, k *key) int {
	best, owner := uint64(0), live[0]
	for i, n := range live {
		if h := hashPair(n, *k); i == 0 || h > best {
			best, owner = h, n
		}
	}
	return owner
}
