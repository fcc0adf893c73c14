// Package text reads a student's explanation: folded characters, tokens,
// clauses and sentences, each of which knows the bytes it came from, and which
// words stand under a negation, a supposition or someone else's name.
package text

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// char is one folded character and the bytes of the source that it came from.
type char struct {
	r          rune
	start, end int32
}

// fold decomposes s by NFKD, drops marks and invisible characters, lowers case
// and unifies quotes, dashes and spaces. Every char spans one character of s;
// they are appended to out.
func fold(s string, out []char) []char {
	out = slices.Grow(out, len(s))
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			out = append(out, char{foldASCII(rune(s[i])), int32(i), int32(i + 1)})
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		out = foldWide(out, s[i:i+n], r, i)
		i += n
	}
	return out
}

// foldWide appends what one character beyond ASCII folds to.
func foldWide(out []char, s string, r rune, at int) []char {
	parts := norm.NFKD.PropertiesString(s).Decomposition()
	if parts == nil {
		parts = []byte(string(r))
	}
	for len(parts) > 0 {
		r, n := utf8.DecodeRune(parts)
		parts = parts[n:]
		if r = foldRune(r); r >= 0 {
			out = append(out, char{r, int32(at), int32(at + len(s))})
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
