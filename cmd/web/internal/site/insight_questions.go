package site

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fencepost/cmd/web/internal/trial"
	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// given is an answer to a question with how often it was given.
type given struct {
	text         string
	right        bool
	first, times int
}

// optionChart is what students answered at first, the hardest check first.
func (b *lessonBoard) optionChart() views.Chart {
	c := views.Chart{
		ID: "options", Title: "Hardest questions",
		Lede:  "What students answered at first. The question that the fewest got right stands at the top.",
		Table: views.ChartTable{Head: []string{"Answer", "Question", "Right", "At first", "In all"}},
	}
	checks := slices.Clone(b.lesson.Checks())
	slices.SortStableFunc(checks, func(x, y *lessons.Check) int {
		rx, nx := firstRight(b.answered(x.ID, b.checkWords(x)))
		ry, ny := firstRight(b.answered(y.ID, b.checkWords(y)))
		return rx*max(ny, 1) - ry*max(nx, 1)
	})
	for _, check := range checks {
		if all := b.answered(check.ID, b.checkWords(check)); len(all) > 0 {
			right, n := firstRight(all)
			g := views.ChartGroup{Title: check.AskText, Href: b.questionHref(check.ID), Note: outOf(right, n) + " right at first"}
			g.Rows = answerRows(all, n)
			c.Groups = append(c.Groups, g)
			c.Table.Rows = append(c.Table.Rows, answerLines(all, check.AskText)...)
		}
	}
	if len(c.Groups) == 0 {
		c.Empty = "Nobody has answered a question yet."
	}
	return c
}

func (b *lessonBoard) questionHref(id string) string {
	return b.links.lesson(b.lesson.Slug) + "#check-" + id
}

// answered are the answers to a question, by what was given first most often.
// Answers that say the same in words are one.
func (b *lessonBoard) answered(item string, words func(answer) string) []given {
	var out []given
	for _, o := range b.options {
		if o.Item != item {
			continue
		}
		text := givenWords(o, words)
		i := slices.IndexFunc(out, func(g given) bool { return g.text == text && g.right == o.Right })
		if i < 0 {
			out = append(out, given{text: text, right: o.Right})
			i = len(out) - 1
		}
		out[i].first += o.First
		out[i].times += o.Times
	}
	slices.SortStableFunc(out, func(x, y given) int { return y.first - x.first })
	return out
}

// givenWords are an answer in the words of the lesson.
func givenWords(o store.OptionCount, words func(answer) string) string {
	var got answer
	if json.Unmarshal(o.Answer, &got) != nil {
		got = answer{}
	}
	return cmp.Or(words(got), "An answer to an earlier version")
}

// checkWords are answers to a check, of whatever kind, in words.
func (b *lessonBoard) checkWords(c *lessons.Check) func(answer) string {
	if c.Type == lessons.Choice || c.Type == lessons.Multiple {
		return optionWords(checkText(c))
	}
	return func(a answer) string { return c.Words(a, aidsOf(b.lesson)) }
}

// optionWords are chosen options by their texts.
func optionWords(text func(string) string) func(answer) string {
	return func(a answer) string {
		var all []string
		for _, id := range a.Options {
			all = append(all, text(id))
		}
		return strings.Join(all, " + ")
	}
}

// checkText finds an option's words; its id where it is gone.
func checkText(c *lessons.Check) func(string) string {
	return func(id string) string {
		for _, o := range c.Options {
			if o.ID == id {
				return o.Text
			}
		}
		return id + " (no longer offered)"
	}
}

// firstRight counts first answers that were right, and all of them.
func firstRight(all []given) (right, n int) {
	for _, g := range all {
		n += g.first
		if g.right {
			right += g.first
		}
	}
	return right, n
}

func answerRows(all []given, n int) []views.ChartRow {
	var out []views.ChartRow
	for _, g := range all {
		kind, word := "wrong", "wrong"
		if g.right {
			kind, word = "right", "right"
		}
		out = append(out, views.ChartRow{
			Label: g.text, Value: digits(g.first), Bars: stack(n, []string{kind}, []int{g.first}),
			Words: fmt.Sprintf("%s at first, %s, %d in all", outOf(g.first, n), word, g.times),
			Parts: []views.ChartPart{{Kind: kind, Text: word}, {Text: fmt.Sprintf("%d in all", g.times)}},
		})
	}
	return out
}

func answerLines(all []given, question string) [][]views.ChartCell {
	var out [][]views.ChartCell
	for _, g := range all {
		right := "no"
		if g.right {
			right = "yes"
		}
		out = append(out, []views.ChartCell{cellText(g.text), cellText(question), cellText(right), cellInt(g.first), cellInt(g.times)})
	}
	return out
}

