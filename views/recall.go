package views

// Recall is the page on which things are asked again.
type Recall struct {
	Chrome   Chrome
	Status   string      // said once: what came of the form before
	Item     *RecallItem // nil: nothing is asked
	Heading  string      // where nothing is asked
	Lede     string
	Notes    []string
	Ways     []Link // where to go instead
	Done     int    // of today's share
	Share    int
	Undo     *RecallForm
	Plan     RecallPlan
	Settings string
}

// RecallItem is one thing that is asked.
type RecallItem struct {
	Form    RecallForm
	Lesson  Link
	Sort    string // "A check"
	Why     string // why it is asked: "Missed on 27 November."
	Changed string // what is other than in the lesson; "" for nothing
	Check   Check
}

// RecallForm is where a form goes and what it carries along.
type RecallForm struct {
	Action string
	Hidden []Hidden
}

// RecallResult is what came of one answer.
type RecallResult struct {
	Chrome  Chrome
	Lesson  Link
	Sort    string
	Changed string
	Check   Check
	Outcome string // "right", "wrong" or "doubt"
	Heading string
	Said    []string     // what is to be known now: what was answered, what came of the run
	Right   *RecallRight // the right answer; nil where it was given or is the model
	Quote   string       // the learner's sentence
	Model   string       // the key point as a strong answer says it
	Wrong   []string     // misconceptions in the sentence
	Due     string       // when it comes back; "" while that waits for a rating
	Ask     string       // over the ratings; "" for none to give
	Ratings []RecallRating
	Rate    RecallForm
	Next    Link
	See     *Link // where the lesson treats it
	Run     *Link // the run, in the figure
	Undo    *RecallForm
	Undone  bool // it was taken back
}

// RecallRight is a right answer: a sentence, or one that is ended by a list.
type RecallRight struct {
	Lede    string
	Items   []RecallLine
	Ordered bool
}

// RecallLine is one thing of a right answer, with what belongs to it or "".
type RecallLine struct{ Text, With string }

// RecallRating is one way to say how it went.
type RecallRating struct {
	Value, Word, Due string // Due: "in 3 days"
	Given            bool
}

// RecallPlan is what is due over four weeks.
type RecallPlan struct {
	Line  string // in a sentence
	Days  []RecallDay
	Most  int
	Empty bool
}

// RecallDay is one day of the plan.
type RecallDay struct {
	Date    string // "Mon 1 Dec"
	Short   string // under the post; "" for most
	Due     int    // falls due
	Planned int
	X, Y, H string // of the post, in per cent and pixels
}

// RecallSettings is how somebody wants to review.
type RecallSettings struct {
	Chrome   Chrome
	Status   string
	Daily    Form
	Feed     RecallFeed
	NoLetter string // why no letters can be had; "" where they can
}

// RecallFeed is the calendar.
type RecallFeed struct {
	There   bool
	Address string // shown once, when it is made
	Make    Form
	End     Form
}
