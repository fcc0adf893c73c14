package grade_test

import (
	"testing"

	"fencepost/lessons/grade"
)

const told = "A worker takes a lease and must renew it before it runs out, and the storage refuses any write with an older token."

func TestWordingIsTheSameForTheSameWords(t *testing.T) {
	for name, other := range map[string]string{
		"as it is":        told,
		"case and space":  "A WORKER takes a lease,\nand must renew it before it runs out; and the storage   refuses any write with an older token",
		"another order":   "The storage refuses any write with an older token, and a worker takes a lease and must renew it before it runs out.",
		"another ending":  "Workers take leases and must renew it before it runs out, and the storage refused any writes with an older token.",
		"only stop words": told + " And that is it.",
	} {
		if a, b := grade.Wording(told), grade.Wording(other); a == "" || a != b {
			t.Errorf("%s: %q and %q", name, a, b)
		}
	}
}

func TestWordingTellsOtherTextsApart(t *testing.T) {
	for name, other := range map[string]string{
		"another idea": "Two clocks in one room never agree for long, so nobody should order events of two machines by their time.",
		"too short":    "Storage refuses old tokens.",
		"nothing":      "",
	} {
		if grade.Wording(other) == grade.Wording(told) {
			t.Errorf("%s has the same wording", name)
		}
	}
	if w := grade.Wording("Storage refuses old tokens."); w != "" {
		t.Errorf("a handful of words has the wording %q; any two such would be alike", w)
	}
}

func BenchmarkWording(b *testing.B) {
	samples := leases(b).Samples.Get()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		grade.Wording(samples[i%len(samples)].Text)
	}
}
