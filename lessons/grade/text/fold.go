// Package text reads a student's explanation: folded characters, tokens,
// clauses and sentences, each of which knows the bytes it came from, and which
// words stand under a negation, a supposition or someone else's name.
package text

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// char is one folded character and the bytes of the source that it came from.
type char struct {
	r          rune
	start, end int
}

// fold decomposes s by NFKD, drops marks and invisible characters, lowers case
// and unifies quotes, dashes and spaces. Every char spans whole characters of s.
func fold(s string) []char {
	out := make([]char, 0, len(s))
	var it norm.Iter
	it.InitString(norm.NFKD, s)
	for !it.Done() {
		start := it.Pos()
		seg := it.Next()
		out = foldSegment(out, seg, start, it.Pos())
	}
	return out
}

// foldSegment appends what one normalisation segment folds to. A segment can
// hold several characters of the source; they all span the whole of it.
func foldSegment(out []char, seg []byte, start, end int) []char {
	for len(seg) > 0 {
		r, n := utf8.DecodeRune(seg)
		seg = seg[n:]
		if r = foldRune(r); r >= 0 {
			out = append(out, char{r, start, end})
		}
	}
	return out
}

// foldRune is the folded form of r, or -1 where r is dropped.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		return foldASCII(r)
	}
	switch {
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
		return -1
	case unicode.Is(unicode.Pd, r), r == '−':
		return dash(r)
	case unicode.IsSpace(r):
		return space(r)
	}
	if q := quote(r); q != 0 {
		return q
	}
	return unicode.ToLower(r)
}

func foldASCII(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	case r == '\t', r == '\v', r == '\f', r == '\r':
		return ' '
	case r < ' ' && r != '\n', r == 0x7f:
		return ' '
	}
	return r
}

// dash keeps the em and en dash apart from the hyphen: they part clauses.
func dash(r rune) rune {
	if r == '–' || r == '—' || r == '―' || r == '⸺' {
		return '—'
	}
	return '-'
}

func space(r rune) rune {
	if r == '\u2028' || r == '\u2029' || r == '\u0085' {
		return '\n'
	}
	return ' '
}

// quote maps quotation marks and apostrophes to ' and ", others to 0.
func quote(r rune) rune {
	switch r {
	case '‘', '’', '‚', '‛', '′', '´', 'ʼ', 'ʹ', '＇', '‵':
		return '\''
	case '“', '”', '„', '‟', '″', '«', '»', '＂', '「', '」':
		return '"'
	}
	return 0
}
