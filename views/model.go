// Package views holds the pages: templ components, the code that templ made
// of them, and the view models that they are drawn from. A view model is
// ready to be shown: nothing in here computes, looks up or decides.
package views

// Chrome is what surrounds every page.
type Chrome struct {
	Title       string // of the document; " · Fencepost" is added
	Nav         string // "concepts", "answers" or "": which link of the masthead is current
	Canonical   string // absolute address, or ""
	Noindex     bool   // learners' own pages
	Description string // one line for search engines and previews, or ""
	Lesson      bool   // a lesson, which needs no other sheet than static.Sheet
}

// Catalogue is the page at /.
type Catalogue struct {
	Chrome   Chrome
	Finished int
	Begun    int
	Total    int // lessons that exist
	Continue *GoOn
	Due      []DueLesson // what the reader's cohorts ask for next
	Groups   []CatalogueGroup
}

// Link is a word that leads somewhere.
type Link struct{ Text, Href string }

// GoOn leads back to where a learner left.
type GoOn struct {
	Link
	At string // "step three, One clock"
}

// Lesson is the page of one concept.
type Lesson struct {
	Chrome     Chrome
	Slug       string
	Category   string
	Title      string
	Summary    string
	Emblem     string
	Drawing    string // the lesson's own emblem, SVG that is safe already; "" for none
	ChecksDone int    // of its questions: checks, predictions and challenges together
	Checks     int
	Labs       int
	LabsSolved int
	Steps      []Step
	Reference  []RefColumn
	Explain    *Explain // nil where the lesson asks for none
	Practise   []Block
	Reading    []Source
	Related    []Related
}

// Step is one numbered section.
type Step struct {
	N      int
	ID     string
	Title  string
	Read   bool
	Blocks []Block
}

// Block is one part of a step: exactly one field is set.
type Block struct {
	HTML   string // already safe
	Note   *Note
	Figure *Figure
	Check  *Check

	Predict   *Predict
	Challenge *Challenge
	Lab       *LabPlace
}

// Note stands in the margin on wide pages.
type Note struct{ Title, HTML string }

// RefColumn is one list of the quick reference.
type RefColumn struct {
	Title string
	Items []string // HTML, already safe
}

// Source is one line of further reading.
type Source struct{ Title, Authors, Organisation, Kind, Date, URL, Why string }

// Related is a related concept; Href is "" while its lesson is to come.
type Related struct{ Name, Line, Href string }

// Check is a question. The page never says which option is right before that
// option was chosen.
type Check struct {
	Lesson   string
	ID       string
	Query    string // "?freeze=12s": what the page's address says of its figures, kept when an answer is sent; or ""
	Ask      string // HTML, already safe
	Kind     string // what is asked for: "choice", "multiple", "number", "order", "match", "line" or "short"
	Options  []Option
	Partners []Partner // that options of a match go with
	Text     string    // what was typed
	Unit     string    // behind a number; "" for none
	Said     *Said     // of the answer shown as a whole; nil for nothing
	Right    bool      // the answer shown is right
	Key      string    // idempotency key of the next answer
	Tries    int
	Done     bool   // answered right at least once
	Marked   string // what the first answer was: "", "right", "wrong"
	Error    string // what was wrong with what was sent, said at the form
}

// Option is one choice.
type Option struct {
	ID       string // "" for a line that cannot be chosen
	HTML     string
	Text     string // the same without markup
	Chosen   bool
	Place    int    // from 1, in an order
	Partner  string // id of the partner chosen for it
	Verdict  string // "", "right" or "wrong": only for options chosen in the answer shown
	Feedback string // HTML; "" unless Verdict is set
}

// Partner is what options of a match go with.
type Partner struct{ ID, Text string }

// Said is what is said of an answer as a whole.
type Said struct {
	Verdict string // "right", "close" or "wrong"
	HTML    string
	Wrong   []string // misconceptions in it, in the rubric's words
}

