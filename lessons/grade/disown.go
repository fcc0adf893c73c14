package grade

import (
	"strings"

	"fencepost/lessons/grade/text"
)

// disowning are phrases by which a writer takes back everything around them,
// as the words of the text read.
var disowning = []string{
	"none of it is true", "none of this is true", "none of that is true", "none of the above is true",
	"none of the following is true", "none of these is true", "none of them is true", "none of it is right",
	"none of this is right", "none of it is correct", "none of this is correct", "none of that is correct",
	"none of it holds", "none of this holds", "all of this is wrong", "all of it is wrong", "all of that is wrong",
	"all of this is false", "all of it is false", "all this is wrong", "all this is false", "all this is nonsense",
	"everything above is wrong", "everything above is false", "everything below is false", "it is all wrong",
	"its all wrong", "the exact opposite is true of all", "i dont believe any of", "i believe none of",
	"i dont believe a word of", "not a word of it is true", "all of the above is wrong", "all of the above is false",
	"the following is false", "the following is wrong", "what follows is false", "what follows is wrong",
}

// disowned says whether a text takes back what it says.
func disowned(d *text.Doc) bool {
	var b strings.Builder
	for i := range d.Tokens {
		b.WriteByte(' ')
		b.WriteString(d.Tokens[i].Norm)
	}
	b.WriteByte(' ')
	all := b.String()
	for _, phrase := range disowning {
		if strings.Contains(all, " "+phrase+" ") {
			return true
		}
	}
	return false
}
