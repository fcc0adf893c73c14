package sqlstore

import (
	"context"
	"strings"
	"unicode"

	"fencepost/store"
)

// Dialect is how an engine spells what SQLite and PostgreSQL do not share:
// picking the first rows of many stretches of an index, and searching for words.
// Both engines find the same: texts in which every word that Words gives of what
// was typed begins a word.
type Dialect interface {
	// Number is an argument as a number in a list of VALUES. There alone nothing
	// says what type an argument has.
	Number(arg string) string

	// Firsts joins rows of table as q, under conditions on q and on the tables
	// that were joined before, at most as many as the argument limit says for
	// each row of those. The result is x, with the columns rank, at_ms and seq of
	// q; x.cohort_no of places may be named too.
	Firsts(table, where, order, limit string) string

	// Says is the condition that the words of the explanation at q.seq match
	// the argument, which is of Match.
	Says(arg string) string
	// Match is what typed text asks for; "" where no word is in it.
	Match(typed string) string
	// KeepWords are the statements that let an explanation that was stored be
	// found by Says. They may be run again for the same.
	KeepWords(explanation, text string) []Step

	// AddPassage lets a passage of a version be found.
	AddPassage(ctx context.Context, tx Tx, version string, p store.Passage) error
	// Passages finds at most n of a version that match, as store.Content promises.
	Passages(ctx context.Context, r Reader, version, match string, n int) ([]store.Hit, error)
}

// Words are the words of a text: runs of letters and numbers. Accents written
// as characters of their own are dropped, those that are part of a letter stay,
// and so does the case.
func Words(text string) []string {
	return strings.Fields(strings.Map(bare, text))
}

// bare is a character as SQLite's tokenizer sees it: accents that follow a letter
// are dropped, and what is no letter or number ends a word. The tokenizer knows
// Unicode 6.1; these few have become letters since.
func bare(r rune) rune {
	switch {
	case r >= 0x300 && r <= 0x36f:
		return -1
	case r >= 0x19b0 && r <= 0x19c9 || r == 0x1cf2 || r == 0x1cf3:
		return ' '
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		return r
	}
	return ' '
}
