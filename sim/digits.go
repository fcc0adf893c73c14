package sim

import "strconv"

// NoBreak is the space between a number and its unit: no line ends there.
const NoBreak = "\u00a0"

// Digits is how prose writes a whole number: "999", "2,604", "-1,000,000".
func Digits(n int64) string {
	sign, text := "", strconv.FormatInt(n, 10)
	if n < 0 {
		sign, text = text[:1], text[1:]
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return sign + text
}
