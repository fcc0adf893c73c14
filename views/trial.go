package views

import "fmt"

// Predict is a question about a run that is not shown yet. It never says what
// comes of the run before the reader has said what to expect.
type Predict struct {
	Lesson  string
	ID      string
	Query   string // "?freeze=12s": what the page's address says of its figures; or ""
	Ask     string // HTML, already safe
	Options []Expected
	Key     string // idempotency key of the answer
	Error   string // what was wrong with what was sent, said at the form

	Outcome *Came // nil until the prediction is made
}

// Expected is one outcome that can be expected.
type Expected struct {
	ID       string
	HTML     string
	Chosen   bool   // the reader expected this
	Came     bool   // this is what comes; only where Predict.Outcome is there
	Feedback string // HTML; "" unless Chosen
}

// Came is what came of a run.
type Came struct {
	Verdict RunVerdict
	Step    int     // that decided it
	Entries []Event // how it came to that: the deciding entry last, each with the address of its step
	Steps   []int   // their numbers in the run
	Figure  string  // id of the figure
	Open    string  // address of the run at the deciding step
	Begin   string  // and at its first step
	Quote   string  // address that takes the run along to the explanation; "" where there is none
}

// Challenge asks for a run that reaches a goal.
type Challenge struct {
	Lesson   string
	ID       string
	Query    string
	Ask      string // HTML, already safe
	FigureID string
	Figure   string // "Figure 1"
	Held     []Field
	Fields   []TryField
	Tries    []Tried // newest first
	Total    int     // of tries; more than are listed, maybe
	Done     bool    // solved at least once
	Solved   string  // HTML, said once it is solved
	Key      string
	Error    string
}

// TryField sets one thing that a challenge leaves free.
type TryField struct {
	ID      string // of the element
	Name    string // of the parameter, or "tape"
	Label   string
	Value   string // "12s"
	Shown   string // "12 s"
	Help    string // "0 s to 30 s"
	Options []ControlValue
}

// Tried is one run that was handed in.
type Tried struct {
	N       int
	Run     string // what the reader set: "A is frozen for 9 s"
	Verdict RunVerdict
	Word    string // "Solved", "Not yet"
	Said    string // why it is not solved, as text
	HTML    string // the same from the lesson's author, already safe
	Solved  bool
	Href    string // opens it in the figure
}

// tryButton names what the button does.
func tryButton(c *Challenge) string {
	if c.Total > 0 {
		return "Hand in another run"
	}
	return "Hand in this run"
}

// triesSaid says in words how often it was tried.
func triesSaid(c *Challenge) string {
	switch {
	case c.Total == 0:
		return "There is no limit to tries."
	case c.Done && c.Total == 1:
		return "Solved at the first try."
	case c.Done && c.Tries[0].Solved:
		return fmt.Sprintf("Solved, after %s.", count(c.Total, "try", "tries"))
	case c.Done:
		return fmt.Sprintf("Solved before. %s so far.", capital(count(c.Total, "try", "tries")))
	}
	return fmt.Sprintf("%s so far. There is no limit.", capital(count(c.Total, "try", "tries")))
}

// cameWord opens what is said of an option once the run was shown.
func cameWord(o Expected) string {
	switch {
	case o.Came && o.Chosen:
		return "You expected this, and it is what happens"
	case o.Came:
		return "This is what happens"
	}
	return "You expected this, and it does not happen"
}

// cameClass is the class of an option once the run was shown.
func cameClass(o Expected, shown bool) string {
	switch {
	case shown && o.Came:
		return "right"
	case shown && o.Chosen:
		return "wrong"
	}
	return ""
}

func cameGlyph(o Expected) string {
	if o.Came {
		return "g-ok"
	}
	return "g-no"
}

// stepWords names a step of a run: "step 8, 14 s".
func stepWords(n int, time string) string { return fmt.Sprintf("Step %d, %s", n, time) }
