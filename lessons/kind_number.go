package lessons

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// Numeric asks for a number.
type Numeric struct {
	Answer    *big.Rat
	Tolerance *big.Rat            // how far an answer may be off and still be right; never nil
	Unit      string              // "" for none
	Units     map[string]*big.Rat // other units that may be typed: how much of Unit each is
	Mistakes  []Mistake
	Again     []*Check // the same question with other numbers, for spaced review
}

// Mistake is a number that people come to in a known way.
type Mistake struct {
	Value    *big.Rat
	Feedback string // HTML
	Pos      Pos
}

func (k *Numeric) read(l *loader, m *mapping, c *Check) {
	k.Answer = k.number(l, m, "answer", "write the number")
	k.Tolerance = new(big.Rat)
	if m.has("tolerance") {
		k.Tolerance = k.number(l, m, "tolerance", "write how far an answer may be off")
		if k.Tolerance.Sign() < 0 {
			l.add(m.at(m.value["tolerance"]), "write 0 or more", "a tolerance below 0 lets nothing pass")
		}
	}
	if m.has("unit") {
		k.Unit = m.plain("unit", "write the unit as it stands behind the number")
	}
	k.units(l, m)
	for _, n := range m.list("mistakes") {
		if o, ok := m.mapping(n, "a mistake", "value", "feedback"); ok {
			k.mistake(l, o)
		}
	}
	c.Right = l.said(m, "right", "say why it is so, to someone who has it right")
	c.Wrong = l.said(m, "wrong", "say to everybody else what to look at, without giving the number")
	for _, n := range m.list("again") {
		if o, ok := m.mapping(n, "other numbers", "ask", "answer", "right"); ok {
			k.Again = append(k.Again, k.again(l, o, c))
		}
	}
}

// again reads the question with other numbers. Tolerance, units and what is said
// of a wrong answer are the check's.
func (k *Numeric) again(l *loader, m *mapping, c *Check) *Check {
	body := &Numeric{Answer: k.number(l, m, "answer", "write the number"), Tolerance: k.Tolerance, Unit: k.Unit, Units: k.Units}
	if m.has("answer") && k.near(body.Answer) {
		l.add(m.at(m.value["answer"]), "choose numbers that lead elsewhere", "the answer with other numbers is the same, %s", decimal(body.Answer))
	}
	other := &Check{ID: c.ID, Type: Number, Wrong: c.Wrong, Body: body, Pos: m.at(m.node)}
	other.Ask, other.AskText = l.ask(m)
	other.Right = l.said(m, "right", "say why it is so, to someone who has it right")
	return other
}

// number is a number that must be there; 0 after a reported problem.
func (k *Numeric) number(l *loader, m *mapping, key, mend string) *big.Rat {
	s := m.text(key, mend)
	x, ok := parseNumber(s)
	if s != "" && !ok {
		l.add(m.at(m.value[key]), "write digits, as in 12, 0.5 or 1/3", "%q is no number", s)
	}
	return x
}

func (k *Numeric) units(l *loader, m *mapping) {
	if !m.has("units") {
		return
	}
	if k.Unit == "" {
		l.add(m.at(m.key["units"]), "give the unit of the answer", "there are other units and no unit")
	}
	set, ok := m.mapping(m.value["units"], `"units"`)
	if !ok {
		return
	}
	k.Units = map[string]*big.Rat{}
	for _, name := range set.order {
		k.Units[name] = k.number(l, set, name, "say how much of the answer’s unit it is: ms: 0.001")
		if k.Units[name].Sign() <= 0 {
			l.add(set.at(set.key[name]), "say how much of the answer’s unit it is: ms: 0.001", "%q is worth nothing", name)
		}
	}
}

// mistake reads one number that people come to. It must not be a right one.
func (k *Numeric) mistake(l *loader, m *mapping) {
	x := Mistake{Value: k.number(l, m, "value", "write the number"), Pos: m.at(m.node)}
	x.Feedback = l.said(m, "feedback", "say how people come to it, and what they overlook")
	if m.has("value") && k.near(x.Value) {
		l.add(m.at(m.value["value"]), "take it out, or make the tolerance smaller", "the mistake %s counts as right", decimal(x.Value))
	}
	k.Mistakes = append(k.Mistakes, x)
}

