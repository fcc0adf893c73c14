package site

import (
	"cmp"
	"net/url"
	"slices"
	"time"

	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// lessonPage is everything that the page of one lesson is made from.
type lessonPage struct {
	links
	edition *Edition
	lesson  *lessons.Lesson
	reader  views.Visitor
	record  record
	query   url.Values // what the address asks of the figures
	shuffle func(salt string, n int) []int
	newKey  func() string // idempotency keys of forms; nil: random ones
	asked   string        // the query as it stands in the address, with its question mark
	refused refused
	state   []byte // of the part that was joined last; its memory is used again
}

// refused is what was just sent and not taken: said at its form, with what the
// learner had entered.
type refused struct {
	check   string   // the check's id, or ""
	chosen  []string // options of a prediction
	answer  answer   // to a check, as far as it could be read
	fields  url.Values
	explain bool
	text    string
	run     string // that went with the text
	message string
}

func (p lessonPage) view() views.Lesson {
	v := p.outline()
	for i, s := range p.lesson.Steps {
		v.Steps[i].Blocks = p.blocks(s.Blocks)
	}
	if v.Explain != nil {
		v.Explain.Intro = p.blocks(p.lesson.Explain)
	}
	v.Practise = p.blocks(p.lesson.Practise)
	return v
}

// outline is the lesson without what its steps hold.
func (p lessonPage) outline() views.Lesson {
	l := p.lesson
	v := views.Lesson{
		Chrome: p.chrome(),
		Slug:   l.Slug, Category: l.Category, Title: l.Title, Summary: l.Summary, Emblem: l.Emblem, Drawing: l.Drawing,
		ChecksDone: answered(l, p.record.Standing), Checks: questions(l),
		Labs: len(l.Labs()), LabsSolved: labsPassed(l, p.record.Standing),
		Reference: columns(l.Reference), Explain: p.explain(),
		Reading: sources(l.Reading), Related: p.related(),
	}
	for i, s := range l.Steps {
		v.Steps = append(v.Steps, views.Step{N: i + 1, ID: s.ID, Title: s.Title, Read: slices.Contains(p.record.Read, s.ID)})
	}
	return v
}

func (p lessonPage) chrome() views.Chrome {
	l := p.lesson
	return views.Chrome{Title: l.Title, Nav: "concepts", Description: l.Summary, Canonical: p.whole(p.links.lesson(l.Slug))}
}

// key is an idempotency key for one form.
func (p lessonPage) key() string {
	if p.newKey != nil {
		return p.newKey()
	}
	return newKey()
}

// blocks turns the parts of a section into what is shown.
func (p lessonPage) blocks(in []lessons.Block) []views.Block {
	var out []views.Block
	for _, b := range in {
		switch b := b.(type) {
		case *lessons.Prose:
			out = append(out, views.Block{HTML: p.edition.html(b, b.HTML)})
		case *lessons.Note:
			out = append(out, views.Block{Note: &views.Note{Title: b.Title, HTML: p.edition.html(b, b.HTML)}})
		case *lessons.Figure:
			if f, ok := p.figure(b); ok {
				out = append(out, f)
			}
		case *lessons.Check:
			c := p.check(b)
			out = append(out, views.Block{Check: &c})
		case *lessons.Predict:
			v := p.predict(b)
			out = append(out, views.Block{Predict: &v})
		case *lessons.Challenge:
			v := p.challenge(b)
			out = append(out, views.Block{Challenge: &v})
		case *lessons.LabPlace:
			out = append(out, p.labPlace(b))
		}
	}
	return out
}

// check shows the last answer with what is said of it, or the one that was
// refused, of which nothing is said.
func (p lessonPage) check(c *lessons.Check) views.Check {
	tries := p.record.triesAt(c.ID)
	v := views.Check{
		Lesson: p.lesson.Slug, ID: c.ID, Query: p.asked, Ask: c.Ask, Kind: string(c.Type),
		Key: p.key(), Tries: tries.N, Marked: marked(tries), Done: tries.Done,
	}
	var given answer
	var said lessons.Marking
	switch {
	case p.refused.check == c.ID:
		given, v.Error = p.refused.answer, p.refused.message
	case tries.N > 0:
		given = givenIn(tries.Last)
		said = c.Mark(given)
	}
	aids := aidsOf(p.lesson)
	aids.Shuffle = p.shuffle
	fillIn(&v, c.Lay(given, aids), said)
	if said.Whole != nil {
		v.Said = p.said(said)
	}
	return v
}

// fillIn shows a sheet with its marks.
func fillIn(v *views.Check, s lessons.Sheet, said lessons.Marking) {
	v.Text, v.Unit, v.Right = s.Text, s.Unit, said.Right
	for _, r := range s.Rows {
		o := views.Option{ID: r.ID, HTML: r.HTML, Text: r.Text, Chosen: r.Chosen, Place: r.Place, Partner: r.Partner}
		if remark, ok := said.Options[cmp.Or(r.Marked, r.ID)]; ok {
			o.Verdict, o.Feedback = verdict(remark.Right), remark.HTML
		}
		v.Options = append(v.Options, o)
	}
	for _, r := range s.Partners {
		v.Partners = append(v.Partners, views.Partner{ID: r.ID, Text: r.Text})
	}
}

// said is what is said of an answer as a whole.
func (p lessonPage) said(m lessons.Marking) *views.Said {
	v := &views.Said{Verdict: verdict(m.Whole.Right), HTML: m.Whole.HTML}
	if m.Whole.Close {
		v.Verdict = "close"
	}
	if p.lesson.Rubric != nil {
		v.Wrong = wrongs(p.lesson.Rubric, m.Wrong)
	}
	return v
}

func verdict(right bool) string {
	if right {
		return "right"
	}
	return "wrong"
}

// marked is what the first answer was: the one that counts.
func marked(t store.ItemTries) string {
	if t.N == 0 {
		return ""
	}
	return verdict(t.First)
}

// explain is the box: with what was refused, else the draft, else what was
// handed in last.
func (p lessonPage) explain() *views.Explain {
	r := p.lesson.Rubric
	if r == nil {
		return nil
	}
	d := p.record.draft
	v := &views.Explain{
		Lesson: p.lesson.Slug, Prompt: r.Prompt,
		Text: d.Text, Min: r.MinChars, Max: r.MaxChars, Key: p.key(),
		Revision: d.Revision, SavedMS: d.AtMS, Saved: clock(d.AtMS), Attempts: p.record.Explanations,
	}
	if last := p.record.newest; last.ID != "" {
		v.LastResult = p.explanation(last.ID)
		if d.Revision == 0 { // nothing was begun since: revise what was handed in
			v.Text = last.Text
		}
	}
	if p.refused.explain {
		v.Text, v.Error = p.refused.text, p.refused.message
	}
	v.Count = characters(plainText(v.Text))
	v.Run = p.takenAlong()
	return v
}

// clock is a time of day in UTC, or "" for none.
func clock(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("15:04")
}

func columns(in []lessons.Column) []views.RefColumn {
	var out []views.RefColumn
	for _, c := range in {
		out = append(out, views.RefColumn{Title: c.Title, Items: c.Items})
	}
	return out
}

func sources(in []lessons.Source) []views.Source {
	var out []views.Source
	for _, s := range in {
		out = append(out, views.Source(s))
	}
	return out
}

// related leads to the lessons that there are; the others are shown as coming.
func (p lessonPage) related() []views.Related {
	var out []views.Related
	for _, r := range p.lesson.Related {
		v := views.Related{Name: r.Name, Line: r.Line}
		if l, ok := p.edition.library.Lesson(r.Slug); ok {
			v.Name, v.Href = l.Title, p.links.lesson(l.Slug)
		}
		out = append(out, v)
	}
	return out
}