// Explain is the box in which a student explains the idea.
type Explain struct {
	Lesson     string
	Prompt     string
	Intro      []Block
	Text       string // the draft, or what was just refused
	Min, Max   int    // characters
	Count      int    // of Text, by the same rule that is enforced
	Key        string
	Revision   int64  // of the draft that Text came from
	Saved      string // "14:32" (UTC) or ""
	SavedMS    int64
	Error      string // shown at the field
	LastResult string // href of the newest result, or ""
	Attempts   int
	Run        *RunRef // goes with it when it is handed in; nil for none
}

// Result is the page of one explanation.
type Result struct {
	Chrome         Chrome
	Lesson         Link
	Heading        string // "Four of seven points are clear"
	Lede           string
	Tally          []Tally
	Text           []Piece // the student's words, cut where marks begin and end
	Run            *RunRef // the run that they refer to; nil for none
	Points         []Point
	Misconceptions []Mixup
	Gates          []string   // what the gates say to the student, one sentence or two each
	Pending        bool       // stored, not scored yet
	Judgement      *Judgement // what people decided; nil where nobody did
	Attempts       []AttemptRow
	Revise         string // href
	Revealed       bool
	RevealAction   string // where the form that asks for the model points goes
	DisputeAction  string
	Key            string
	Agreement      string // how well the scorer agrees with people on this rubric, or ""
	How            string // href of the page that explains scoring, or ""
}

// Tally is one count of the opener.
type Tally struct {
	Verdict string // covered, unsure, missing, contradicted
	N       int
}

// Piece is a run of the student's text. Marks name the points that it counts
// for, at most two are drawn; Starts are those whose evidence begins here.
type Piece struct {
	Text   string
	Marks  []Mark
	Starts []Mark
}

// Mark ties a piece of text to a point.
type Mark struct {
	N       int    // the point's number; 0 for a misconception
	ID      string // anchor of the finding
	Verdict string
	Level   int // 1 or 2: which underline
}

// Point is the finding on one key point.
type Point struct {
	N        int
	ID       string
	Verdict  string // covered, unsure, missing, contradicted
	Name     string
	Quotes   []string
	Hint     string
	Mixup    *Mixup  // the misconception that contradicts it
	Model    string  // what a strong answer says; "" until asked for
	Disputed string  // what the learner said against it, or ""
	Proof    *RunRef // the run that the learner said it with; nil for none
	By       string  // who decided, where a person did, or ""
}

// Mixup is a misconception that was found.
type Mixup struct {
	ID, Verdict, Name, Wrong string
	Quotes                   []string
	Treated                  Link // the step of the lesson that treats it; Href "" for none
	Disputed                 string
	Proof                    *RunRef
	By                       string
}

// AttemptRow is one line of the history.
type AttemptRow struct {
	N           int
	Href        string // "" for the one on this page
	Sent        string // "2026-11-29 14:40 UTC"
	SentMS      int64
	Covered, Of int
	Changed     string
	AfterReveal bool
	Text        string // for side by side
	Pending     bool
	CoveredIDs  []string
}

// Scoring is the page that says how explanations are scored.
type Scoring struct {
	Chrome  Chrome
	Lessons []ScoredLesson // those whose scorer was measured
}

// ScoredLesson is how well the scorer of one lesson agrees with people.
type ScoredLesson struct {
	Lesson   Link
	Samples  int    // sample answers that it was tried on
	Marked   string // how people on this site agree with it, or ""
	Sentence string // over all points
	Points   []ScoredPoint
}

// ScoredPoint is how well one key point is recognised. Shares are written out:
// "93 %".
type ScoredPoint struct {
	Name   string
	Said   int    // of the sample answers that say it
	Same   string // share judged as people did
	Found  string // of those that say it, share found
	Justly string // of those found, share that say it
	Unsure string // share left unsure
}

// Answers is the page of everything that this learner explained.
type Answers struct {
	Chrome  Chrome
	News    []Link // reviews that were not seen yet
	Lessons []AnswersLesson
}

// AnswersLesson is one lesson on that page.
type AnswersLesson struct {
	Lesson   Link
	Attempts []AttemptRow
}

// Problem is an error page that helps.
type Problem struct {
	Chrome  Chrome
	Status  int
	Heading string
	Lede    string
	Links   []Link
	ID      string // request id, shown for 500s
}
