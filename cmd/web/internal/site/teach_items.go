package site

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/lessons/grade"
	"fencepost/store"
	"fencepost/views"
)

// item is one key point or misconception that a review speaks of.
type item struct {
	id        string
	n         int // 0 for a misconception
	name      string
	statement string
	machine   string // "" where the scorer does not know it
	finding   grade.Finding
}

// choices are the verdicts that a person may give.
func (i item) choices() []string {
	if i.n == 0 {
		return []string{"present", "unsure", "missing"}
	}
	return []string{"covered", "unsure", "missing", "contradicted"}
}

// items are what a review speaks of: what the scorer judged, in its order, then
// what the rubric asks for since.
func (at sitting) items() []item {
	var points, mixups []item
	r := at.reading()
	for i, f := range r.result.Points {
		it := item{id: f.ID, n: i + 1, name: "A point that this lesson no longer asks for (" + f.ID + ")", machine: string(f.Verdict), finding: f}
		if k := r.point(f.ID); k != nil {
			it.name, it.statement = k.Name, k.Statement
		}
		points = append(points, it)
	}
	for _, f := range r.result.Misconceptions {
		it := item{id: f.ID, name: "A mix-up that this lesson no longer names (" + f.ID + ")", machine: string(f.Verdict), finding: f}
		if k := r.misconception(f.ID); k != nil {
			it.name, it.statement = k.Name, k.Wrong
		}
		mixups = append(mixups, it)
	}
	points, mixups = at.newItems(points, mixups)
	return append(points, mixups...)
}

// newItems adds what the rubric has and the score has not.
func (at sitting) newItems(points, mixups []item) ([]item, []item) {
	if at.rubric == nil {
		return points, mixups
	}
	for _, k := range at.rubric.Points {
		if !slices.ContainsFunc(points, func(i item) bool { return i.id == k.ID }) {
			points = append(points, item{id: k.ID, n: len(points) + 1, name: k.Name, statement: k.Statement})
		}
	}
	for _, k := range at.rubric.Misconceptions {
		if !slices.ContainsFunc(mixups, func(i item) bool { return i.id == k.ID }) {
			mixups = append(mixups, item{id: k.ID, name: k.Name, statement: k.Wrong})
		}
	}
	return points, mixups
}

// verdict is what the form shows of an item: what was typed, else what is in
// force, else what the scorer says.
func (at sitting) verdict(i item) string {
	if v, ok := at.typed.verdicts[i.id]; ok {
		return v
	}
	if at.file.InForce != nil {
		if v, ok := at.file.InForce.Verdicts[i.id]; ok {
			return v
		}
	}
	if i.machine == "" {
		return "missing"
	}
	return i.machine
}

// reviewForm is the form in which the answer is judged.
func (s *Site) reviewForm(at sitting) views.TeachForm {
	f := views.TeachForm{
		Action: withQuery(s.teachAct(at.file.Explanation.ID, "reviews"), at.query),
		Key:    newKey(), Off: !at.holds, Comment: at.typed.comment, Max: maxComment, Submit: "Save and next",
	}
	if at.holds {
		f.Token = strconv.FormatInt(at.file.Lease.Token, 10)
	}
	if at.file.InForce != nil {
		f.Seen = at.file.InForce.ID
	}
	first := at.first()
	for _, i := range at.items() {
		p := at.point(i)
		if i.n > 0 && i.n <= 9 {
			p.Key = strconv.Itoa(i.n)
		}
		p.Focus = i.id == first
		if i.n > 0 {
			f.Points = append(f.Points, p)
		} else {
			f.Mixups = append(f.Mixups, p)
		}
	}
	return f
}

// first is the item to look at first: what the student disputes, or else what
// the scorer is in doubt about; "" for none.
func (at sitting) first() string {
	doubtful := ""
	for _, i := range at.items() {
		switch {
		case claimed(at.file, i.id) != "":
			return i.id
		case doubtful == "" && (i.machine == "unsure" || i.machine == "contradicted"):
			doubtful = i.id
		}
	}
	return doubtful
}

func (at sitting) point(i item) views.TeachPoint {
	p := views.TeachPoint{
		N: i.n, ID: i.id, Name: i.name, Statement: i.statement, Machine: i.machine, Verdict: at.verdict(i),
		Why: whyUnsure(i.finding.Why), Disputed: claimed(at.file, i.id),
	}
	if i.machine != "" {
		p.Probability = fmt.Sprintf("%.2f", i.finding.Probability)
		p.Place = strconv.FormatFloat(100*min(max(i.finding.Probability, 0), 1), 'f', 1, 64) + "%"
	}
	for _, v := range i.choices() {
		text := verdictWord(v)
		if i.n == 0 {
			text = mixupSaid(v)
		}
		p.Choices = append(p.Choices, views.TeachChoice{Value: v, Text: text, Chosen: v == p.Verdict})
	}
	return p
}

// claimed is what the student says of an item, while nobody has judged since.
func claimed(f store.File, item string) string {
	for _, d := range slices.Backward(f.Disputes) {
		switch {
		case d.Item != item:
		case f.InForce != nil && d.AtMS <= f.InForce.AtMS:
			return ""
		case d.Claim == notMeant:
			return "The student did not mean this."
		default:
			return "The student says that they said it."
		}
	}
	return ""
}

func lower(s string) string { return strings.ToLower(s[:min(1, len(s))]) + s[min(1, len(s)):] }
