package text

import "strings"

// shortTag is how many words a clause has at most that only asks for agreement: "is it?",
// "does it not?".
const shortTag = 3

// Asks says whether a sentence is a question that yes or no answers, and whose
// writer does not say yes at once. It claims nothing: "Is the consumer dead?" is
// no more than "perhaps". A question that denies expects to be agreed with ("Isn't
// it the store that refuses?"), and one with a question word takes what it asks
// about for granted: neither is one of these.
func (d *Doc) Asks(s Span) bool {
	if !d.questioned(s) || s.End < len(d.Tokens) && d.Tokens[s.End].plays(affirms) {
		return false
	}
	for c := d.Tokens[s.Start].Clause; c <= d.Tokens[s.End-1].Clause; c++ {
		if d.inverted(d.Clauses[c]) {
			return true
		}
	}
	return false
}

// questioned says whether a question mark stands between a sentence and the next.
func (d *Doc) questioned(s Span) bool {
	end := len(d.Src)
	if s.End < len(d.Tokens) {
		end = d.Tokens[s.End].Start
	}
	return strings.ContainsAny(d.Src[d.Tokens[s.End-1].End:end], "?？")
}

// inverted says whether a clause begins with the verb of a question, behind the
// words that join it to what is before.
func (d *Doc) inverted(c Span) bool {
	i := c.Start
	for i < c.End && d.Tokens[i].plays(joins) {
		i++
	}
	return c.End-i > shortTag && d.Tokens[i].plays(inverts)
}
