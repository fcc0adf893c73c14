package site

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fencepost/sim"
)

// small are the numbers that a sentence spells out.
var small = [...]string{
	"none", "one", "two", "three", "four", "five", "six",
	"seven", "eight", "nine", "ten", "eleven", "twelve",
}

// spell writes n as a word where a book would, else in digits.
func spell(n int) string {
	if n >= 0 && n < len(small) {
		return small[n]
	}
	return digits(n)
}

// digits writes n as prose does: "4,000".
func digits(n int) string { return sim.Digits(int64(n)) }

// sentence writes s with a capital.
func sentence(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// series joins words as a sentence does: "a", "a and b", "a, b and c".
func series(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// plural picks the word that goes with n.
func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
