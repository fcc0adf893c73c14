package lessons

import (
	"regexp"
	"strings"
)

// Ids in content are permanent: answers in the database and addresses in
// other people's pages point at them. Both forms keep to ASCII, because an
// address with other letters reads differently once it is copied.
var (
	dashedID = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`) // steps, checks, options, figures, slugs
	snakeID  = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`) // key points, misconceptions
)

const (
	maxID      = 64
	dashedMend = "use lower-case letters, digits and single dashes, beginning with a letter, at most 64 characters"
	snakeMend  = "use lower-case letters, digits and single underscores, beginning with a letter, at most 64 characters"
)

func isDashed(id string) bool { return len(id) <= maxID && dashedID.MatchString(id) }
func isSnake(id string) bool  { return len(id) <= maxID && snakeID.MatchString(id) }

// didYouMean is the mend for a name that is not among the known ones.
func didYouMean(name string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if d := Distance(name, k); d < least && d < len(k) {
			best, least = k, d
		}
	}
	if best != "" {
		return "did you mean " + best + "?"
	}
	if len(known) == 0 {
		return "there are none yet"
	}
	return "it may have " + list(known)
}

// list joins names as one says them: "a", "a and b", "a, b and c".
func list(names []string) string { return joined(names, "and") }

// oneOf joins names of which one is to be chosen: "a, b or c".
func oneOf(names []string) string { return joined(names, "or") }

func joined(names []string, word string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// Distance is the number of letters to insert, delete, change or swap with a
// neighbour to make a into b (optimal string alignment). Of a name longer than
// an id may be it says only that it is far from any.
func Distance(a, b string) int {
	if len(a) > maxID || len(b) > maxID {
		return maxID
	}
	wide := len(b) + 1
	rows := make([]int, 3*wide)
	before, row, next := rows[:wide], rows[wide:2*wide], rows[2*wide:]
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			change := row[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			next[j] = min(change, row[j]+1, next[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