// tries are how attempts until right are put together.
var tries = []struct{ kind, text string }{
	{"first", "at once"}, {"second", "at the second attempt"}, {"later", "later"}, {"never", "not yet"},
}

// untilChart is how many attempts students needed for each check and challenge.
// A prediction is made once.
func (b *lessonBoard) untilChart() views.Chart {
	c := views.Chart{
		ID: "attempts", Title: "Attempts until right", Lede: "How many students got a question right at which attempt.",
		Table: views.ChartTable{Head: []string{"Question", "At once", "Second attempt", "Later", "Not yet"}},
	}
	var rows []views.ChartRow
	for _, q := range b.tried() {
		counts := b.needed(q.id)
		whole := counts[0] + counts[1] + counts[2] + counts[3]
		if whole == 0 {
			continue
		}
		row := views.ChartRow{Label: q.text, Href: b.questionHref(q.id), Value: outOf(whole-counts[3], whole)}
		line := []views.ChartCell{cellText(q.text)}
		var kinds, said []string
		for i, t := range tries {
			kinds, line = append(kinds, t.kind), append(line, cellInt(counts[i]))
			if counts[i] > 0 {
				text := digits(counts[i]) + " " + t.text
				said = append(said, text)
				row.Parts = append(row.Parts, views.ChartPart{Kind: t.kind, Text: text})
			}
		}
		row.Words, row.Bars = strings.Join(said, ", "), stack(whole, kinds, counts[:])
		rows, c.Table.Rows = append(rows, row), append(c.Table.Rows, line)
	}
	if len(rows) == 0 {
		c.Empty = "Nobody has answered a question yet."
	}
	c.Groups = []views.ChartGroup{{Rows: rows}}
	return c
}

// question is one that may be tried again.
type question struct{ id, text string }

func (b *lessonBoard) tried() []question {
	var out []question
	for _, c := range b.lesson.Checks() {
		out = append(out, question{c.ID, c.AskText})
	}
	for _, c := range b.lesson.Challenges() {
		out = append(out, question{c.ID, c.AskText})
	}
	return out
}

// needed counts students as tries are put together.
func (b *lessonBoard) needed(item string) (n [4]int) {
	for _, u := range b.until {
		switch {
		case u.Item != item:
		case u.Attempts == 0:
			n[3] += u.Students
		default:
			n[min(u.Attempts, 3)-1] += u.Students
		}
	}
	return n
}

// predictionChart is what students expected beside what came.
func (b *lessonBoard) predictionChart() views.Chart {
	c := views.Chart{
		ID: "predictions", Title: "Predictions and outcomes", Lede: "What students expected of a run before they saw it, and what came of it.",
		Table: views.ChartTable{Head: []string{"Expected", "Question", "Came", "Students"}},
	}
	for _, p := range b.lesson.Predicts() {
		all := b.answered(p.ID, optionWords(predictionText(p)))
		right, n := firstRight(all)
		if n == 0 {
			continue
		}
		came := outcomeOf(b.lesson, p)
		g := views.ChartGroup{Title: p.AskText, Href: b.questionHref(p.ID), Note: outOf(right, n) + " expected what came"}
		if came != "" {
			g.Note += ": " + came
		}
		for _, a := range all {
			kind, word := "missing", "did not come"
			if a.right {
				kind, word = "covered", "came"
			}
			g.Rows = append(g.Rows, views.ChartRow{
				Label: a.text, Value: digits(a.first), Bars: stack(n, []string{kind}, []int{a.first}),
				Words: outOf(a.first, n) + " expected it, and it " + word, Parts: []views.ChartPart{{Kind: kind, Text: word}},
			})
			c.Table.Rows = append(c.Table.Rows, []views.ChartCell{cellText(a.text), cellText(p.AskText), cellText(word), cellInt(a.first)})
		}
		c.Groups = append(c.Groups, g)
	}
	if len(c.Groups) == 0 {
		c.Empty = "Nobody has predicted anything yet."
	}
	return c
}

func predictionText(p *lessons.Predict) func(string) string {
	return func(id string) string {
		for _, o := range p.Options {
			if o.ID == id {
				return o.Text
			}
		}
		return id + " (no longer offered)"
	}
}

// outcomeOf is what the run of a prediction comes to, in the words of its
// options; "" where none of them names it.
func outcomeOf(l *lessons.Lesson, p *lessons.Predict) string {
	setting, err := trial.Of(l, p.Run)
	if err != nil {
		return "" // content that lints has the run
	}
	run := setting.Run()
	if i := trial.Right(p, &run); i >= 0 {
		return p.Options[i].Text
	}
	return ""
}
