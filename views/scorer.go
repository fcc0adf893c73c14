package views

// Scorers lists what scores each lesson, to those who may change it.
type Scorers struct {
	Chrome Chrome
	Desk   string
	Rows   []ScorerRow
}

// ScorerRow is one lesson.
type ScorerRow struct {
	Lesson Link
	Now    string   // what is in force, in a line
	News   []string // what it does not know, or how far a candidate has come
}

// Scorer is the scorer of one lesson, its candidate and those before.
type Scorer struct {
	Chrome    Chrome
	All       string // href of the list
	Lesson    Link
	Done      string // what came of the form that led here
	Error     string
	Now       ScorerNow
	News      []string // what came since and it does not know
	Try       string   // address of the form that makes a candidate; "" where there is nothing to try
	Candidate *ScorerCandidate
	Past      []ScorerPast
	Publish   string // address of the form that publishes; "" for those who may not
	Seen      string // id of the publication in force, for that form
	Who       string // who may publish, in a sentence
}

// ScorerNow is the scorer in force.
type ScorerNow struct {
	Since     *Moment
	By        string
	Facts     []ScorerFact
	Agreement string // what it was measured on, and what people here say since
	Adopting  string // how far stored answers have its scores; "" once all have
	Engine    string // that the program is newer than what was published, or ""
}

// ScorerFact is a line of a list.
type ScorerFact struct{ Name, Text string }

// ScorerCandidate is a scorer that may take the place of the one in force.
type ScorerCandidate struct {
	ID       string
	Made     Moment
	From     string // by whom it was made, and of what
	Trying   bool
	Failed   bool
	Tried    int
	Of       int
	Lede     string
	Agrees   string // over all items
	Rows     []ScorerChange
	Moves    *ScorerMoves
	Discard  string // address of the form
	LoadNext string // href of this page
}

// ScorerChange is what becomes of one key point or misconception.
type ScorerChange struct {
	Name            string
	Up, Down, Other Link // texts are counts; no Href where there are none to list
	Marks           int
	Before, After   string // "kappa 0.71"; "" without marks
}

// ScorerMoves are the answers that move one way on one item.
type ScorerMoves struct {
	Title string
	Rows  []ScorerMove
	Empty string
	Next  string
	Close string
}

// ScorerMove is one of them.
type ScorerMove struct {
	Href, Who string
	Sent      Moment
	Was, Will string
	Text      []Piece
}

// ScorerPast is an earlier publication.
type ScorerPast struct {
	At    Moment
	By    string
	What  string
	Again string // id of its scorer; "" for the one in force
}
