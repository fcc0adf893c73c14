package demo

import (
	"math/big"
	"slices"
	"strings"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// answer is what somebody answers to a check who knows it or does not. ok is
// false for a kind of check that is not known here.
func (c *course) answer(by chance, check *lessons.Check, knows bool) (a lessons.Answer, ok bool) {
	switch body := check.Body.(type) {
	case *lessons.Numeric:
		return lessons.Answer{Text: decimal(reckoned(by, body, knows))}, true
	case *lessons.Matching:
		return lessons.Answer{Pairs: paired(by, check, knows)}, true
	case *lessons.Sentence:
		return c.sentenceAnswer(by, body.Point, knows)
	}
	switch {
	case check.Type == lessons.Order:
		return lessons.Answer{Options: ordered(by, check, knows)}, true
	case len(check.Options) == 0:
		return a, false
	case knows && check.Type == lessons.Multiple:
		return lessons.Answer{Options: rightOptions(check)}, true
	case knows:
		return lessons.Answer{Options: rightOptions(check)[:1]}, true
	}
	return lessons.Answer{Options: wrongOptions(by, check)}, true
}

func rightOptions(c *lessons.Check) []string {
	var out []string
	for _, o := range c.Options {
		if o.Right {
			out = append(out, o.ID)
		}
	}
	slices.Sort(out)
	return out
}

// wrongOptions is one wrong option, or of several the right ones with one too
// many or too few. Wrong options are not equally tempting: the earlier, the
// more.
func wrongOptions(by chance, c *lessons.Check) []string {
	i := min(by.IntN(len(c.Options)), by.IntN(len(c.Options)))
	if c.Type != lessons.Multiple {
		for n := 0; c.Options[i].Right && n < len(c.Options); n++ {
			i = (i + 1) % len(c.Options)
		}
		return []string{c.Options[i].ID}
	}
	out := rightOptions(c)
	switch k := slices.Index(out, c.Options[i].ID); {
	case k < 0:
		out = append(out, c.Options[i].ID)
		slices.Sort(out)
	case len(out) > 1:
		out = slices.Delete(out, k, k+1)
	}
	return out
}

// ordered is the right order, or one with two neighbours exchanged.
func ordered(by chance, c *lessons.Check, knows bool) []string {
	var out []string
	for _, o := range c.Options {
		out = append(out, o.ID)
	}
	if i := by.IntN(max(len(out)-1, 1)); !knows && len(out) > 1 {
		out[i], out[i+1] = out[i+1], out[i]
	}
	return out
}

// paired are the right partners, or those of two options exchanged.
func paired(by chance, c *lessons.Check, knows bool) map[string]string {
	out := map[string]string{}
	for _, o := range c.Options {
		out[o.ID] = o.Partner
	}
	if i := by.IntN(len(c.Options)); !knows && len(c.Options) > 1 {
		a, b := c.Options[i], c.Options[(i+1)%len(c.Options)]
		out[a.ID], out[b.ID] = b.Partner, a.Partner
	}
	return out
}

// reckoned is the number, or one that people come to in a known way, or one
// that is far off.
func reckoned(by chance, k *lessons.Numeric, knows bool) *big.Rat {
	switch {
	case knows:
		return k.Answer
	case len(k.Mistakes) > 0:
		return one(by, k.Mistakes).Value
	}
	off := new(big.Rat).Add(new(big.Rat).Abs(k.Answer), big.NewRat(1, 1))
	return off.Add(off, new(big.Rat).Add(k.Answer, k.Tolerance))
}

// decimal writes a number without zeros that say nothing.
func decimal(x *big.Rat) string {
	text := x.FloatString(6)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// sentenceAnswer is a sentence of some sample that makes the point, or of any
// that does not, with what the scorer says of it.
func (c *course) sentenceAnswer(by chance, point string, knows bool) (a lessons.Answer, ok bool) {
	if knows {
		a.Text, ok = c.sentence(by, point)
	} else {
		s := one(by, c.lesson.Samples.Get())
		a.Text, ok = around(s.Text, 0), s.Points[point] == 0
	}
	if !ok || len(a.Text) < 20 || len(a.Text) > 300 {
		return a, false
	}
	heard := c.scorer.Hear(point, a.Text)
	a.Verdict, a.Wrong = spoken(heard.Verdict), heard.Against
	return a, true
}

// spoken is a scorer's verdict as a check has it.
func spoken(v grade.Verdict) string {
	switch v {
	case grade.Covered:
		return lessons.Says
	case grade.Unsure:
		return lessons.Unclear
	}
	return lessons.Not
}
