package lessons

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The bounds of a sentence, in characters.
const (
	minSentence = 15
	maxSentence = 400
)

// Sentence asks for a sentence or two that make one key point of the lesson's
// rubric. Whether they do, the scorer says.
type Sentence struct {
	Point    string // id of a key point
	PointPos Pos
}

// The verdicts on a sentence, as Answer.Verdict holds them.
const (
	Says    = "says"    // it makes the point
	Unclear = "unclear" // it may
	Not     = "not"     // it does not
)

func (k *Sentence) read(l *loader, m *mapping, c *Check) {
	k.Point, k.PointPos = m.text("point", "name a key point of rubric.yaml by its id"), m.at(m.node)
	if m.has("point") {
		k.PointPos = m.at(m.value["point"])
	}
	c.Right = l.said(m, "right", "say something to those who made the point")
	c.Wrong = l.said(m, "wrong", "say to the others what to think about, without making the point")
}

func (k *Sentence) take(_ *Check, f Fields, _ Aids) (Answer, string) {
	text := strings.TrimSpace(strings.ReplaceAll(f.get("text"), "\r\n", "\n"))
	a := Answer{Text: text}
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		return a, "Write a sentence first."
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return Answer{Text: strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")}, "Some characters could not be read. Look the sentence over."
	case n < minSentence:
		return a, fmt.Sprintf("Write at least %d characters; a whole sentence says more than a word.", minSentence)
	case n > maxSentence:
		return a, fmt.Sprintf("Keep it to %d characters; these are %d. One sentence is enough.", maxSentence, n)
	}
	return a, ""
}

// mark goes by what the scorer said when the sentence was handed in.
func (k *Sentence) mark(c *Check, a Answer) Marking {
	switch {
	case a.Verdict == Says:
		return Marking{Right: true, Whole: &Remark{Right: true, HTML: c.Right}}
	case a.Text == "":
		return Marking{}
	}
	return Marking{Whole: &Remark{Close: a.Verdict == Unclear, HTML: c.Wrong}, Wrong: a.Wrong}
}

func (k *Sentence) lay(_ *Check, a Answer, _ Aids) Sheet { return Sheet{Text: a.Text} }

// sentences reports checks about key points that the rubric does not have.
func (l *loader) sentences(rubric *Rubric) {
	for _, c := range l.lesson.Checks() {
		k, ok := c.Body.(*Sentence)
		if !ok || k.Point == "" {
			continue
		}
		var points []string
		if rubric != nil {
			points = idsOf(rubric.Points, func(p KeyPoint) string { return p.ID })
		}
		switch {
		case rubric == nil:
			l.add(k.PointPos, "write rubric.yaml with this key point", "%q is about a key point and there is no rubric.yaml", c.ID)
		case !slices.Contains(points, k.Point):
			l.add(k.PointPos, didYouMean(k.Point, points), "the rubric has no key point %q", k.Point)
		}
	}
}
