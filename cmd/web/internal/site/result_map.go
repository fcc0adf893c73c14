package site

import (
	"slices"

	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
	"fencepost/views"
)

// reading is one score as it is shown: the stored result, read against the
// rubric as it is today. Findings whose id the rubric no longer has are shown
// with what was stored.
type reading struct {
	text     string
	result   grade.Result
	rubric   *lessons.Rubric // nil where the lesson or its rubric is gone
	disputes []store.Dispute
	revealed bool
	shown    func(run string) *views.RunRef // what words refer to; nil: nothing
	step     func(id string) views.Link     // a step of the lesson; nil: none is linked to
}

// fill writes everything that the score says into the page.
func (r reading) fill(v *views.Result) {
	v.Heading, v.Lede = r.heading(), r.lede()
	v.Tally = r.tally()
	v.Points = r.points()
	v.Misconceptions = r.mixups()
	v.Text = pieces(r.text, r.spans())
	v.Gates = gates(r.result.Flags)
	if r.rubric != nil && r.rubric.Version != r.result.Rubric {
		v.Gates = append(v.Gates, "The points of this lesson were edited after this was scored; "+
			"what you see is what was said then.")
	}
}

func (r reading) count(v grade.Verdict) int {
	n := 0
	for _, f := range r.result.Points {
		if f.Verdict == v {
			n++
		}
	}
	return n
}

func (r reading) heading() string {
	covered, of := r.count(grade.Covered), len(r.result.Points)
	switch {
	case of == 0:
		return "This explanation has no points to compare with"
	case covered == of && of == 1:
		return "The one point is clear"
	case covered == of && of == 2:
		return "Both points are clear"
	case covered == of:
		return "All " + spell(of) + " points are clear"
	case of == 1:
		return "The one point is not clear yet"
	case covered == 0:
		return "None of the " + spell(of) + " points is clear yet"
	}
	return sentence(spell(covered)) + " of " + spell(of) + " points " + plural(covered, "is", "are") + " clear"
}

// lede says in one sentence what is not clear.
func (r reading) lede() string {
	var parts []string
	add := func(v grade.Verdict, one, many string) {
		if n := r.count(v); n > 0 {
			parts = append(parts, spell(n)+" "+plural(n, one, many))
		}
	}
	add(grade.Unsure, "is nearly there", "are nearly there")
	add(grade.Missing, "is not in it yet", "are not in it yet")
	add(grade.Contradicted, "is said the other way round", "are said the other way round")
	switch {
	case len(r.result.Points) == 0:
		return ""
	case len(parts) == 0:
		return "Everything that a strong answer says is in yours."
	}
	return sentence(series(parts)) + "."
}

func (r reading) tally() []views.Tally {
	var out []views.Tally
	for _, v := range []grade.Verdict{grade.Covered, grade.Unsure, grade.Missing, grade.Contradicted} {
		if n := r.count(v); n > 0 || v == grade.Covered {
			out = append(out, views.Tally{Verdict: string(v), N: n})
		}
	}
	return out
}

// points are the findings on key points, numbered as stored.
func (r reading) points() []views.Point {
	var out []views.Point
	for i, f := range r.result.Points {
		p := views.Point{
			N: i + 1, ID: f.ID, Verdict: string(f.Verdict), Name: "A point that this lesson no longer asks for (" + f.ID + ")",
			Quotes: quotes(r.text, sound(r.text, f.Evidence)), Disputed: said(r.disputes, f.ID), Proof: proof(r.disputes, f.ID, r.shown),
		}
		if k := r.point(f.ID); k != nil {
			p.Name = k.Name
			if f.Verdict != grade.Covered {
				p.Hint = k.Hint
			}
			if r.revealed {
				p.Model = k.Statement
			}
		}
		if f.Verdict == grade.Contradicted {
			p.Mixup = r.denial(f.ID)
		}
		out = append(out, p)
	}
	return out
}

// mixups are the misconceptions found that no contradicted point already shows.
func (r reading) mixups() []views.Mixup {
	var out []views.Mixup
	for _, f := range r.result.Misconceptions {
		if (f.Verdict == grade.Present || f.Verdict == grade.Unsure) && !r.shownAtPoint(f.ID) {
			out = append(out, r.mixup(f))
		}
	}
	return out
}

