package site

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"fencepost/lessons"
	"fencepost/views"
)

// partOf is the part of a lesson's page that views names: "rail", or "check
// self-fencing".
func partOf(e *Edition, l *lessons.Lesson, name string) (part, bool) {
	kind, id, _ := strings.Cut(name, " ")
	f, ok := part{name: name}, true
	switch kind {
	case "mast":
		f.state, f.view = mastState, mastView
	case "rail":
		f.state, f.view = readState, railView
	case "start":
		f.state, f.view = startState, startView
	case "explain":
		f.state, f.view = explainState, explainView
	case "figure":
		ok = figurePart(e, l, id, &f)
	case "check":
		ok = checkPart(l, id, &f)
	case "predict":
		ok = predictPart(l, id, &f)
	case "challenge":
		ok = challengePart(l, id, &f)
	case "lab":
		ok = labPart(l, id, &f)
	default:
		ok = false
	}
	return f, ok
}

// A state is a key: what differs is appended otherwise.

func appendNumber(to []byte, n int) []byte { return binary.AppendVarint(to, int64(n)) }

func appendText(to []byte, s string) []byte { return append(appendNumber(to, len(s)), s...) }

func appendBits(to []byte, bits ...bool) []byte {
	for _, b := range bits {
		to = append(to, byte(count(b)))
	}
	return to
}

func mastState(p *lessonPage, to []byte) []byte {
	v := p.reader
	to = appendBits(to, v.Lapsed, v.Hidden, v.Desk, v.Cohorts, v.Admin)
	to = appendText(appendText(appendNumber(appendNumber(to, v.Due), v.News), v.Name), v.Reader)
	if v.Name == "" {
		to = appendText(to, v.Next)
	}
	return to
}

func mastView(p *lessonPage) templ.Component { return views.Masthead(p.chrome()) }

func readState(p *lessonPage, to []byte) []byte {
	for i := range p.lesson.Steps {
		to = appendBits(to, slices.Contains(p.record.Read, p.lesson.Steps[i].ID))
	}
	return to
}

func railView(p *lessonPage) templ.Component { return views.LessonRail(p.outline()) }

func startState(p *lessonPage, to []byte) []byte {
	at := p.record.Standing
	return appendNumber(appendNumber(readState(p, to), answered(p.lesson, at)), labsPassed(p.lesson, at))
}

func startView(p *lessonPage) templ.Component { return views.LessonStart(p.outline()) }

func explainState(p *lessonPage, to []byte) []byte {
	d, last := p.record.draft, p.record.newest
	to = appendNumber(appendNumber(appendNumber(to, p.record.Explanations), int(d.Revision)), int(d.AtMS))
	to = appendText(appendText(to, d.Text), last.ID)
	if d.Revision == 0 {
		to = appendText(to, last.Text)
	}
	return to
}

func explainView(p *lessonPage) templ.Component { return views.ExplainForm(p.explain()) }

// appendAnswers appends what a check shows of the answers to it so far: how many
// there are, how the first one went, whether one was right, and the last one.
func appendAnswers(to []byte, p *lessonPage, check string) []byte {
	t := p.record.triesAt(check)
	return append(appendBits(appendNumber(to, t.N), t.First, t.Done), t.Last...)
}

// appendTries appends what was answered to one thing so far.
func appendTries(to []byte, p *lessonPage, item string) []byte {
	for i := range p.record.attempts {
		if a := &p.record.attempts[i]; a.Item == item {
			to = appendBits(to, a.Right)
			to = append(appendNumber(to, len(a.Answer)), a.Answer...)
		}
	}
	return to
}
