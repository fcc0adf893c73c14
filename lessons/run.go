package lessons

import "slices"

// FigureRun is a run that a fence names: of a figure of the same lesson, which
// starts from what that figure first shows.
type FigureRun struct {
	Figure string            // the figure's id
	Set    map[string]string // parameters that are not as the figure first shows them, as text
	Tape   string            // what happens at each choice, "0.2.1"; "" for none

	FigurePos Pos
	SetPos    map[string]Pos // where each key of Set stands
	TapePos   Pos
}

// Outcome is what a run may come to. Exactly one field is set.
type Outcome struct {
	Verdict string // the kind of its verdict: "unsafe"
	Value   string // what it leaves behind in the end, in the simulator's word
	Breaks  string // the name of an invariant that it breaks; challenges only
	Pos     Pos    // of the word
}

// Predict is a question about the outcome of a run, asked before the run is
// shown: a fence whose info string is "predict NAME". Which option is right is
// not written anywhere: the run decides.
type Predict struct {
	ID        string // explicit and permanent: attempts in the database point at it
	Ask       string // HTML
	AskText   string
	Run       FigureRun
	Meanwhile map[string]string // parameters of the run that the figure shows until the prediction is made; nil: its own
	Options   []Prediction
	Pos       Pos

	MeanwhilePos map[string]Pos
}

// Prediction is one outcome that a reader can expect.
type Prediction struct {
	ID       string // explicit and permanent within the fence
	HTML     string
	Text     string
	Outcome  Outcome // Verdict or Value
	Feedback string  // HTML, shown to those who expected this; "" for none
	Pos      Pos
}

// Challenge asks for a run that reaches a goal: a fence whose info string is
// "challenge NAME". The reader answers it by driving the figure.
type Challenge struct {
	ID       string // explicit and permanent: attempts in the database point at it
	Ask      string // HTML
	AskText  string
	Run      FigureRun // where readers begin; Set is what must stay as it is
	Free     []Phrase  // parameters that they may set; "tape" is the order of events
	Goal     Outcome
	Minimise string // the parameter that must be as small as the goal allows; "" for none
	TooMuch  string // HTML, said where the goal is reached and Minimise is not the least
	Solved   string // HTML, said when it is solved
	Pos      Pos

	MinimisePos Pos
}

// FreeTape is the name in Challenge.Free that stands for the order of events.
const FreeTape = "tape"

func (*Predict) block()   {}
func (*Challenge) block() {}

// Predicts are the lesson's predictions in reading order.
func (l *Lesson) Predicts() []*Predict { return blocksOf[*Predict](l) }

// Predict finds a prediction of the lesson by its id; nil for none.
func (l *Lesson) Predict(id string) *Predict {
	return find(l.Predicts(), func(p *Predict) bool { return p.ID == id })
}

// Challenges are the lesson's challenges in reading order.
func (l *Lesson) Challenges() []*Challenge { return blocksOf[*Challenge](l) }

// Challenge finds a challenge of the lesson by its id; nil for none.
func (l *Lesson) Challenge(id string) *Challenge {
	return find(l.Challenges(), func(c *Challenge) bool { return c.ID == id })
}

// blocksOf are the blocks of one type in reading order.
func blocksOf[B Block](l *Lesson) []B {
	var out []B
	for _, s := range l.Steps {
		for _, b := range s.Blocks {
			if b, ok := b.(B); ok {
				out = append(out, b)
			}
		}
	}
	return out
}

// Figure finds a figure of the lesson by its id; nil for none.
func (l *Lesson) Figure(id string) *Figure {
	return find(l.Figures(), func(f *Figure) bool { return f.ID == id })
}

// find is the first that is the one; nil for none.
func find[T any](all []*T, is func(*T) bool) *T {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i]
	}
	return nil
}
