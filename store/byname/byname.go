// Package byname is the order in which people are listed, whoever lists them: the
// store's pages break by it, and what is sorted elsewhere is sorted by it.
package byname

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Key is where a list puts a name, and the form in which its beginning is looked
// for: without case, accents and the space around it. Names with one key stand in
// the order of their bytes.
func Key(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(strings.TrimSpace(name)))
}

// Compare orders names as a list of a class does: Ágnes stands with Agnes, and ada
// with Ada.
func Compare(a, b string) int {
	return cmp.Or(strings.Compare(Key(a), Key(b)), strings.Compare(a, b))
}
