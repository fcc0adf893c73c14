package demo

import (
	"maps"
	"slices"
	"strings"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// account is a text with what is true of it: what it says, by the labels of
// the samples that it was made of, and what the scorer says.
type account struct {
	text     string
	says     map[string]int // points, 1 where made
	believes map[string]int // misconceptions
	result   grade.Result
}

func (c *course) score(a account) account {
	a.result = c.scorer.Score(a.text)
	return a
}

// first is what a student of some quality says at first: a sample, or nearly
// the words of a fellow student.
func (c *course) first(by chance, quality float64) (account, bool) {
	if len(c.heard) > 0 && by.hits(0.09) {
		a := one(by, c.heard)
		if text := retold(by, a.text); c.fits(text) && text != a.text {
			a.text = text
			return c.score(a), true
		}
	}
	s, ok := c.fresh(quality)
	if !ok {
		return account{}, false
	}
	a := c.score(account{text: s.Text, says: s.Points, believes: s.Misconceptions})
	c.heard = append(c.heard, a)
	return a, true
}

// retold is the same in nearly the same words.
func retold(by chance, text string) string {
	switch by.IntN(4) {
	case 0:
		return "I think " + lowerFirst(text)
	case 1:
		return strings.TrimRight(text, ".!") + ", as I understand it."
	case 2:
		return "In short: " + text
	}
	return strings.ToLower(text)
}

func lowerFirst(s string) string {
	if len(s) < 2 || s[0] < 'A' || s[0] > 'Z' || s[1] < 'a' || s[1] > 'z' {
		return s
	}
	return string(s[0]|0x20) + s[1:]
}

// again is what a student says after a: the same and one point more, or
// something else.
func (c *course) again(by chance, a account, quality float64) (account, bool) {
	if by.hits(0.6) {
		if b, ok := c.added(by, a); ok {
			return b, true
		}
	}
	s, ok := c.fresh(quality)
	if !ok {
		return account{}, false
	}
	return c.score(account{text: s.Text, says: s.Points, believes: s.Misconceptions}), true
}

// added is a with the sentence of a sample that makes a point which a does not.
func (c *course) added(by chance, a account) (account, bool) {
	var open []string
	for _, p := range c.lesson.Rubric.Points {
		if a.says[p.ID] == 0 {
			open = append(open, p.ID)
		}
	}
	if len(open) == 0 {
		return account{}, false
	}
	point := one(by, open)
	said, ok := c.sentence(by, point)
	text := strings.TrimSpace(a.text) + " " + said
	if !ok || !c.fits(text) {
		return account{}, false
	}
	says := maps.Clone(a.says)
	says[point] = 1
	return c.score(account{text: text, says: says, believes: a.believes}), true
}

// sentence finds in some sample the sentence by which it makes a point, going
// by the words that the scorer quotes.
func (c *course) sentence(by chance, point string) (string, bool) {
	const looked = 12
	for range looked {
		s := one(by, c.lesson.Samples.Get())
		if s.Points[point] == 0 || !honest(s) {
			continue
		}
		r := c.scorer.Score(s.Text)
		i := slices.IndexFunc(r.Points, func(f grade.Finding) bool { return f.ID == point })
		if i < 0 || len(r.Points[i].Evidence) == 0 {
			continue
		}
		if said := around(s.Text, r.Points[i].Evidence[0].Start); len(said) > 20 {
			return said, true
		}
	}
	return "", false
}

func honest(s lessons.Sample) bool { return s.Copied+s.Gaming+s.OffTopic == 0 }

// around is the sentence that holds byte i of a text.
func around(text string, i int) string {
	start := strings.LastIndexAny(text[:i], ".!?\n") + 1
	end := len(text)
	if n := strings.IndexAny(text[i:], ".!?\n"); n >= 0 {
		end = i + n + 1
	}
	return strings.TrimSpace(text[start:end])
}
