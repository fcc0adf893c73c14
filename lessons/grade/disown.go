package grade

import (
	"slices"
	"strings"

	"fencepost/lessons/grade/text"
)

// disowning are phrases by which a writer takes back everything around them,
// as the words of the text read.
var disowning = sayingsOf(
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
func disowned(d *text.Doc) bool { return disowning.in(d) > 0 }

// sayings are phrases by their first words.
type sayings map[string][]saying

// saying is a phrase and its number.
type saying struct {
	number int
	words  []string
}

func sayingsOf(phrases ...string) sayings {
	s := sayings{}
	for i, p := range phrases {
		words := strings.Fields(p)
		s[words[0]] = append(s[words[0]], saying{i, words})
	}
	return s
}

// in counts how many of the phrases a text says, each once.
func (s sayings) in(d *text.Doc) int {
	var seen []int
	for i := range d.Tokens {
		for _, p := range s[d.Tokens[i].Norm] {
			if p.startsAt(d.Tokens[i:]) && !slices.Contains(seen, p.number) {
				seen = append(seen, p.number)
			}
		}
	}
	return len(seen)
}

// startsAt says whether tokens start with the phrase.
func (p *saying) startsAt(tokens []text.Token) bool {
	if len(tokens) < len(p.words) {
		return false
	}
	for i, w := range p.words {
		if tokens[i].Norm != w {
			return false
		}
	}
	return true
}
