package grade

import "math"

// Answer is an explanation that was scored before, with what people said of
// its points since: true where they say that the student says it.
type Answer struct {
	ID    string
	Text  string
	Marks map[string]bool // by key point; without those that nobody marked
}

// Move is a verdict that changes from one scorer to another.
type Move struct {
	Answer, Point string
	Before, After Finding
}

// Change is what adopting another scorer would do to answers. People's marks
// stay what they are: they are only what agreement is measured by.
type Change struct {
	Up, Down, Other []Move // towards covered, away from it, and the rest
	Marks           int
	AgreeBefore     float64 // share of the marks that the scorer agrees with, in [0,1]; NaN without marks
	AgreeAfter      float64
}

// Compare scores answers by two scorers. Answers that one of them was trained
// on flatter it: ask for agreement on others.
func Compare(before, after *Scorer, answers []Answer) Change {
	var c Change
	agreeBefore, agreeAfter := 0, 0
	for _, a := range answers {
		old, young := before.Score(a.Text), after.Score(a.Text)
		for _, f := range young.Points {
			was, ok := findingOf(old.Points, f.ID)
			if !ok {
				continue
			}
			c.move(Move{a.ID, f.ID, was, f})
			if mark, marked := a.Marks[f.ID]; marked {
				c.Marks++
				agreeBefore += truth(was.agrees(mark))
				agreeAfter += truth(f.agrees(mark))
			}
		}
	}
	c.AgreeBefore, c.AgreeAfter = math.NaN(), math.NaN()
	if c.Marks > 0 {
		c.AgreeBefore = float64(agreeBefore) / float64(c.Marks)
		c.AgreeAfter = float64(agreeAfter) / float64(c.Marks)
	}
	return c
}

func findingOf(list []Finding, id string) (Finding, bool) {
	for _, f := range list {
		if f.ID == id {
			return f, true
		}
	}
	return Finding{}, false
}

// agrees says whether a finding, unsure ones by their probability, says what
// a mark does.
func (f *Finding) agrees(mark bool) bool {
	if f.Verdict == Unsure {
		return mark == (f.Probability >= 0.5)
	}
	return mark == (f.Verdict == Covered)
}

// move files a changed verdict.
func (c *Change) move(m Move) {
	if m.Before.Verdict == m.After.Verdict {
		return
	}
	switch from, to := rank(m.Before.Verdict), rank(m.After.Verdict); {
	case to > from:
		c.Up = append(c.Up, m)
	case to < from:
		c.Down = append(c.Down, m)
	default:
		c.Other = append(c.Other, m)
	}
}

// rank orders verdicts by how much of the point they grant.
func rank(v Verdict) int {
	switch v {
	case Covered:
		return 2
	case Unsure:
		return 1
	}
	return 0
}
