package grade

import (
	"encoding/hex"
	"hash/fnv"
	"slices"
	"sync"

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
	d := docs.Get().(*text.Doc)
	defer docs.Put(d)
	asWritten.ReadInto(d, src)
	stems := content(d)
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

// asWritten reads texts of any lesson: it mends no spelling.
var asWritten = text.Reader{Forms: &text.Memo[text.Form]{}}

// docs are texts of which the wording is known: the next ones take their memory.
var docs = sync.Pool{New: func() any { return new(text.Doc) }}

// content lists the stems of a text that are not stop words.
func content(d *text.Doc) []string {
	out := make([]string, 0, len(d.Tokens))
	for i := range d.Tokens {
		if t := &d.Tokens[i]; t.Kind == text.Word && !stop[t.Stem] {
			out = append(out, t.Stem)
		}
	}
	return out
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