func (r reading) mixup(f grade.Finding) views.Mixup {
	m := views.Mixup{
		ID: f.ID, Verdict: string(f.Verdict), Name: "A mix-up that this lesson no longer names (" + f.ID + ")",
		Quotes: quotes(r.text, sound(r.text, f.Evidence)), Disputed: said(r.disputes, f.ID), Proof: proof(r.disputes, f.ID, r.shown),
	}
	if k := r.misconception(f.ID); k != nil {
		m.Name, m.Wrong = k.Name, k.Wrong
		if r.step != nil && k.Step != "" {
			m.Treated = r.step(k.Step)
		}
	}
	return m
}

// denial is the misconception found in the text that denies the point, or nil.
func (r reading) denial(point string) *views.Mixup {
	for _, f := range r.result.Misconceptions {
		k := r.misconception(f.ID)
		if f.Verdict == grade.Present && k != nil && slices.Contains(k.Contradicts, point) {
			m := r.mixup(f)
			return &m
		}
	}
	return nil
}

// shownAtPoint says whether a contradicted point already carries the misconception.
func (r reading) shownAtPoint(id string) bool {
	return slices.ContainsFunc(r.result.Points, func(f grade.Finding) bool {
		if f.Verdict != grade.Contradicted {
			return false
		}
		m := r.denial(f.ID)
		return m != nil && m.ID == id
	})
}

// spans are the student's words that count for a finding, in the order of the findings.
func (r reading) spans() []span {
	var out []span
	add := func(n int, f grade.Finding) {
		for _, e := range sound(r.text, f.Evidence) {
			out = append(out, span{e, views.Mark{N: n, ID: f.ID, Verdict: string(f.Verdict)}})
		}
	}
	for i, f := range r.result.Points {
		if f.Verdict != grade.Missing {
			add(i+1, f)
		}
	}
	for _, f := range r.result.Misconceptions {
		if (f.Verdict == grade.Present || f.Verdict == grade.Unsure) && !r.shownAtPoint(f.ID) {
			add(0, f)
		}
	}
	return out
}

func (r reading) point(id string) *lessons.KeyPoint { return pointOf(r.rubric, id) }

func (r reading) misconception(id string) *lessons.Misconception {
	if r.rubric != nil {
		for i := range r.rubric.Misconceptions {
			if r.rubric.Misconceptions[i].ID == id {
				return &r.rubric.Misconceptions[i]
			}
		}
	}
	return nil
}

// said is the learner's newest word against one finding, or "".
func said(disputes []store.Dispute, item string) string {
	for _, d := range slices.Backward(disputes) {
		if d.Item != item {
			continue
		}
		text := "You said: “I did say this.”"
		if d.Claim == notMeant {
			text = "You said: “I did not mean that.”"
		}
		if d.Reason != "" {
			text += " " + d.Reason
		}
		return text
	}
	return ""
}

// gates is what each flag that fired says to the student. A flag withholds
// nothing that the student did say; the words tell what to mend.
func gates(flags []grade.Flag) []string {
	var out []string
	for _, f := range flags {
		if text := gateText(f); text != "" {
			out = append(out, text)
		}
	}
	return out
}

func gateText(f grade.Flag) string {
	switch f {
	case grade.TooShort:
		return "This is too short to tell whether a point is meant. Say a little more about each."
	case grade.Copied:
		return "Much of this stands in the lesson word for word. Say it as you would to a colleague."
	case grade.KeywordList:
		return "This reads as a list of terms. A point counts once a sentence says how the terms hang together."
	case grade.Repetition:
		return "The same words come again and again. Each point needs to be said once."
	case grade.Addressed:
		return "Part of this speaks to whoever marks it. Only what it says about the idea counts."
	case grade.OffTopic:
		return "This seems to be about something else. Read the question above the box once more."
	case grade.Gaming: // stands beside the flag that says why
		return ""
	}
	return "A check of this text asks a person to look at it (" + string(f) + ")."
}
