package site

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// byName orders people's names as a list of a class does: Ágnes stands with
// Agnes, and ada with Ada. The store knows names without capitals only, and
// gives Ágnes after Zoe.
func byName(a, b string) int {
	return cmp.Or(strings.Compare(filedAs(a), filedAs(b)), strings.Compare(a, b))
}

// filedAs is where a list puts a name.
func filedAs(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name))
}
