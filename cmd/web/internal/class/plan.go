package class

import (
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"fencepost/lessons"
)

// Kind is what a request is for.
type Kind string

// The kinds of request.
const (
	Catalogue Kind = "catalogue"
	Lesson    Kind = "lesson page"
	File      Kind = "style, script, font"
	Runs      Kind = "simulator, all runs"
	Run       Kind = "simulator, one run"
	Read      Kind = "step read"
	Predict   Kind = "prediction"
	Check     Kind = "check answered"
	Challenge Kind = "challenge tried"
	Draft     Kind = "draft saved"
	HandIn    Kind = "explanation handed in"
	Result    Kind = "result page"
	Answers   Kind = "own answers"
	Review    Kind = "review page"
	Recall    Kind = "review answered"
)

// Kinds are all of them, in the order of reports.
func Kinds() []Kind {
	return []Kind{Catalogue, Lesson, File, Runs, Run, Result, Answers, Review, Read, Predict, Check, Challenge, Draft, HandIn, Recall}
}

// Writes says whether a request stores something.
func (k Kind) Writes() bool {
	switch k {
	case Read, Predict, Check, Challenge, Draft, HandIn, Recall:
		return true
	}
	return false
}

// script says whether the page sends it by itself, and again where that fails.
func (k Kind) script() bool { return k == Draft || k == Read }

// once says whether a browser keeps what was asked for.
func (k Kind) once() bool { return k == File || k == Runs }

// Act is one thing that a student does.
type Act struct {
	After time.Duration // the act before was answered
	Kind  Kind
	Item  string // step, check, figure and so on
	Form  url.Values
	Text  string
}

// Course is a lesson that a class works on.
type Course struct {
	*lessons.Lesson
	texts []lessons.Sample // of which students' explanations are taken
}

// NewCourse reads the lesson's samples, once for the whole class.
func NewCourse(l *lessons.Lesson) Course { return Course{l, l.Samples.Get()} }

// Plan is what one student does in one session on a lesson, and when.
func Plan(l Course, seed, student uint64, length time.Duration) []Act {
	p := &planner{chance: newChance(seed, student), lesson: l}
	p.reads = readingSpeed * (1 + readingSpread*p.NormFloat64())
	p.reads = min(max(p.reads, readingSpeed/2), readingSpeed*2)
	p.types = typingSpeed * (1 + typingSpread*p.NormFloat64())
	p.types = min(max(p.types, typingSpeed/2), typingSpeed*2)
	p.knows = 0.4 + 0.5*p.Float64()
	p.open()
	for _, step := range l.Steps {
		p.step(step)
	}
	if l.Rubric != nil {
		p.explain()
	}
	p.review()
	hurry(p.acts, length)
	return p.acts
}

// hurry shrinks all times in proportion, where together they are longer.
func hurry(acts []Act, length time.Duration) {
	if all := duration(acts); all > length {
		for i := range acts {
			acts[i].After = time.Duration(float64(acts[i].After) * float64(length) / float64(all))
		}
	}
}

func duration(acts []Act) (all time.Duration) {
	for _, a := range acts {
		all += a.After
	}
	return all
}

// planner makes up one session.
type planner struct {
	chance
	lesson Course
	reads  float64 // words a minute
	types  float64 // words a minute
	knows  float64 // the probability of a right answer
	acts   []Act
}

func (p *planner) add(after time.Duration, k Kind, item string) *Act {
	p.acts = append(p.acts, Act{After: after, Kind: k, Item: item})
	return &p.acts[len(p.acts)-1]
}

// open comes by the catalogue to the lesson. The files of both come with them.
func (p *planner) open() {
	p.add(0, Catalogue, "")
	p.add(p.around(lookAroundTime, spread), Lesson, "")
	for _, f := range p.lesson.Figures() {
		p.add(0, Runs, f.ID)
	}
}

// step reads one step and does what it asks.
func (p *planner) step(s lessons.Step) {
	for _, b := range s.Blocks {
		switch b := b.(type) {
		case *lessons.Prose:
			p.read(b.Text)
		case *lessons.Note:
			p.read(b.Text)
		case *lessons.Figure:
			p.play(b)
		case *lessons.Predict:
			p.predict(b)
		case *lessons.Check:
			p.check(b)
		case *lessons.Challenge:
			p.try(b)
		}
	}
	p.add(p.rest(), Read, s.ID)
}

// read is time that passes until the next act.
func (p *planner) read(text string) {
	words := float64(len(strings.Fields(text)))
	p.add(time.Duration(words/p.reads*float64(time.Minute)), "", "")
}

// rest is the time of reading since the last request; acts that ask for nothing
// are only kept until then.
func (p *planner) rest() (at time.Duration) {
	for n := len(p.acts); n > 0 && p.acts[n-1].Kind == ""; n = len(p.acts) {
		at += p.acts[n-1].After
		p.acts = p.acts[:n-1]
	}
	return at
}

func (p *planner) do(after time.Duration, k Kind, item string) *Act {
	return p.add(p.rest()+after, k, item)
}

// explain writes, hands in and reads what came of it, once or twice.
func (p *planner) explain() {
	text := ""
	for range 1 + p.IntN(2) {
		text = p.account(text)
		p.write(text)
		p.do(2*time.Second, HandIn, "").Text = text
		p.add(0, Result, "")
		p.read(text + text) // what is quoted, and what is said of it
		p.add(p.around(resultTime, spread), "", "")
		p.do(0, Lesson, "")
	}
}

// account is an explanation of somebody's who means it, such as the box takes. It
// is another than the one before: the same text sent twice is one explanation.
func (p *planner) account(before string) string {
	for {
		s := pick(p.chance, p.lesson.texts)
		if n := utf8.RuneCountInString(s.Text); s.Gaming == 0 && s.OffTopic == 0 && s.Copied == 0 && n >= p.lesson.Rubric.MinChars && n <= p.lesson.Rubric.MaxChars && s.Text != before {
			return s.Text
		}
	}
}

// write types a text. After each burst the page saves it.
func (p *planner) write(text string) {
	words := strings.Fields(text)
	p.add(p.around(lookAroundTime, spread), "", "")
	for at := 0; at < len(words); {
		n := min(p.from(2, 6), len(words)-at)
		at += n
		typed := time.Duration(float64(n) / p.types * float64(time.Minute))
		p.do(typed, Draft, "").Text = strings.Join(words[:at], " ")
	}
}

// review looks at what was handed in and at what comes back.
func (p *planner) review() {
	p.do(p.around(lookAroundTime, spread), Answers, "")
	p.add(p.around(lookAroundTime, spread), Review, "")
	for range p.IntN(4) {
		p.add(p.around(checkTime, spread), Recall, "")
		p.add(p.around(lookAroundTime, spread), Review, "")
	}
}
