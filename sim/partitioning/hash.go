package partitioning

// hash is a 64-bit FNV-1a hash under way.
type hash uint64

// The constants of FNV-1a for 64 bits.
const (
	fnvBasis hash = 14695981039346656037
	fnvPrime hash = 1099511628211
)

func (h hash) letter(c byte) hash { return (h ^ hash(c)) * fnvPrime }

// number adds n in decimal; n is not negative.
func (h hash) number(n int) hash {
	if n >= 10 {
		h = h.number(n / 10)
	}
	return h.letter('0' + byte(n%10))
}

// done is the hash, its bits spread by the finaliser of SplitMix64.
func (h hash) done() uint64 {
	x := uint64(h)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// key adds the name of a key: "k17", or "k1.3" for the third part of one that
// was split.
func (h hash) key(k key) hash {
	h = h.letter('k').number(k.rank)
	if k.part > 0 {
		h = h.letter('.').number(k.part)
	}
	return h
}

// hashKey is the hash of a key's name.
func hashKey(k key) uint64 { return fnvBasis.key(k).done() }

// hashPoint is where a node's p-th point lies on the ring: the hash of "n3#2".
func hashPoint(node, p int) uint64 {
	return fnvBasis.letter('n').number(node).letter('#').number(p).done()
}

// hashPair is the rank of a node for a key: the hash of "n3/k17".
func hashPair(node int, k key) uint64 {
	return fnvBasis.letter('n').number(node).letter('/').key(k).done()
}
