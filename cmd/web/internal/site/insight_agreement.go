package site

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"fencepost/views"
)

// agreed is how scorer and people judged an item in one week.
type agreed struct {
	weekMS           int64
	same, differ     int
	leftToPeople     int // the scorer was not sure
	tooGood, tooHard int // scorer said covered and people did not, and the reverse
}

// agreementChart is how often people came to the scorer's verdict, a point at a
// time and a week at a time. Where the scorer was not sure it asked for a
// person, and neither agreed nor differed.
func (b *lessonBoard) agreementChart() views.Chart {
	c := views.Chart{
		ID: "agreement", Title: "Scorer and people",
		Lede:  "Of the verdicts that people gave, how many the scorer had come to by itself, week by week. Where it was not sure it asked, and that counts neither way.",
		Table: views.ChartTable{Head: []string{"Point", "Week of", "Agree", "Differ", "Scorer too kind", "Scorer too strict", "Scorer not sure"}},
	}
	var rows []views.ChartRow
	span := b.weekSpan()
	for _, i := range b.judgedItems() {
		all := b.byWeek(i.id)
		if len(all) == 0 {
			continue
		}
		for _, a := range all {
			c.Table.Rows = append(c.Table.Rows, []views.ChartCell{
				cellText(i.text), cellText(weekDay(a.weekMS)), cellInt(a.same), cellInt(a.differ), cellInt(a.tooGood), cellInt(a.tooHard), cellInt(a.leftToPeople),
			})
		}
		rows = append(rows, b.agreementRow(i, all, span))
	}
	if len(rows) == 0 {
		c.Empty = "No person has judged an answer in this lesson yet."
	}
	c.Groups = []views.ChartGroup{{Rows: rows}}
	return c
}

// judgedItems are the points and mix-ups that people judge.
func (b *lessonBoard) judgedItems() []question {
	var out []question
	for i, p := range b.lesson.Rubric.Points {
		out = append(out, question{p.ID, fmt.Sprintf("%d. %s", i+1, p.Name)})
	}
	for _, m := range b.lesson.Rubric.Misconceptions {
		out = append(out, question{m.ID, "Mix-up: " + m.Name})
	}
	return out
}

// byWeek adds up what was judged of an item, oldest week first.
func (b *lessonBoard) byWeek(item string) []agreed {
	found := map[int64]*agreed{}
	for _, a := range b.agreement {
		if a.Item != item {
			continue
		}
		w := found[a.WeekMS]
		if w == nil {
			w = &agreed{weekMS: a.WeekMS}
			found[a.WeekMS] = w
		}
		w.add(a.Machine, a.Person, a.Times)
	}
	var out []agreed
	for _, w := range found {
		out = append(out, *w)
	}
	slices.SortFunc(out, func(x, y agreed) int { return int((x.weekMS - y.weekMS) / weekMS) })
	return out
}

func (a *agreed) add(machine, person string, n int) {
	switch {
	case machine == "unsure":
		a.leftToPeople += n
	case machine == person:
		a.same += n
	default:
		a.differ += n
		switch {
		case machine == "covered" || person == "present":
			a.tooGood += n
		case person == "covered" || machine == "present":
			a.tooHard += n
		}
	}
}

const weekMS = 7 * 24 * 3600 * 1000

// weeks is a stretch of time that is drawn.
type weeks struct{ fromMS, n int64 }

// weekSpan is from the first to the last week in which anything was judged.
func (b *lessonBoard) weekSpan() weeks {
	if len(b.agreement) == 0 {
		return weeks{n: 1}
	}
	first, last := b.agreement[0].WeekMS, b.agreement[0].WeekMS
	for _, a := range b.agreement {
		first, last = min(first, a.WeekMS), max(last, a.WeekMS)
	}
	return weeks{first, (last-first)/weekMS + 1}
}

// postHeight is how tall a week's post is, in pixels.
const postHeight = 42

func (b *lessonBoard) agreementRow(i question, all []agreed, span weeks) views.ChartRow {
	var same, n, asked int
	row := views.ChartRow{Label: i.text, Href: b.teach(b.deskFor("lesson", b.lesson.Slug, "point", i.id, "state", "reviewed"))}
	for _, a := range all {
		same, n, asked = same+a.same, n+a.same+a.differ, asked+a.leftToPeople
		if a.same+a.differ > 0 {
			row.Weeks = append(row.Weeks, weekPost(a, span))
		}
	}
	if n > 0 {
		row.Value = outOf(same, n)
	}
	row.Words = fmt.Sprintf("In %d %s, %s verdicts agree", len(row.Weeks), plural(len(row.Weeks), "week", "weeks"), outOf(same, n))
	if n-same > 0 {
		row.Parts = append(row.Parts, views.ChartPart{Kind: "differ", Text: digits(n-same) + " differ"})
	}
	if asked > 0 {
		row.Parts = append(row.Parts, views.ChartPart{Kind: "unsure", Text: digits(asked) + " where the scorer was not sure"})
	}
	return row
}

// weekPost places a week's post: in the middle of the week's share of the width.
func weekPost(a agreed, span weeks) views.ChartWeek {
	n := a.same + a.differ
	height := portion(a.same, n) * postHeight
	px := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
	return views.ChartWeek{
		X:   strconv.FormatFloat(100*(float64((a.weekMS-span.fromMS)/weekMS)+.5)/float64(span.n), 'f', 2, 64) + "%",
		Top: px(3 + postHeight - height), Height: px(height), Differ: px(postHeight - height),
		Begin: weekDay(a.weekMS), Agree: a.same, N: n,
	}
}

// weekDay is the Monday on which a week begins, in UTC as weeks are counted.
func weekDay(ms int64) string { return time.UnixMilli(ms).UTC().Format("2 Jan 2006") }
