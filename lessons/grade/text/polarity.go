package text

// reach is how many words a negation covers at most.
const reach = 9

// polarity marks the tokens under negation and attribution.
func (d *Doc) polarity() {
	for _, c := range d.Clauses {
		d.negate(c)
	}
	for i := range d.Sents {
		d.attribute(d.Sents[i])
	}
}

// negate marks the tokens of one clause that a negator covers. Covering twice
// turns a token back, save where the second negator merely echoes the first.
func (d *Doc) negate(c Span) {
	seen := false
	for i := c.Start; i < c.End; i++ {
		if !d.negatorAt(i, c.End) || seen && d.Tokens[i].plays(echoes) {
			continue
		}
		seen = true
		for j := i + 1; j < c.End && j <= i+reach; j++ {
			d.Tokens[j].Neg = !d.Tokens[j].Neg
		}
	}
}

// negatorAt says whether token i negates what follows it.
func (d *Doc) negatorAt(i, end int) bool {
	t := &d.Tokens[i]
	var next *Token
	if i+1 < end {
		next = &d.Tokens[i+1]
	}
	switch {
	case t.plays(negates):
		return (next == nil || !next.plays(inert)) && !orNot(d.Tokens, i)
	case t.plays(denies):
		return next != nil && deniedBy(t.Norm, next.Norm)
	}
	return false
}

// deniedBy says whether a word negates together with the one after it.
func deniedBy(word, next string) bool {
	switch word {
	case "instead", "rather":
		return next == "of" || next == "than"
	case "far":
		return next == "from"
	}
	return next == "to" // fails to
}

// orNot says whether token i is the "not" of "whether or not".
func orNot(tokens []Token, i int) bool {
	return i > 0 && tokens[i].Norm == "not" && tokens[i-1].Norm == "or"
}
