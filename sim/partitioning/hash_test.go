package partitioning

import "testing"

// Vectors of FNV-1a, 64 bits, from its authors' reference.
func TestFNV(t *testing.T) {
	for text, want := range map[string]hash{
		"":       0xcbf29ce484222325,
		"a":      0xaf63dc4c8601ec8c,
		"foobar": 0x85944171f73967e8,
	} {
		h := fnvBasis
		for i := range len(text) {
			h = h.letter(text[i])
		}
		if h != want {
			t.Errorf("%q: %#x, want %#x", text, uint64(h), uint64(want))
		}
	}
}

// The first output of SplitMix64 from the seed 0 is the finaliser of its
// increment, 0x9e3779b97f4a7c15.
func TestFinaliser(t *testing.T) {
	if got := hash(0x9e3779b97f4a7c15).done(); got != 0xe220a8397b1dcdaf {
		t.Errorf("%#x, want 0xe220a8397b1dcdaf", got)
	}
}

// Names are hashed as they are written.
func TestNames(t *testing.T) {
	spell := func(s string) uint64 {
		h := fnvBasis
		for i := range len(s) {
			h = h.letter(s[i])
		}
		return h.done()
	}
	for _, c := range []struct {
		got  uint64
		name string
	}{
		{hashKey(key{rank: 17}), "k17"},
		{hashKey(key{rank: 1, part: 3}), "k1.3"},
		{hashPoint(3, 12), "n3#12"},
		{hashPair(9, key{rank: 240}), "n9/k240"},
	} {
		if c.got != spell(c.name) {
			t.Errorf("%s: %#x, want %#x", c.name, c.got, spell(c.name))
		}
	}
}

// Zipf over twelve keys by hand: a million over 1 to 12, rounded down, is
// 3,103,209 in all; of 10,000 the twelve get 3222, 1611, 1074, 805, 644, 537, 460,
// 402, 358, 322, 292 and 268, which is 9,995, and the first five one more.
func TestRequestsFollowZipf(t *testing.T) {
	want := []int64{3223, 1612, 1075, 806, 645, 537, 460, 402, 358, 322, 292, 268}
	for i, k := range fill(nil, 12, 2) {
		if k.requests != want[i] {
			t.Errorf("k%d: %d, want %d", i+1, k.requests, want[i])
		}
	}
	// Split in four: 3223 is 806, 806, 806 and 805.
	parts := split(fill(nil, 12, 2))
	var sum int64
	for _, k := range parts {
		sum += k.requests
	}
	if len(parts) != 15 || parts[0].requests != 806 || parts[14].requests != 805 || sum != total {
		t.Errorf("split: %d keys, %d and %d requests, %d in all", len(parts), parts[0].requests, parts[14].requests, sum)
	}
}
