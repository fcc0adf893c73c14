package text

import "strings"

// attributions are the words by which a writer hands an opinion to someone
// else, or to an earlier self, or only wishes it. They are looked for at the
// start of a sentence or of a clause.
var attributions = phrases(
	"some people", "some say", "some think", "some believe", "people say", "people think", "people believe",
	"many people", "many think", "many believe", "many say", "most people", "others say", "others think",
	"you might think", "you may think", "one might think", "one may think", "one could think", "you would think",
	"you could think", "you think", "youd think", "i thought", "i first thought", "i used to think",
	"i had thought", "i believed", "before i thought", "it is tempting", "tempting to", "in theory",
	"theoretically", "it would be nice", "it be nice", "would be nice", "i wish", "nice if", "colleague of mine",
	"my colleague", "my boss", "my friend", "somebody told me", "somebody said", "i was told", "he wanted",
	"she wanted", "they wanted", "people assume", "people often", "a common mistake", "common misconception",
	"the myth", "a myth", "it is a mistake", "naively", "a naive", "the naive", "somebody in the review will say",
	"somebody will say", "somebody may say", "somebody might say", "supposedly", "allegedly", "contrary to",
	"wanted the", "the idea that", "the claim that", "it is often said", "first i thought", "at first i",
)

func phrases(list ...string) map[string][][]string {
	m := map[string][][]string{}
	for _, p := range list {
		f := strings.Fields(p)
		m[f[0]] = append(m[f[0]], f)
	}
	return m
}

// attribute marks a sentence from an attribution on, up to a "but". Of a question
// nothing is claimed.
func (d *Doc) attribute(s Span) {
	asked, on := d.Asks(s), false
	for i := s.Start; i < s.End; i++ {
		switch {
		case d.Tokens[i].plays(turns):
			on = false
		case !on && d.attributionAt(i, s.End):
			on = true
		}
		d.Tokens[i].Attr = on || asked
	}
}

// attributionAt says whether an attribution starts at token i.
func (d *Doc) attributionAt(i, end int) bool {
	if !d.Tokens[i].plays(attributes) {
		return false
	}
	for _, p := range attributions[d.Tokens[i].Norm] {
		if i+len(p) <= end && d.matches(i, p) {
			return true
		}
	}
	return false
}

func (d *Doc) matches(i int, words []string) bool {
	for k, w := range words {
		if d.Tokens[i+k].Norm != w {
			return false
		}
	}
	return true
}
