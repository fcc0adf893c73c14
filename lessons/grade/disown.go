package grade

import (
	"slices"
	"strings"

	"fencepost/lessons/grade/text"
)

// disowning are phrases by which a writer takes back everything around them,
// as the words of the text read.
var disowning = lines(
	"none of it is true", "none of this is true", "none of that is true", "none of the above is true",
	"none of the following is true", "none of these is true", "none of them is true", "none of it is right",
	"none of this is right", "none of it is correct", "none of this is correct", "none of that is correct",
	"none of it holds", "none of this holds", "all of this is wrong", "all of it is wrong", "all of that is wrong",
	"all of this is false", "all of it is false", "all this is wrong", "all this is false", "all this is nonsense",
	"everything above is wrong", "everything above is false", "everything below is false", "it is all wrong",
	"its all wrong", "the exact opposite is true of all", "i dont believe any of", "i believe none of",
	"i dont believe a word of", "not a word of it is true", "all of the above is wrong", "all of the above is false",
	"the following is false", "the following is wrong", "what follows is false", "what follows is wrong",
)

// disowned says whether a text takes back what it says.
func disowned(all line) bool { return slices.ContainsFunc(disowning, all.has) }

// line is the words of a text, or of a phrase, with a space before and after
// each.
type line string

func lineOf(d *text.Doc) line {
	var b strings.Builder
	b.Grow(len(d.Src) + 2)
	for i := range d.Tokens {
		b.WriteByte(' ')
		b.WriteString(d.Tokens[i].Norm)
	}
	b.WriteByte(' ')
	return line(b.String())
}

func lines(phrases ...string) []line {
	var out []line
	for _, p := range phrases {
		out = append(out, line(" "+p+" "))
	}
	return out
}

// has says whether the words of a phrase follow each other in a text.
func (l line) has(phrase line) bool { return strings.Contains(string(l), string(phrase)) }