// Text is the right number with its unit, as a sentence has it.
func (k *Numeric) Text() string {
	if k.Unit == "" {
		return decimal(k.Answer)
	}
	return decimal(k.Answer) + "\u00a0" + k.Unit
}

// near says whether a number is right.
func (k *Numeric) near(x *big.Rat) bool {
	off := new(big.Rat).Sub(x, k.Answer)
	return off.Abs(off).Cmp(k.Tolerance) <= 0
}

func (k *Numeric) take(_ *Check, f Fields, _ Aids) (Answer, string) {
	text := strings.TrimSpace(f.get("text"))
	if text == "" {
		return Answer{}, "Write a number first."
	}
	x, ok := k.parse(text)
	switch {
	case !ok && k.Unit != "":
		return Answer{Text: cut(text)}, "Write one number, in " + k.Unit + ": digits, as in 12, 0.5 or 1/3."
	case !ok:
		return Answer{Text: cut(text)}, "Write one number: digits, as in 12, 0.5 or 1/3."
	}
	return Answer{Text: decimal(x)}, ""
}

// cut keeps what was typed, within reason.
func cut(text string) string {
	const most = 200
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}

// parse reads a number in the answer's unit, or in one that it can be turned
// into.
func (k *Numeric) parse(text string) (*big.Rat, bool) {
	if x, ok := parseNumber(text); ok {
		return x, true
	}
	for _, unit := range k.known() {
		rest, found := strings.CutSuffix(text, unit)
		if x, ok := parseNumber(rest); found && ok {
			if factor, other := k.Units[unit]; other {
				x.Mul(x, factor)
			}
			return x, true
		}
	}
	return nil, false
}

// known are the units, the longest first: ms is not so many m of s.
func (k *Numeric) known() []string {
	var out []string
	if k.Unit != "" {
		out = append(out, k.Unit)
	}
	for u := range k.Units {
		out = append(out, u)
	}
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

var (
	digits    = regexp.MustCompile(`^[+-]?(\d{1,15}(\.\d{1,15})?|\.\d{1,15}|\d{1,15}/\d{1,15})$`)
	thousands = regexp.MustCompile(`^[+-]?\d{1,3}([ ,]\d{3})+(\.\d+)?$`)
	comma     = regexp.MustCompile(`^[+-]?\d+,\d+$`)
)

// parseNumber reads a number as people write it: 12, -0.5, 1/3, 1,000 and
// 20 000; and 0,5, where the comma cannot part thousands.
func parseNumber(text string) (*big.Rat, bool) {
	text = strings.NewReplacer("−", "-", "\u00a0", " ", "\u202f", " ", "\u2009", " ", "½", "1/2", "¼", "1/4", "¾", "3/4").Replace(text)
	text = strings.TrimSpace(text)
	switch {
	case thousands.MatchString(text):
		text = strings.NewReplacer(" ", "", ",", "").Replace(text)
	case comma.MatchString(text):
		text = strings.Replace(text, ",", ".", 1)
	}
	if !digits.MatchString(text) {
		return new(big.Rat), false
	}
	x, ok := new(big.Rat).SetString(text)
	if !ok {
		return new(big.Rat), false
	}
	return x, true
}

// decimal writes a number as short as can be: 0.5, 12, and 1/3 where no
// decimal is exact.
func decimal(x *big.Rat) string {
	n, exact := x.FloatPrec()
	if !exact {
		return x.RatString()
	}
	return x.FloatString(n)
}

// mark holds an answer against the number, and then against what people come
// to.
func (k *Numeric) mark(c *Check, a Answer) Marking {
	x, ok := k.parse(a.Text)
	switch {
	case !ok:
		return Marking{}
	case k.near(x):
		return Marking{Right: true, Whole: &Remark{Right: true, HTML: c.Right}}
	}
	for _, m := range k.Mistakes {
		if x.Cmp(m.Value) == 0 {
			return Marking{Whole: &Remark{HTML: m.Feedback}}
		}
	}
	return Marking{Whole: &Remark{HTML: c.Wrong}}
}

func (k *Numeric) lay(_ *Check, a Answer, _ Aids) Sheet { return Sheet{Text: a.Text, Unit: k.Unit} }
