package site

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"fencepost/lessons"
)

// minLetters are the letters that make a text more than dots or smileys. One
// short sentence in any script has them.
const minLetters = 20

// plainText is s with line ends as LF and outer white space cut: the text that
// is counted, stored and scored. The counter in the browser does the same.
func plainText(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
}

// characters counts s, already plain, as learners are told: Unicode code points.
func characters(s string) int { return utf8.RuneCountInString(s) }

// cleanText answers what keeps a text from being stored at all, as a sentence
// to the person who sent it, or "".
func cleanText(s string) string {
	switch {
	case !utf8.ValidString(s):
		return "Part of this text is not valid UTF-8, so it cannot be kept as you wrote it. " +
			"What could be read is in the box."
	case strings.ContainsRune(s, 0):
		return "This text holds a null character, which cannot be kept. It is left out of the box below."
	}
	return ""
}

// repaired is s without what cleanText refuses, to be put back into the box.
func repaired(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\x00", "")
}

// refusal says why a plain text is no explanation for this rubric, as a
// sentence shown at the field, or "".
func refusal(r *lessons.Rubric, text string) string {
	n := characters(text)
	switch {
	case n == 0:
		return "There is nothing in the box yet. Explain the idea in your own words."
	case n < r.MinChars:
		return fmt.Sprintf("That is %d %s. Write at least %d, so that there is something to compare.",
			n, plural(n, "character", "characters"), r.MinChars)
	case n > r.MaxChars:
		return fmt.Sprintf("That is %s characters, and %s is the most. Keep what carries the idea.", digits(n), digits(r.MaxChars))
	case letters(text) < minLetters:
		return "There are hardly any words in this. Explain the idea in sentences."
	}
	return ""
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
