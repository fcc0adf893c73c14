package lessons

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Pointing is a word of a check or a prediction that points at what stands
// around it on the lesson's page. Spaced review asks both alone, where the word
// points at nothing.
type Pointing struct {
	Word     string // "below"
	Question string // id of the check or prediction
	Pos      Pos    // of the word
}

var (
	// sideways are the words that may point, where they are words of a text.
	sideways = regexp.MustCompile(`(?i)(?:^|[\s“"'(])(above|below)\b`)
	// pointed is what follows a word that points. What follows one that compares,
	// as in "below nought" or "above its question", is something else.
	pointed = regexp.MustCompile(`(?i)^(?:$|[.,;:!?)”"’]|(?:is|are|was|were|has|have|had|shows?|says?|stands?|holds?|begins?|runs?|and|or|you|we)\b|(?:the|this) (?:figure|simulator|listing|table|code|text|drawing|lab)\b)`)
	// pointer is what comes before a word that points, whatever follows it.
	pointer = regexp.MustCompile(`(?i)\b(?:as|see|shown|given|listed|described|drawn|the) $`)
	// key begins a line with which another value of a fence begins.
	key = regexp.MustCompile(`^\s*(?:- )?\{?[a-z_]+:(?:\s|$)`)
	// unsaid are the keys whose values are no words for readers, or no words about
	// the page: listings, and words of theirs.
	unsaid = regexp.MustCompile(`^(\s*)(?:- )?(?:code|line):(?:\s|$)`)
	// ownLines is in a check whose lines stand below what it asks, wherever it is
	// asked.
	ownLines = regexp.MustCompile(`(?m)^type: *line *$`)
)

// pointing finds the words of a fence that point beyond it.
func (l *loader) pointing(f *fence) {
	lines := strings.Split(string(f.body), "\n")
	for n := 0; n < len(lines); n++ {
		if m := unsaid.FindStringSubmatch(lines[n]); m != nil {
			for n+1 < len(lines) && deeper(lines[n+1], len(m[1])) {
				n++
			}
			continue
		}
		for _, at := range sideways.FindAllStringSubmatchIndex(lines[n], -1) {
			from, to := at[2], at[3]
			before, word := lines[n][:from], lines[n][from:to]
			switch {
			case strings.HasSuffix(before, "id: "):
			case strings.EqualFold(word, "below") && ownLines.Match(f.body):
			case pointer.MatchString(before) || pointed.MatchString(onward(lines, n, to)):
				at := f.place(n+1, utf8.RuneCountInString(before)+1)
				l.lesson.Pointing = append(l.lesson.Pointing, Pointing{word, f.name, at})
			}
		}
	}
}

// deeper says whether a line belongs to the block that was begun at an
// indentation.
func deeper(line string, indent int) bool {
	rest := strings.TrimLeft(line, " ")
	return rest == "" || len(line)-len(rest) > indent && !key.MatchString(line)
}

// onward is what follows in a value after a byte of a line, as one line.
func onward(lines []string, n, from int) string {
	words := strings.Fields(lines[n][from:])
	for n++; n < len(lines) && !key.MatchString(lines[n]) && len(words) < 3; n++ {
		words = append(words, strings.Fields(lines[n])...)
	}
	return strings.Join(words, " ")
}
