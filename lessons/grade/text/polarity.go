package text

// reach is how many words a negation covers at most.
const reach = 9

// negators turn what follows them in their clause.
var negators = set("not no never none nobody nothing neither nor without cant dont doesnt didnt wont wouldnt " +
	"couldnt shouldnt isnt arent wasnt werent hasnt havent hadnt mustnt neednt shant dontknow nowhere " +
	"hardly barely impossible unable lacks ni nadie nunca")

// concord are the negators that only repeat another one before them in the
// same clause in informal speech: "we don't need to ask nobody".
var concord = set("no nobody nothing none nowhere neither nor never ni nadie")

// inert are words after which "no" or "not" denies nothing.
var inert = set("only just matter doubt merely longerterm")

// polarity marks the tokens under negation, supposition and attribution.
func (d *Doc) polarity() {
	for _, c := range d.Clauses {
		d.negate(c)
	}
	for i := range d.Sents {
		d.suppose(d.Sents[i])
		d.attribute(d.Sents[i])
	}
}

// negate marks the tokens of one clause that a negator covers. Covering twice
// turns a token back, save where the second negator merely echoes the first.
func (d *Doc) negate(c Span) {
	seen := false
	for i := c.Start; i < c.End; i++ {
		if !d.negatorAt(i, c.End) || seen && concord[d.Tokens[i].Norm] {
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
	w := d.Tokens[i].Norm
	next := ""
	if i+1 < end {
		next = d.Tokens[i+1].Norm
	}
	switch {
	case negators[w]:
		return !inert[next] && !orNot(d.Tokens, i)
	case w == "fail" || w == "fails" || w == "failed" || w == "failing":
		return next == "to"
	case w == "instead" || w == "rather":
		return next == "of" || next == "than"
	case w == "far":
		return next == "from"
	}
	return false
}

// orNot says whether token i is the "not" of "whether or not".
func orNot(tokens []Token, i int) bool {
	return i > 0 && tokens[i].Norm == "not" && tokens[i-1].Norm == "or"
}

// suppositions open a stretch that is supposed, not said.
var suppositions = set("if unless would could should might suppose imagine ideally hopefully maybe perhaps")

// suppose marks what follows a supposition to the end of its sentence.
func (d *Doc) suppose(s Span) {
	on := false
	for i := s.Start; i < s.End; i++ {
		on = on || suppositions[d.Tokens[i].Norm]
		d.Tokens[i].Cond = on
	}
}
