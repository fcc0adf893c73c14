package site

import (
	"github.com/a-h/templ"

	"fencepost/lessons"
	"fencepost/views"
)

// order is a random order that a check asks for.
type order struct {
	salt string
	n    int
}

// ordersOf are those that a check asks for, whatever was answered.
func ordersOf(l *lessons.Lesson, c *lessons.Check) []order {
	var out []order
	aids := aidsOf(l)
	aids.Shuffle = func(salt string, n int) []int {
		out = append(out, order{salt, n})
		return make([]int, n)
	}
	c.Lay(answer{}, aids)
	return out
}

func checkPart(l *lessons.Lesson, id string, f *part) bool {
	c := l.Check(id)
	if c == nil {
		return false
	}
	orders := ordersOf(l, c)
	f.state = func(p *lessonPage, to []byte) []byte {
		for _, o := range orders {
			for _, place := range p.shuffle(o.salt, o.n) {
				to = appendNumber(to, place)
			}
		}
		return appendAnswers(to, p, id)
	}
	f.view = func(p *lessonPage) templ.Component {
		v := p.check(c)
		return views.CheckView(&v)
	}
	return true
}

// answeredPart is what a script gets for an answer to a check, whose part of the
// page is question.
func answeredPart(l *lessons.Lesson, c *lessons.Check, question *part) part {
	return part{
		name: "answered " + c.ID,
		state: func(p *lessonPage, to []byte) []byte {
			return appendNumber(question.state(p, to), answered(l, p.record.Standing))
		},
		view: func(p *lessonPage) templ.Component {
			v := p.check(c)
			return views.CheckFragment(&v, answered(l, p.record.Standing), questions(l))
		},
	}
}

func predictPart(l *lessons.Lesson, id string, f *part) bool {
	b := l.Predict(id)
	if b == nil {
		return false
	}
	f.state = func(p *lessonPage, to []byte) []byte { return appendTries(to, p, id) }
	f.view = func(p *lessonPage) templ.Component {
		v := p.predict(b)
		return views.PredictView(&v)
	}
	return true
}

func challengePart(l *lessons.Lesson, id string, f *part) bool {
	b := l.Challenge(id)
	if b == nil {
		return false
	}
	f.state = func(p *lessonPage, to []byte) []byte {
		return appendTries(veilState(p, to, b.Run.Figure), p, id)
	}
	f.view = func(p *lessonPage) templ.Component {
		v := p.challenge(b)
		return views.ChallengeView(&v)
	}
	return true
}

func figurePart(e *Edition, l *lessons.Lesson, id string, f *part) bool {
	stage, ok := e.stage(l.Slug, id)
	f.state = func(p *lessonPage, to []byte) []byte { return veilState(p, to, id) }
	f.view = func(p *lessonPage) templ.Component {
		return views.FigureBody(stageView(stage, nil, p.unpredicted(stage)))
	}
	return ok
}

// veilState is what is still to be predicted of what a figure shows.
func veilState(p *lessonPage, to []byte, figure string) []byte {
	if stage, ok := p.edition.stage(p.lesson.Slug, figure); ok {
		if ask := p.unpredicted(stage); ask != nil {
			return appendText(to, ask.ID)
		}
	}
	return appendText(to, "")
}

func labPart(l *lessons.Lesson, id string, f *part) bool {
	place := &lessons.LabPlace{Lab: l.Lab(id)}
	if place.Lab == nil {
		return false
	}
	f.state = func(p *lessonPage, to []byte) []byte {
		at := p.labAt(id)
		return appendBits(appendNumber(to, at.Tries), at.Passed, at.Revealed)
	}
	f.view = func(p *lessonPage) templ.Component { return views.LabPlaceView(p.labPlace(place).Lab) }
	return true
}
