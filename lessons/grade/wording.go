package grade

import (
	"encoding/hex"
	"hash/fnv"
	"slices"

	"fencepost/lessons/grade/text"
)

const (
	wordingHashes = 4 // minima that make a wording
	leastContent  = 6 // content words below which texts are alike by chance
)

// Wording is the same text for explanations in nearly the same words, and ""
// for one with too few words to tell. It joins the least of four hashes over
// the text's content stems (Broder, On the resemblance and containment of
// documents, 1997): two texts that share a part J of all their stems get the
// same wording with a chance of J^4. Order, case, inflection and stop words make
// no difference, so whoever acts on a set of equal wordings has to read it.
func Wording(src string) string {
	stems := content(text.Reader{}.Read(src))
	slices.Sort(stems)
	stems = slices.Compact(stems)
	if len(stems) < leastContent {
		return ""
	}
	var out []byte
	for seed := range byte(wordingHashes) {
		least := ^uint64(0)
		for _, s := range stems {
			least = min(least, seeded(seed, s))
		}
		out = append(out, byte(least>>56), byte(least>>48), byte(least>>40), byte(least>>32))
	}
	return hex.EncodeToString(out)
}

// seeded is a hash of a stem under one of several functions.
func seeded(seed byte, stem string) uint64 {
	h := fnv.New64a()
	h.Write([]byte{seed})
	h.Write([]byte(stem))
	x := h.Sum64()
	// FNV leaves the high bits of short words alike; this spreads them
	// (MurmurHash3's finaliser).
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
