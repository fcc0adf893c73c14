package sim

import (
	"math"
	"testing"
)

func TestDigits(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", -7: "-7", 999: "999", -999: "-999", 1000: "1,000", -1000: "-1,000", 2604: "2,604",
		12_345: "12,345", -123_456: "-123,456", 1_000_000: "1,000,000", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Digits(n); got != want {
			t.Errorf("%d is written %q, want %q", n, got, want)
		}
	}
}
